import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import * as z from 'zod';
import type { Marks } from '../../../src/core/review/marks';
import type { Thread } from '../../../src/core/review/thread';
import { reviewReport } from '../../../src/core/report/review-report';
import { sarif } from '../../../src/core/report/sarif';
import { assistant, findings, flag, person, session, text, transcript } from '../../support/build';
import { silenceThenCorrection } from '../../support/cases';
import { reviewOfCase } from '../../support/review-of-case';

const SCHEMA = path.resolve(import.meta.dirname, '../../fixtures/sarif/sarif-2.1.0.schema.json');

/** An old draft of JSON schema, which reads the same today but for its name. */
const schema = Object.fromEntries(
  Object.entries(z.looseObject({}).parse(JSON.parse(readFileSync(SCHEMA, 'utf8')))).filter(
    ([key]) => key !== '$schema' && key !== 'id',
  ),
);
const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
  schema,
);

const location = z.looseObject({
  physicalLocation: z.looseObject({
    artifactLocation: z.looseObject({ uri: z.string() }),
    region: z.record(z.string(), z.number()).optional(),
  }),
  message: z.object({ text: z.string() }).optional(),
});
const log = z.looseObject({
  runs: z.tuple([
    z.looseObject({
      tool: z.looseObject({
        driver: z.looseObject({ rules: z.array(z.looseObject({ id: z.string() })) }),
      }),
      results: z.array(
        z.looseObject({
          ruleId: z.string(),
          ruleIndex: z.number(),
          message: z.object({ text: z.string() }),
          locations: z.array(location),
          relatedLocations: z.array(location).optional(),
          partialFingerprints: z.record(z.string(), z.string()),
          properties: z.looseObject({}),
        }),
      ),
    }),
  ]),
});

function runOf(written: string) {
  const value: unknown = JSON.parse(written);
  assert.ok(validate(value), JSON.stringify(validate.errors, null, 2));
  return log.parse(value).runs[0];
}

const thread = (number: number | null, body: string): Thread => ({
  id: `thread-${number ?? 'stale'}`,
  sessionId: 'session-1',
  number,
  match: number === null ? null : 'id',
  anchoredNumber: number ?? 7,
  quote: 'Some words.',
  resolved: false,
  comments: [{ id: `c-${number ?? 'stale'}`, author: 'Ada', body, created: 0, edited: null }],
});

function small(
  threads: readonly Thread[],
  where: 'lines' | 'bytes' = 'lines',
  marks: Marks = new Map(),
) {
  const place = (start: number) =>
    where === 'lines'
      ? { start, end: start + 9, line: start / 10 + 1, endLine: start / 10 + 3 }
      : { start, end: start + 9, line: null };
  const one = session([
    person('Sort it.', { places: [place(0)] }),
    assistant([], { places: [place(10)] }),
    assistant([text('Sorted.')], { places: [place(20)] }),
  ]);
  return reviewReport({
    file: 'C:\\work\\run 1.jsonl',
    version: '1.2.3',
    transcript: transcript(one),
    findings: [findings(one, [flag(1, 'void')])],
    threads: [threads],
    marks: [marks],
    labelName: (id) => id,
    remarks: [],
  });
}

describe('SARIF', () => {
  it('validates against the schema, with rules for all its results', async () => {
    const report = await reviewOfCase('case.json', silenceThenCorrection(), 8584);
    const { tool, results } = runOf(sarif.write(report));
    const rules = tool.driver.rules.map(({ id }) => id);
    assert.equal(new Set(rules).size, rules.length);
    for (const { ruleId, ruleIndex } of results) assert.equal(rules[ruleIndex], ruleId);
    assert.deepEqual(
      results.map(({ ruleId }) => ruleId),
      [
        'empty/void',
        'corrective/redirect',
        'cause/blank-text',
        'cause/silent-after-tools',
        'review/comment',
        'review/comment',
        'review/mark',
      ],
    );
  });

  it('suppresses a flag that was judged wrong, unless somebody disagrees', () => {
    const judged = (...verdicts: readonly ('right' | 'wrong')[]) => {
      const marks = {
        verdicts: verdicts.map((verdict) => ({ author: 'Ada', flag: 'void', verdict, time: 0 })),
        labels: [],
        reviewed: [],
      };
      const [result] = runOf(sarif.write(small([], 'lines', new Map([[1, marks]])))).results;
      return result !== undefined && 'suppressions' in result;
    };
    assert.deepEqual([judged(), judged('wrong'), judged('wrong', 'right')], [false, true, false]);
  });

  it('points to lines where there are lines, else to bytes', () => {
    const regions = (where: 'lines' | 'bytes') =>
      runOf(sarif.write(small([], where))).results[0]?.locations.map(
        (one) => one.physicalLocation.region,
      );
    assert.deepEqual(regions('lines'), [{ startLine: 2, endLine: 4 }]);
    assert.deepEqual(regions('bytes'), [{ byteOffset: 10, byteLength: 9 }]);
  });

  it('names the transcript without its folders, as an address', () => {
    const [result] = runOf(sarif.write(small([]))).results;
    assert.equal(result?.locations[0]?.physicalLocation.artifactLocation.uri, 'run%201.jsonl');
  });

  it('tells comments with the flag they are on, and others as results of their own', () => {
    const threads = [thread(1, 'Silent.'), thread(2, 'See [this](1).'), thread(null, 'Gone.')];
    const { results } = runOf(sarif.write(small(threads)));
    const [flagged, other, stale] = results;
    assert.deepEqual(
      flagged?.relatedLocations?.map(({ message }) => message?.text),
      ['Ada: Silent.'],
    );
    // No link of a comment becomes one of the log's own places.
    assert.equal(other?.message.text, 'Ada: See \\[this\\](1).');
    assert.match(stale?.message.text ?? '', /^Was on message 7, .*Gone\.$/);
    assert.equal(stale?.locations[0]?.physicalLocation.region, undefined);
  });

  it('gives every result a fingerprint of its own that stays when comments come', () => {
    const before = runOf(sarif.write(small([]))).results.map((one) => one.partialFingerprints);
    const after = runOf(sarif.write(small([thread(1, 'Silent.'), thread(2, 'Late.')]))).results;
    const all = after.map((one) => JSON.stringify(one.partialFingerprints));
    assert.equal(new Set(all).size, after.length);
    assert.deepEqual(after[0]?.partialFingerprints, before[0]);
  });
});
