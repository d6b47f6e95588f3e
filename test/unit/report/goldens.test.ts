import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { exporters } from '../../../src/core/report/exporters';
import { resentQuestion, silenceAfterCrash, silenceThenCorrection } from '../../support/cases';
import { reviewOfCase } from '../../support/review-of-case';

/** `npm run goldens` writes them again; look at the difference before it is committed. */
const FOLDER = path.resolve(import.meta.dirname, '../../golden');
const isRenewed = process.env['RENEW_GOLDENS'] === '1';

for (const [name, content, empty] of [
  ['resent-question', resentQuestion, 8132],
  ['silence-after-crash', silenceAfterCrash, 9285],
  ['silence-then-correction', silenceThenCorrection, 8584],
] as const) {
  test(`every export of ${name} is what it was`, async () => {
    const report = await reviewOfCase(`${name}.json`, content(), empty);
    for (const exporter of exporters) {
      const { id, ending } = exporter;
      const file = path.join(FOLDER, `${name}${ending}`);
      const written = exporter.write(report);
      if (isRenewed) {
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(file, written);
      }
      assert.ok(existsSync(file), `${file} is not there: run 'npm run goldens'.`);
      assert.equal(written, readFileSync(file, 'utf8'), `${id} changed: run 'npm run goldens'.`);
    }
  });
}
