// npm run quality [-- FOLDER...]
// How well the detectors agree with the labels of real transcripts: precision and recall with counts,
// and every disagreement with its place. A FOLDER holds transcripts and labels.jsonl; without one, the
// samples that stand beside the project where it is developed. Status 1 when a figure is below its aim.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compareFolder } from '../src/node/quality.ts';
import { belowAim, qualityText } from '../src/core/quality/quality-text.ts';

const samples = path.join(import.meta.dirname, '../../shared/samples');
const given = process.argv.slice(2);

for (const folder of given.length > 0 ? given : [samples]) {
  const labels = path.join(folder, 'labels.jsonl');
  if (!existsSync(labels)) {
    console.error(`There is no ${labels}: give a folder that holds transcripts and labels.jsonl.`);
    process.exitCode = 2;
    continue;
  }
  const files = await compareFolder(folder, readFileSync(labels, 'utf8'));
  console.log(`${folder}\n${qualityText(files)}`);
  if (belowAim(files).length > 0) process.exitCode ??= 1;
}
