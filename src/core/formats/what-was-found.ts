import type { ByteSource } from '../source/byte-source';
import { decode } from '../source/json';
import type { Detected } from './detect';
import { formats } from './table';

/** Beginnings of files that are known not to be text (docs/formats.md, all 3). */
const MAGIC: readonly (readonly [string, string])[] = [
  ['SQLite format 3\0', 'a SQLite database'],
  ['PK\u0003\u0004', 'a ZIP archive'],
  ['\u001f\ufffd', 'a compressed file'],
  ['(\ufffd/\ufffd', 'a compressed file'],
];

/** One sentence about a file that is no transcript: what was looked for, and what is there instead. */
export async function whatWasFound(source: ByteSource, detected: Detected | null): Promise<string> {
  const looked = `Looked for ${formats.map(({ label }) => label).join(', ')}`;
  const start = decode(await source.read(0, 4096));
  const magic = MAGIC.find(([mark]) => start.startsWith(mark))?.[1];
  const found = magic ?? foundInside(start, detected);
  return `${source.name} is not a transcript that can be read. ${looked}; found ${found}.`;
}

function foundInside(start: string, detected: Detected | null): string {
  if (start.trim() === '') return 'only white space';
  if (detected === null) return 'text that is not JSON';
  const { rows, head } = detected.sample;
  const [first] = rows;
  const keys = Object.keys(head ?? (typeof first === 'object' && first !== null ? first : {}));
  if (keys.length === 0) return 'JSON without messages';
  const names = keys.slice(0, 6).map((key) => (key.length > 40 ? `${key.slice(0, 39)}…` : key));
  return `JSON with the keys ${names.join(', ')}${keys.length > 6 ? ', …' : ''}`;
}
