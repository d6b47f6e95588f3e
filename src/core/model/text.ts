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
  const copy: unknown = JSON.parse(JSON.stringify(text));
  return typeof copy === 'string' ? copy : '';
}
