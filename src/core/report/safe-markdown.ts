import type { MarkdownNode } from '../markdown/markdown-node';
import { markdownTree } from '../markdown/markdown-tree';
import { visible } from '../reading/visible';

/**
 * Text of a transcript in Markdown. It stands in code only, between more backticks than it holds
 * itself: there nothing is a link, an image, HTML, a mention or a heading.
 */

/** A text of one line as code; '' when there is nothing to see. */
export function codeSpan(text: string): string {
  const line = oneLine(text);
  if (line === '') return '';
  const fence = '`'.repeat(longestRun(line, 0) + 1);
  const edge = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${edge}${line}${edge}${fence}`;
}

/** The same in a cell of a table, where a bar would end the cell even in code: another bar stands for it. */
export const cellCode = (text: string): string => codeSpan(text.replaceAll('|', '¦'));

/** A text of several lines as a block of code. */
export function codeBlock(text: string, info = 'text'): string {
  const lines = visible(text.replace(/\r\n?/g, '\n'))
    .split('\n')
    .map((line) => line.trimEnd());
  const code = lines.join('\n').replace(/^\n+|\n+$/g, '');
  const fence = '`'.repeat(longestRun(code, 2) + 1);
  return `${fence}${info}\n${code}\n${fence}`;
}

function longestRun(text: string, atLeast: number): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), atLeast);
}

const oneLine = (text: string) => visible(text.replace(/\s+/g, ' ').trim());

/**
 * A sentence of ours that quotes a transcript between “ and ”: the quotes become code, all else is
 * escaped. Never at the beginning of a line.
 */
export function quotingSentence(text: string): string {
  return oneLine(text)
    .split(/(“[^”]*”)/)
    .map((piece) => (/^“[^”]+”$/.test(piece) ? codeSpan(piece.slice(1, -1)) : escaped(piece)))
    .join('');
}

/** A short text of a person, such as a name, on one line that does not begin with it. */
export const plainText = (text: string): string => escaped(oneLine(text));

/** The same in a cell of a table. */
export const cellText = (text: string): string => plainText(text.replaceAll('|', '¦'));

/** Joins words without being seen, so that no reader takes what stands around it for one address. */
const JOINER = '\u2060';

/**
 * Text that means only itself. Addresses, mentions and numbers of issues are found in finished text
 * too, where a backslash no longer helps: an invisible character keeps them apart.
 */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>&|~$!]/g, '\\$&')
    .replace(/@(?=[\w.-])/g, `${JOINER}@${JOINER}`)
    .replace(/:(?=\/\/)/g, `:${JOINER}`)
    .replace(/\b(www)(?=\.)/gi, `$1${JOINER}`)
    .replace(/#(?=\d)/g, `#${JOINER}`);
}

/**
 * A comment, which is Markdown of a person that may be anybody: parsed, and written again from what
 * is allowed in it. HTML becomes text, images their description, headings bold; links stay where
 * they are safe to open.
 */
export function commentMarkdown(body: string): string {
  return blocks(markdownTree(body)).join('\n\n');
}

const BLOCKS: ReadonlySet<string> = new Set([
  'blockquote',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'ol',
  'p',
  'pre',
  'table',
  'ul',
]);

const isBlock = (node: MarkdownNode) => typeof node !== 'string' && BLOCKS.has(node.tag);

function blocks(nodes: readonly MarkdownNode[]): readonly string[] {
  const done: string[] = [];
  let run: MarkdownNode[] = [];
  const endRun = () => {
    if (run.length > 0) done.push(paragraph(run));
    run = [];
  };
  for (const node of nodes) {
    if (!isBlock(node)) {
      run.push(node);
      continue;
    }
    endRun();
    done.push(block(node));
  }
  endRun();
  return done.filter((one) => one !== '');
}

function block(node: MarkdownNode): string {
  if (typeof node === 'string') return paragraph([node]);
  const { tag, children } = node;
  switch (tag) {
    case 'pre':
      return codeBlock(plainOf(children));
    case 'blockquote':
      return prefixed(blocks(children).join('\n\n'), '> ', '> ');
    case 'ul':
    case 'ol':
      return children
        .map((item, at) => listItem(item, tag === 'ol' ? `${at + 1}. ` : '- '))
        .join('\n');
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return `**${paragraph(children)}**`;
    case 'hr':
      return '* * *';
    case 'table':
      return table(children);
    default:
      return paragraph(children);
  }
}

function listItem(item: MarkdownNode, mark: string): string {
  const children = typeof item === 'string' ? [item] : item.children;
  return prefixed(blocks(children).join('\n\n'), mark, ' '.repeat(mark.length));
}

function table(parts: readonly MarkdownNode[]): string {
  const rows = parts
    .flatMap((part) => (typeof part === 'string' ? [] : part.children))
    .map((row) => (typeof row === 'string' ? [] : row.children.map(cell)));
  const [head, ...others] = rows.map((cells) => `| ${cells.join(' | ')} |`);
  if (head === undefined) return '';
  return [head, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`, ...others].join('\n');
}

const cell = (node: MarkdownNode) =>
  inline(typeof node === 'string' ? [node] : node.children)
    .replaceAll('\\|', '¦')
    .replaceAll('|', '¦')
    .replaceAll('\n', ' ');

/** Lines that do not begin like a block of another kind. */
function paragraph(nodes: readonly MarkdownNode[]): string {
  return inline(nodes)
    .split('\n')
    .map((line) =>
      line
        .trimStart()
        .replace(/^[-+=#]/, '\\$&')
        .replace(/^(\d+)([.)])/, '$1\\$2'),
    )
    .join('\n');
}

function inline(nodes: readonly MarkdownNode[]): string {
  return nodes.map(inlineNode).join('');
}

function inlineNode(node: MarkdownNode): string {
  if (typeof node === 'string') return escaped(node.replace(/\s+/g, ' '));
  const inner = inline(node.children);
  switch (node.tag) {
    case 'code':
      return codeSpan(plainOf(node.children));
    case 'br':
      return '\\\n';
    case 'strong':
      return marked(inner, '**');
    case 'em':
      return marked(inner, '*');
    case 'del':
      return marked(inner, '~~');
    case 'a':
      return node.href === undefined ? inner : `[${inner}](<${safeTarget(node.href)}>)`;
    default:
      return inner;
  }
}

/** Marks count only next to something that is seen. */
const marked = (inner: string, mark: string) =>
  inner.trim() === '' ? inner : `${mark}${inner.trim()}${mark}`;

/** Nothing in a target may end it. */
const safeTarget = (href: string) => href.replace(/[\s<>\\`|]/g, (one) => encodeURIComponent(one));

const plainOf = (nodes: readonly MarkdownNode[]): string =>
  nodes
    .map((node) =>
      typeof node === 'string' ? node : node.tag === 'br' ? '\n' : plainOf(node.children),
    )
    .join('');

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, at) => `${at === 0 ? first : others}${line}`.trimEnd())
    .join('\n');
}

/** Lines as a quotation. */
export const quotation = (text: string): string => prefixed(text, '> ', '> ');
