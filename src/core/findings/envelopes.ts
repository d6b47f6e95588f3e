/** A block `<name …>inside</name>` (or `<name …/>`) at the start of a text. */
export interface Envelope {
  /** The tag name as written. */
  readonly name: string;
  readonly inside: string;
  /** UTF-16 offset of the first unit after the block, counted from the start of the text. */
  readonly end: number;
}

const OPENING = /\s*<([a-z][\w.-]*)(?:\s[^<>]*?)?(\/)?>/iuy;

/**
 * The envelope that begins at `from` (white space before it is skipped); null when none does or it is not closed.
 * A tag inside a tag of the same name belongs to the outer one.
 */
export function envelopeAt(text: string, from: number): Envelope | null {
  OPENING.lastIndex = from;
  const opening = OPENING.exec(text);
  const tag = opening?.[1];
  if (opening === null || tag === undefined) return null;
  const start = OPENING.lastIndex;
  if (opening[2] === '/') return { name: tag, inside: '', end: start };
  const closing = closingOf(text, tag, start);
  if (closing < 0) return null;
  return { name: tag, inside: text.slice(start, closing), end: closing + tag.length + 3 };
}

/** Where `</tag>` closes the block whose inside begins at `start`; -1 when it is not closed. */
function closingOf(text: string, tag: string, start: number): number {
  let closing = text.indexOf(`</${tag}>`, start);
  let from = start;
  while (closing >= 0) {
    // Only up to the closing tag: over the whole text, many tags would take quadratic time.
    const opening = text.slice(from, closing).indexOf(`<${tag}>`);
    if (opening < 0) return closing;
    from += opening + 1;
    closing = text.indexOf(`</${tag}>`, closing + 1);
  }
  return -1;
}

/** The envelopes with which the text begins, and what follows the last of them, trimmed. */
export function leadingEnvelopes(text: string): {
  readonly envelopes: readonly Envelope[];
  readonly rest: string;
} {
  const envelopes: Envelope[] = [];
  let at = 0;
  for (let next = envelopeAt(text, 0); next !== null; next = envelopeAt(text, at)) {
    envelopes.push(next);
    at = next.end;
  }
  return { envelopes, rest: text.slice(at).trim() };
}
