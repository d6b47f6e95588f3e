import MarkdownIt from 'markdown-it';
import type { Token } from 'markdown-it';
import { visible } from '../reading/visible';

/** A piece of rendered Markdown as data: a text, or an element of one of few kinds with its children. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  readonly tag: MarkdownTag;
  /** Where a link goes: http, https or mailto only. */
  readonly href?: string;
  readonly children: readonly MarkdownNode[];
}

/** Every element there can be. Nothing else of a text is ever rendered. */
export const markdownTags = [
  'a',
  'blockquote',
  'br',
  'code',
  'del',
  'em',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'strong',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
] as const;

export type MarkdownTag = (typeof markdownTags)[number];

const TAGS: ReadonlySet<string> = new Set(markdownTags);
const isTag = (tag: string): tag is MarkdownTag => TAGS.has(tag);

/** Headings of a message stand below those of the page. */
const HEADINGS: Readonly<Record<string, MarkdownTag>> = {
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
};

/** Deeper nests are shown as text: a hostile message must not build a tree without end. */
const MAX_NESTING = 20;

const parser = new MarkdownIt({
  html: false,
  linkify: false,
  breaks: true,
  maxNesting: MAX_NESTING,
});
parser.disable('image');

interface Open {
  readonly tag: MarkdownTag | null;
  readonly href: string | null;
  readonly children: MarkdownNode[];
}

/** Parses Markdown into a tree. HTML stays text, links keep only addresses that are safe to open. */
export function markdownTree(text: string): readonly MarkdownNode[] {
  return treeOf(parser.parse(visible(text), {}));
}

function treeOf(tokens: readonly Token[]): readonly MarkdownNode[] {
  const root: Open = { tag: null, href: null, children: [] };
  const stack: Open[] = [root];
  for (const token of tokens) {
    const top = stack.at(-1) ?? root;
    if (token.nesting === 1) stack.push(opened(token));
    else if (token.nesting === -1) close(stack);
    else top.children.push(...leaf(token));
  }
  while (stack.length > 1) close(stack);
  return root.children;
}

function opened(token: Token): Open {
  const tag = HEADINGS[token.tag] ?? token.tag;
  // Paragraphs of tight lists are hidden: their children stand in the item itself.
  if (token.hidden || !isTag(tag)) return { tag: null, href: null, children: [] };
  return { tag, href: tag === 'a' ? safeHref(token.attrGet('href')) : null, children: [] };
}

function close(stack: Open[]): void {
  const done = stack.pop();
  const parent = stack.at(-1);
  if (done === undefined || parent === undefined) return;
  if (done.tag === null) parent.children.push(...done.children);
  else parent.children.push(element(done.tag, done.children, done.href));
}

function element(
  tag: MarkdownTag,
  children: readonly MarkdownNode[],
  href: string | null = null,
): MarkdownElement {
  return href === null ? { tag, children } : { tag, href, children };
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
      return token.content === '' ? [] : [token.content];
  }
}

/** The address, if opening it can do no harm; null otherwise, and the link is its text alone. */
function safeHref(href: unknown): string | null {
  return typeof href === 'string' && /^(?:https?:\/\/|mailto:)/i.test(href) ? href : null;
}
