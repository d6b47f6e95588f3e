import { detect } from '../../src/core/formats/detect';
import { readTranscript } from '../../src/core/formats/read-transcript';
import type { Transcript } from '../../src/core/model/session';
import type { ByteSource } from '../../src/core/source/byte-source';
import { asUtf8 } from '../../src/core/source/utf8';

/**
 * A source whose rows are given in pieces of so many bytes, so that their reading pauses after each.
 * What is read before them, to find the format, is given whole. To be read once.
 */
async function inSteps(source: ByteSource, bytes: number): Promise<ByteSource> {
  let looks = await looksAt(source);
  let next: number | null = null;
  return {
    ...source,
    async read(start, end) {
      looks -= 1;
      if (looks >= 0 || (next !== null && next !== start)) return source.read(start, end);
      const piece = await source.read(start, Math.min(end, start + bytes));
      next = start + piece.length;
      return piece;
    },
  };
}

/** How often a source is read before its rows are. */
async function looksAt(source: ByteSource): Promise<number> {
  let count = 0;
  const watched: ByteSource = {
    ...source,
    read(start, end) {
      count += 1;
      return source.read(start, end);
    },
  };
  const found = await detect(await asUtf8(watched), Infinity, {});
  // A splitter of text is shown the beginning, too.
  return found?.format?.text === undefined ? count : count + 1;
}

/** A reading in steps of so many bytes: every part with a copy made when it was given, and the whole. */
export async function readInParts(source: ByteSource, bytes: number) {
  const parts: { readonly part: Transcript; readonly copy: Transcript }[] = [];
  const whole = await readTranscript(await inSteps(source, bytes), {
    onPart(soFar) {
      const part = soFar();
      parts.push({ part, copy: structuredClone(part) });
      return Promise.resolve();
    },
  });
  return { parts, whole };
}
