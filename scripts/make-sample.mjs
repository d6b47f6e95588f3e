// node --import tsx scripts/make-sample.mjs FOLDER
// Writes the three sample sessions, the same bytes every time.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { resentQuestion, silenceAfterCrash, silenceThenCorrection } from '../test/support/cases.ts';

const samples = {
  '1-resent-question.json': resentQuestion,
  '2-silence-after-crash.json': silenceAfterCrash,
  '3-silence-then-correction.json': silenceThenCorrection,
};

const [folder, ...rest] = process.argv.slice(2);
if (folder === undefined || rest.length > 0) {
  console.error('Usage: node --import tsx scripts/make-sample.mjs FOLDER');
  process.exitCode = 2;
} else {
  mkdirSync(folder, { recursive: true });
  for (const [name, build] of Object.entries(samples)) {
    writeFileSync(path.join(folder, name), `${JSON.stringify(build(), null, 2)}\n`);
  }
}
