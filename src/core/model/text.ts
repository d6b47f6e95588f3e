/** Zero-width, directional and other invisible characters that count as blank beside white space. */
const INVISIBLE =
  /[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\0]/gu;

/** True when nothing visible is left: white space and zero-width characters only. */
export function isInvisible(text: string): boolean {
  return text.replace(INVISIBLE, '') === '';
}

/**
 * A copy that does not keep the string it was cut from alive.
 * V8 slices share their parent's memory: one kept slice would keep a whole row.
 */
export function detached(text: string): string {
  // Joining copies the characters; what is cut from the copy keeps the copy alone.
  return ` ${text}`.slice(1);
}

/** From here on NFC may change characters, and white space stands in more places. */
const FIRST_UNUSUAL = 0x300;
const SPACE = 32;
/** Units that are looked at together: one unusual character costs no more than its window. */
const WINDOW = 8192;

/** A hash while its text is read; `last` is the last unit that went into it. */
interface Mixed {
  high: number;
  low: number;
  last: number;
  /** As they were before the last space: spaces at the end do not count. */
  highBefore: number;
  lowBefore: number;
}

/**
 * Hash of a text after normalising: NFC, runs of white space as one space, none at the ends.
 * Equal texts have equal hashes; 53 bits, so chance collisions need millions of texts.
 */
export function contentHash(text: string): string {
  const start = { high: 0xdeadbeef | 0, low: 0x41c6ce57 };
  const mixed: Mixed = { ...start, last: SPACE, highBefore: start.high, lowBefore: start.low };
  for (let from = 0; from < text.length;) {
    const to = windowEnd(text, from);
    if (!mixUsual(mixed, text, from, to)) mixUnusual(mixed, text.slice(from, to).normalize('NFC'));
    from = to;
  }
  const isSpaceLast = mixed.last === SPACE;
  let high = isSpaceLast ? mixed.highBefore : mixed.high;
  let low = isSpaceLast ? mixed.lowBefore : mixed.low;
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** NFC never joins an ASCII character to what stands before it: there a text can be cut. */
function windowEnd(text: string, from: number): number {
  let end = from + WINDOW;
  while (end < text.length && text.charCodeAt(end) > 127) end += 1;
  return Math.min(end, text.length);
}

/** Mixes units `[from, to)`; false, and nothing is mixed, when there are unusual ones. */
function mixUsual(mixed: Mixed, text: string, from: number, to: number): boolean {
  let { high, low, last, highBefore, lowBefore } = mixed;
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= FIRST_UNUSUAL) return false;
    if (unit === SPACE || (unit <= 13 && unit >= 9) || unit === 0xa0) {
      if (last === SPACE) continue;
      highBefore = high;
      lowBefore = low;
      last = SPACE;
    } else last = unit;
    high = Math.imul(high ^ last, 2654435761);
    low = Math.imul(low ^ last, 1597334677);
  }
  mixed.high = high;
  mixed.low = low;
  mixed.last = last;
  mixed.highBefore = highBefore;
  mixed.lowBefore = lowBefore;
  return true;
}

/** The same for any text in NFC. */
function mixUnusual(mixed: Mixed, text: string): void {
  for (let at = 0; at < text.length; at += 1) {
    let unit = text.charCodeAt(at);
    if (isSpace(unit)) {
      if (mixed.last === SPACE) continue;
      mixed.highBefore = mixed.high;
      mixed.lowBefore = mixed.low;
      unit = SPACE;
    }
    mixed.last = unit;
    mixed.high = Math.imul(mixed.high ^ unit, 2654435761);
    mixed.low = Math.imul(mixed.low ^ unit, 1597334677);
  }
}

/** What `\s` matches. */
function isSpace(unit: number): boolean {
  if (unit < FIRST_UNUSUAL) return unit === SPACE || (unit <= 13 && unit >= 9) || unit === 0xa0;
  if (unit < 0x1680 || (unit > 0x3000 && unit !== 0xfeff)) return false;
  return /\s/.test(String.fromCharCode(unit));
}
