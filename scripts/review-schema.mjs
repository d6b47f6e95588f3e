// npm run review-schema: writes media/review-event.schema.json, by which editors check review files.
// With --check it fails when the file is not what src says.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventSchema } from '../src/core/review/events.ts';

const file = path.join(import.meta.dirname, '../media/review-event.schema.json');
const content = `${JSON.stringify(eventSchema(), null, 2)}\n`;

if (!process.argv.includes('--check')) writeFileSync(file, content);
else if (readFileSync(file, 'utf8') !== content) {
  console.error(
    "media/review-event.schema.json is not what src says: run 'npm run review-schema'.",
  );
  process.exit(1);
}
