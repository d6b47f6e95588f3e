import type { ByteSource } from '../source/byte-source';
import { decode, isRecord, parseJson } from '../source/json';
import type { ReadControl, RowSink } from '../source/rows';
import { LIST_KEYS, scanDocument } from '../source/scan-document';
import { scanLines } from '../source/scan-lines';
import { asUtf8, bomLength } from '../source/utf8';
import { memorySource } from '../source/memory-source';
import type { Format, Sample, Shape } from './format';
import { formats } from './table';

/** Detection looks at this much first, in bytes, and at more only when no row ends within it. */
const FIRST_LOOK = 64 * 1024;
const LOOK_FACTOR = 8;
/** With this many rows of a file its format is settled, whatever follows. */
export const MAX_SAMPLE_ROWS = 40;
/** How far `looksLikeTranscript` goes, in bytes: it runs for every JSON file that is shown in an editor. */
const QUICK_LOOK = 1024 * 1024;

/** Where the rows of a file begin (byte offset and 1-based line), and how they stand in it. */
export interface Layout {
  readonly shape: Shape | 'text';
  readonly start: number;
  readonly line: number;
}

type JsonLayout = Layout & { readonly shape: Shape };

export interface Detected {
  readonly layout: Layout;
  readonly sample: Sample;
  /** Null: none of ours. */
  readonly format: Format | null;
}

/**
 * Finds the layout and the format of a source from its content alone.
 * @returns null when there is no JSON at its beginning
 * @throws whatever the source rejects with
 */
export async function detect(
  source: ByteSource,
  limit: number,
  control: ReadControl,
): Promise<Detected | null> {
  const size = await source.size();
  const text = textOf(await source.read(0, Math.min(FIRST_LOOK, size)));
  if (text !== null) return text;
  for (let look = FIRST_LOOK; ; look *= LOOK_FACTOR) {
    const end = Math.min(look, limit, size);
    const bytes = await source.read(0, end);
    const isWhole = end === size;
    const layout = layoutOf(bytes, isWhole);
    const isLast = end >= Math.min(limit, size);
    if (layout === 'none') return null;
    if (layout !== 'undecided') {
      const sample = await sampleOf(bytes, layout);
      if (sample.rows.length > 0 || isLast) return { layout, sample, format: formatOf(sample) };
    } else if (isLast) {
      // One line that goes on: a document, if a row of one is in sight.
      const first = { shape: 'document', start: bomLength(bytes), line: 1 } as const;
      const sample = await sampleOf(bytes, first);
      return { layout: first, sample, format: formatOf(sample) };
    }
    control.signal?.throwIfAborted();
  }
}

/** A file of text that is no JSON, but a transcript all the same. */
function textOf(bytes: Uint8Array): Detected | null {
  const bom = bomLength(bytes);
  const beginning = decode(bytes.subarray(bom));
  const format = formats.find(({ text }) => text?.matches(beginning) === true) ?? null;
  if (format === null) return null;
  const sample: Sample = { rows: [], head: null, shape: 'lines' };
  return { layout: { shape: 'text', start: bom, line: 1 }, sample, format };
}

/** Whether a file's first bytes are those of a transcript; never throws for what they hold. */
export async function looksLikeTranscript(source: ByteSource): Promise<boolean> {
  const found = await detect(await asUtf8(source), QUICK_LOOK, {});
  return found !== null && found.format !== null;
}

function formatOf(sample: Sample): Format | null {
  let best: Format | null = null;
  let bestScore = 0;
  for (const format of formats) {
    const score = format.detect(sample);
    if (score > bestScore) [best, bestScore] = [format, score];
  }
  return best;
}

async function sampleOf(bytes: Uint8Array, { shape, start, line }: JsonLayout): Promise<Sample> {
  const rows: unknown[] = [];
  const sink: RowSink = {
    row: ({ value }) => {
      if (rows.length < MAX_SAMPLE_ROWS) rows.push(value);
    },
    broken: () => undefined,
  };
  const source = memorySource('', bytes);
  if (shape === 'lines') {
    await scanLines(source, { start, line }, bytes.length, sink, {});
    return { rows, head: null, shape };
  }
  const { head } = await scanDocument(source, { start, line }, bytes.length, sink, {});
  return { rows, head, shape };
}

/** A line that begins with `{`, or with a list of objects; log lines may stand before it (docs/formats.md, opencode 1). */
const JSON_START = /^[ \t]*(?:\{|\[\s*(?:[{\]]|$))/m;

function layoutOf(bytes: Uint8Array, isWhole: boolean): JsonLayout | 'undecided' | 'none' {
  const bom = bomLength(bytes);
  const text = decode(bytes.subarray(bom));
  const at = text.search(JSON_START);
  if (at < 0) return isWhole || text.length > FIRST_LOOK ? 'none' : 'undecided';
  const before = text.slice(0, at);
  const start = bom + new TextEncoder().encode(before).length;
  const line = before.split('\n').length;
  const shape = shapeOf(text.slice(at), isWhole);
  return shape === 'undecided' ? shape : { shape, start, line };
}

function shapeOf(text: string, isWhole: boolean): Shape | 'undecided' {
  if (/^\s*\[/.test(text)) return 'document';
  const newline = text.indexOf('\n');
  if (newline < 0) return isWhole ? shapeOfSingle(text) : 'undecided';
  const first = text.slice(0, newline);
  const state = openAtEnd(first);
  // JSON has no newline within a string: a line that ends in one was cut.
  if (state === 'string') return 'lines';
  if (state === 'container') return 'document';
  const isAlone = isWhole && text.slice(newline).trim() === '';
  return isAlone ? shapeOfSingle(first) : 'lines';
}

const LIST = new RegExp(`"(?:${[...LIST_KEYS].join('|')})"\\s*:\\s*\\[`);

/** One value on one line: a document when it holds a list of rows, else a file of one line. */
function shapeOfSingle(text: string): Shape {
  const parsed = parseJson(text);
  if (!parsed.ok) return LIST.test(text) ? 'document' : 'lines';
  const value = parsed.value;
  const hasList = isRecord(value) && [...LIST_KEYS].some((key) => Array.isArray(value[key]));
  return hasList ? 'document' : 'lines';
}

/** What is still open at the end of a line. */
function openAtEnd(text: string): 'nothing' | 'string' | 'container' {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  if (inString) return 'string';
  return depth > 0 ? 'container' : 'nothing';
}
