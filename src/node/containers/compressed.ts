import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { wholeFile, type Container, type UnpackControl } from './container';
import { gunzip, unzstd, type Decoder, type Pieces } from './decoders';

/** Compressed bytes read at once. */
const CHUNK = 64 * 1024;

/** A file of rows compressed by gzip (docs/formats.md, containers 1). */
export const gzip = compressed([0x1f, 0x8b, 8], gunzip);

/** A file of rows compressed by Zstandard (docs/formats.md, containers 1). */
export const zstandard = compressed([0x28, 0xb5, 0x2f, 0xfd], unzstd);

function compressed(magic: readonly number[], decode: Decoder): Container {
  return {
    matches: (_file, beginning) => magic.every((byte, at) => beginning[at] === byte),
    isCertain: false,
    entries: (file) => Promise.resolve([wholeFile(file)]),
    async unpack(file, _key, sink, control) {
      const { mtimeMs, size } = await stat(file);
      for await (const bytes of decode(piecesOf(file, size, control))) await sink.write(bytes);
      return { modified: mtimeMs };
    },
    watched: (file) => [{ folder: path.dirname(file), name: path.basename(file) }],
  };
}

async function* piecesOf(file: string, size: number, { onProgress }: UnpackControl): Pieces {
  let done = 0;
  const stream: AsyncIterable<unknown> = createReadStream(file, { highWaterMark: CHUNK });
  for await (const bytes of stream) {
    if (!(bytes instanceof Uint8Array)) continue;
    yield bytes;
    done += bytes.length;
    onProgress?.(done, size);
  }
}
