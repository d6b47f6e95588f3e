import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { visible } from '../reading/visible';
import {
  markdownTags,
  SAFE_HREF,
  type CellAlign,
  type MarkdownElement,
  type MarkdownNode,
  type MarkdownTag,
} from './markdown-node';

const TAGS: ReadonlySet<string> = new Set(markdownTags);
const isTag = (tag: string): tag is MarkdownTag => TAGS.has(tag);

/** Headings of a message stand below those of the page. */
const HEADINGS: ReadonlyMap<string, MarkdownTag> = new Map(
  Object.entries<MarkdownTag>({
    h1: 'h3',
    h2: 'h4',
    h3: 'h5',
    h4: 'h6',
    h5: 'h6',
    h6: 'h6',
  }),
);

/** Deeper nests of blocks are shown as text: a hostile message must not build a tree without end. */
const MAX_NESTING = 20;
/** Deeper elements give their children to the one around them: the parser does not limit emphasis. */
const MAX_DEPTH = 60;

const parser = new MarkdownIt({
  html: false,
  linkify: false,
  breaks: true,
  maxNesting: MAX_NESTING,
});

interface Open {
  readonly tag: MarkdownTag | null;
  readonly href: string | null;
  readonly align: CellAlign | null;
  readonly children: MarkdownNode[];
}

const nothing = (): Open => ({ tag: null, href: null, align: null, children: [] });

/**
 * Parses Markdown into a tree. HTML stays text, links keep only addresses that are safe to open,
 * and images are their alternative text: nothing is ever fetched.
 */
export function markdownTree(text: string): readonly MarkdownNode[] {
  return treeOf(parser.parse(visible(text), {}));
}

function treeOf(tokens: readonly Token[]): readonly MarkdownNode[] {
  const root = nothing();
  const stack: Open[] = [root];
  for (const token of tokens) {
    const top = stack.at(-1) ?? root;
    if (token.nesting === 1) stack.push(stack.length > MAX_DEPTH ? nothing() : opened(token));
    else if (token.nesting === -1) close(stack);
    else append(top.children, leaf(token));
  }
  while (stack.length > 1) close(stack);
  return root.children;
}

function opened(token: Token): Open {
  const tag = HEADINGS.get(token.tag) ?? token.tag;
  // Paragraphs of tight lists are hidden: their children stand in the item itself.
  if (token.hidden || !isTag(tag)) return nothing();
  const href = tag === 'a' ? safeHref(token.attrGet('href')) : null;
  if (tag === 'a' && href === null) return nothing();
  return { tag, href, align: alignOf(token), children: [] };
}

function close(stack: Open[]): void {
  const done = stack.pop();
  const parent = stack.at(-1);
  if (done === undefined || parent === undefined) return;
  if (done.tag === null) append(parent.children, done.children);
  else parent.children.push(element(done.tag, done.children, done));
}

/** A call takes only so many arguments: a paragraph can have more lines than that. */
function append(children: MarkdownNode[], more: readonly MarkdownNode[]): void {
  for (const node of more) children.push(node);
}

function element(
  tag: MarkdownTag,
  children: readonly MarkdownNode[],
  { href, align }: Pick<Open, 'href' | 'align'> = nothing(),
): MarkdownElement {
  return {
    tag,
    ...(href === null ? {} : { href }),
    ...(align === null ? {} : { align }),
    children,
  };
}

/** The parser writes alignment as a style, which we never take over. */
function alignOf(token: Token): CellAlign | null {
  switch (token.attrGet('style')) {
    case 'text-align:right':
      return 'right';
    case 'text-align:center':
      return 'center';
    default:
      return null;
  }
}

function leaf(token: Token): readonly MarkdownNode[] {
  switch (token.type) {
    case 'inline':
      return treeOf(token.children ?? []);
    case 'code_inline':
      return [element('code', [token.content])];
    case 'code_block':
    case 'fence':
      return [element('pre', [element('code', [token.content])])];
    case 'hardbreak':
    case 'softbreak':
      return [element('br', [])];
    case 'hr':
      return [element('hr', [])];
    default:
      // Again: an entity such as `&#x202e;` becomes its character only while parsing.
      return token.content === '' ? [] : [visible(token.content)];
  }
}

/** The address, if opening it can do no harm; null otherwise: the link is then its text alone. */
function safeHref(href: unknown): string | null {
  return typeof href === 'string' && SAFE_HREF.test(href) ? href : null;
}
