/** A stretch of a text that must not be shown, from `start` up to `end` in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
  /** What it is, such as `e-mail address`. */
  readonly label: string;
  /** The same characters are replaced wherever else they stand. */
  readonly isEverywhere: boolean;
}

/** Finds one kind of what must not be shown. */
export interface RedactionRule {
  /** The spans of each text; they may overlap. */
  find(texts: readonly string[]): Promise<readonly (readonly Span[])[]>;
}

/** A rule that looks at one text after the other. */
export const textRule = (find: (text: string) => readonly Span[]): RedactionRule => ({
  find: (texts) => Promise.resolve(texts.map(find)),
});

/** A pattern with what it finds. Its first group, where it has one, is what must not be shown. */
export interface LabelledPattern {
  readonly label: string;
  /** With the flags `d` and `g`. */
  readonly pattern: RegExp;
  readonly isEverywhere: boolean;
  /** False: not one after all. */
  readonly isRight?: (found: string) => boolean;
}

/** What a pattern finds in a text. */
export function spansOf(
  { label, pattern, isEverywhere, isRight }: LabelledPattern,
  text: string,
): readonly Span[] {
  return [...text.matchAll(pattern)].flatMap(({ indices }) => {
    const [start, end] = indices?.slice(1).find((group) => group !== undefined) ??
      indices?.[0] ?? [0, 0];
    const isFound = end > start && isRight?.(text.slice(start, end)) !== false;
    return isFound ? [{ start, end, label, isEverywhere }] : [];
  });
}
