import type { RedactionRule, Span } from './rule';

/** A text and where it stands, in words, such as `message 8132`. */
export interface PlacedText {
  readonly text: string;
  readonly place: string;
}

/** Something that is replaced. */
export interface Hit {
  /** What it is, such as `e-mail address`. */
  readonly label: string;
  readonly value: string;
  readonly place: string;
}

/** What was found in a number of texts, and how they read without it. */
export interface Redaction {
  /** In the order of the texts; the same value at several places is several hits. */
  readonly hits: readonly Hit[];
  /** One of the texts that were looked through, without what was found. Any other text is withheld whole. */
  readonly replace: (text: string) => string;
}

/**
 * Looks through all texts. What is a secret in one of them is replaced in all; a text that was cut
 * may end in the beginning of one, which no rule knows any more.
 * @param kept values that stay, as the person decided
 */
export async function redactionOf(
  placed: readonly PlacedText[],
  rules: readonly RedactionRule[],
  kept: ReadonlySet<string> = new Set(),
): Promise<Redaction> {
  const texts = [...new Set(placed.map(({ text }) => text))];
  const found = await Promise.all(rules.map((rule) => rule.find(texts)));
  const spans = texts.map((_, at) => found.flatMap((perText) => perText[at] ?? []));
  const everywhere = valuesOf(texts, spans);
  const own = new Map(
    texts.map((text, at) => {
      const all = [
        ...(spans[at] ?? []),
        ...repeated(text, everywhere),
        ...cutEnds(text, everywhere),
      ];
      return [text, merged(all).filter(({ start, end }) => !kept.has(text.slice(start, end)))];
    }),
  );
  return {
    hits: placed.flatMap(({ text, place }) =>
      (own.get(text) ?? []).map(({ start, end, label }) => ({
        label,
        value: text.slice(start, end),
        place,
      })),
    ),
    replace: (text) => {
      const mine = own.get(text);
      return mine === undefined ? placeholder('not looked through') : without(text, mine);
    },
  };
}

/** What stands in place of what was found. */
const placeholder = (label: string) => `[redacted: ${label}]`;

function without(text: string, spans: readonly Span[]): string {
  let at = 0;
  const pieces = spans.flatMap(({ start, end, label }) => {
    const before = text.slice(at, start);
    at = end;
    return [before, placeholder(label)];
  });
  return [...pieces, text.slice(at)].join('');
}

/** Shorter values stand in too many words. */
const SHORTEST = 4;

/** What is replaced wherever it stands, with what it is. */
function valuesOf(
  texts: readonly string[],
  spans: readonly (readonly Span[])[],
): ReadonlyMap<string, string> {
  return new Map(
    spans.flatMap((ofText, at) =>
      ofText.flatMap(({ start, end, label, isEverywhere }): [string, string][] =>
        isEverywhere && end - start >= SHORTEST
          ? [[texts[at]?.slice(start, end) ?? '', label]]
          : [],
      ),
    ),
  );
}

const WORD = /[\p{L}\p{N}_]/u;

/** Places where one of these values stands as a whole word. */
function repeated(text: string, values: ReadonlyMap<string, string>): readonly Span[] {
  const spans: Span[] = [];
  for (const [value, label] of values) {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) {
      const end = at + value.length;
      const isWord = !(WORD.test(text[at - 1] ?? '') || WORD.test(text[end] ?? ''));
      if (isWord) spans.push({ start: at, end, label, isEverywhere: true });
    }
  }
  return spans;
}

/** The last characters before a `…`, where a text was cut, and after one that stands before a word. */
const CUT = /([^\s“”"'`]{6,})…|…([^\s“”"'`]{6,})/dg;
/** From this length on, a cut word of letters and digits may be part of a key that nobody knows any more. */
const LONG_WORD = 16;

/** What is left of a value where a text was cut. */
function cutEnds(text: string, values: ReadonlyMap<string, string>): readonly Span[] {
  return [...text.matchAll(CUT)].flatMap(({ indices }) => {
    const [start, end] = indices?.[1] ?? indices?.[2] ?? [0, 0];
    const word = text.slice(start, end);
    for (const [value, label] of values) {
      const length = sharedLength(word, value);
      if (length > 0) return [{ start: end - length, end, label, isEverywhere: false }];
    }
    const isSuspect =
      word.length >= LONG_WORD && /\d/.test(word) && /[a-z]/i.test(word) && !/[/\\]/.test(word);
    return isSuspect ? [{ start, end, label: 'cut word', isEverywhere: false }] : [];
  });
}

/** How many characters at the end of a word are the beginning of a value; 0: fewer than 4. */
function sharedLength(word: string, value: string): number {
  for (let length = Math.min(word.length, value.length - 1); length >= SHORTEST; length -= 1) {
    if (word.endsWith(value.slice(0, length))) return length;
  }
  return 0;
}

/** One span for all that overlap, called what the longest of them is. */
function merged(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const done: Span[] = [];
  for (const span of sorted) {
    const last = done.at(-1);
    if (last === undefined || span.start >= last.end) done.push(span);
    else if (span.end > last.end) {
      const isLonger = span.end - span.start > last.end - last.start;
      done[done.length - 1] = {
        ...last,
        end: span.end,
        label: isLonger ? span.label : last.label,
      };
    }
  }
  return done;
}

/** How often each kind was replaced, the most frequent first. */
export function countsOf(
  hits: readonly Hit[],
): readonly { readonly rule: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { label } of hits) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts]
    .map(([rule, count]) => ({ rule, count }))
    .sort((a, b) => b.count - a.count || (a.rule < b.rule ? -1 : 1));
}

/** A value that the person can recognise and nobody else can use. */
export function masked(value: string): string {
  const line = value.replace(/\s+/g, ' ');
  const shown = Math.min(4, Math.floor(line.length / 3));
  return `${line.slice(0, shown)}… (${value.length} characters)`;
}
