/** A piece of rendered Markdown as data: a text, or an element of one of few kinds with its children. */
export type MarkdownNode = string | MarkdownElement;

export interface MarkdownElement {
  readonly tag: MarkdownTag;
  /** Where a link goes: http, https or mailto only. */
  readonly href?: string;
  /** How a table's cell is aligned, where the table says so. */
  readonly align?: CellAlign;
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

export const cellAligns = ['center', 'right'] as const;

export type CellAlign = (typeof cellAligns)[number];

/** Addresses that can be opened without harm. */
export const SAFE_HREF = /^(?:https?:\/\/|mailto:)/i;
