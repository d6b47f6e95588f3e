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

/** At most this many UTF-16 units of the beginning, never half of a surrogate pair. */
export function beginning(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

/** At most this many UTF-16 units of the end, never half of a surrogate pair. */
export function ending(text: string, limit: number): string {
  if (limit <= 0) return '';
  if (text.length <= limit) return text;
  const first = text.charCodeAt(text.length - limit);
  return text.slice(first >= 0xdc00 && first <= 0xdfff ? 1 - limit : -limit);
}

const SPACE = 32;

/**
 * Hash of a text after normalising: NFC, runs of white space as one space, none at the ends.
 * Equal texts have equal hashes; 53 bits, so chance collisions need millions of texts.
 */
export function contentHash(text: string): string {
  const normal = isWorthNormalising(text) ? text.normalize('NFC') : text;
  let high = 0xdeadbeef | 0;
  let low = 0x41c6ce57;
  // As they were before the last space: spaces at the ends do not count.
  let [highBefore, lowBefore] = [high, low];
  let last = SPACE;
  // White space is left out on the way: texts of megabytes are not copied.
  for (let at = 0; at < normal.length; at += 1) {
    let unit = normal.charCodeAt(at);
    if ((unit <= SPACE || unit >= 0xa0) && isSpace(unit)) {
      if (last === SPACE) continue;
      unit = SPACE;
      highBefore = high;
      lowBefore = low;
    }
    last = unit;
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  if (last === SPACE) [high, low] = [highBefore, lowBefore];
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
}

/** More combining marks in a row than this are in no language; sorting them takes quadratic time. */
const MOST_MARKS = 256;
const TOO_MANY_MARKS = new RegExp(`(?<!\\p{M})\\p{M}{${MOST_MARKS}}`, 'u');
/** Before this one NFC leaves all as it is. */
const FIRST_MARK = 0x300;

function isWorthNormalising(text: string): boolean {
  let isUsual = true;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) < FIRST_MARK) {
      run = 0;
      continue;
    }
    isUsual = false;
    run += 1;
    if (run === MOST_MARKS) return !TOO_MANY_MARKS.test(text);
  }
  return !isUsual;
}

/** Whether `\s` matches this UTF-16 unit. */
function isSpace(unit: number): boolean {
  if (unit < 0x1680) return unit === SPACE || (unit >= 9 && unit <= 13) || unit === 0xa0;
  if (unit >= 0x2000 && unit <= 0x200a) return true;
  return SPACES.has(unit);
}

const SPACES: ReadonlySet<number> = new Set([
  0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);
