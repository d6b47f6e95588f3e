// node --import tsx scripts/read-for-comparison.mjs TREE FOLDER...
// Reads every file of the folders with the readers of the source tree TREE and prints one JSON line each,
// without content. Run by compare-readers.mjs, the same for every revision.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { noReading, readingOf } from '../src/core/quality/compare-readings.ts';
import { findFiles } from '../src/node/find-files.ts';

const [tree, ...folders] = process.argv.slice(2);
const of = (file) => import(pathToFileURL(path.join(tree, 'src', file)).href);
const { readTranscript } = await of('core/formats/read-transcript.ts');
const { findSilence } = await of('core/findings/find-silence.ts');
const { openFileSource } = await of('node/file-source.ts');

const hash = (text) => createHash('sha256').update(text).digest('base64url');

async function read(file) {
  try {
    const source = await openFileSource(file);
    try {
      const transcript = await readTranscript(source);
      const flagsOf = (session) => findSilence(transcript.sessions[session]).flags;
      return readingOf(file, transcript, flagsOf, hash);
    } finally {
      await source.close();
    }
  } catch (error) {
    return noReading(file, error.reason ?? String(error));
  }
}

for (const folder of folders) {
  for await (const found of findFiles(folder)) {
    const reading =
      found.kind === 'file' ? await read(found.path) : noReading(found.path, String(found.error));
    process.stdout.write(`${JSON.stringify(reading)}\n`);
  }
}
