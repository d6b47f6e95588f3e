import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compare, scoreOf, type FoundFlag } from '../../../src/core/quality/compare';
import { parseLabels, type Label } from '../../../src/core/quality/labels';
import { belowAim, qualityText, type ComparedFile } from '../../../src/core/quality/quality-text';

const labelsOf = (...rows: readonly object[]): readonly Label[] =>
  parseLabels(rows.map((row) => JSON.stringify({ file: 'a.jsonl', ...row })).join('\n'));

const flag = (line: number | null, kind: FoundFlag['kind'], number = 0): FoundFlag => ({
  kind,
  line,
  number,
});

const results = (labels: readonly Label[], flags: readonly FoundFlag[]) =>
  compare(labels, flags).map(({ result, kind, found, line }) => [result, kind, found, line]);

test('a flag is right at its line or another that is right as well, with its kind or another such', () => {
  const labels = labelsOf(
    { what: 'empty', kind: 'void', line: 3 },
    { what: 'empty', kind: 'missing', line: 5, alt: ['error'], alt_lines: [6] },
    { what: 'corrective', kind: 'nudge', line: 9 },
  );
  assert.deepEqual(results(labels, [flag(3, 'void'), flag(6, 'error'), flag(8, 'nudge')]), [
    ['right', 'void', 'void', 3],
    ['right', 'missing', 'error', 5],
    ['missed', 'nudge', null, 9],
    ['extra', 'nudge', 'nudge', 8],
  ]);
});

test('another kind at the right place is neither right nor two faults', () => {
  const labels = labelsOf({ what: 'empty', kind: 'void', line: 3 });
  assert.deepEqual(results(labels, [flag(3, 'interrupted')]), [
    ['other-kind', 'void', 'interrupted', 3],
  ]);
  assert.deepEqual(scoreOf(compare(labels, [flag(3, 'interrupted')])), {
    labelled: 1,
    found: 1,
    right: 0,
    precision: 0,
    recall: 0,
  });
});

test('two labels at one place have a flag each', () => {
  const labels = labelsOf(
    { what: 'corrective', kind: 'redirect', line: 3, alt: ['nudge'] },
    { what: 'empty', kind: 'missing', line: 3 },
  );
  assert.deepEqual(results(labels, [flag(3, 'missing'), flag(3, 'nudge')]), [
    ['right', 'redirect', 'nudge', 3],
    ['right', 'missing', 'missing', 3],
  ]);
  assert.deepEqual(
    results(labels, [flag(3, 'missing')]).map(([result]) => result),
    ['missed', 'right'],
  );
});

test('in a document without usable lines the number tells', () => {
  const labels = labelsOf({ what: 'empty', kind: 'void', line: 30, number: 4 });
  assert.deepEqual(results(labels, [flag(null, 'void', 4)]), [['right', 'void', 'void', 30]]);
});

test('doubtful places are not judged, but only for the findings they are about', () => {
  const labels = labelsOf(
    { what: 'doubtful', about: 'empty', line: 3 },
    { what: 'doubtful', about: 'both', line: 4 },
    { what: 'none' },
  );
  assert.deepEqual(
    results(labels, [flag(3, 'void'), flag(3, 'nudge'), flag(4, 'nudge'), flag(4, 'missing')]),
    [['extra', 'nudge', 'nudge', 3]],
  );
});

test('a line that is no label is named', () => {
  assert.throws(() => parseLabels('{"file":"a","what":"none"}\n{"file":"a"}'), /Line 2/);
  assert.throws(() => parseLabels('nonsense'), /Line 1/);
});

const kinds = fc.constantFrom('void', 'error', 'nudge', 'redirect');

test('every label and every flag is counted once, and the shares stay within 0 and 1', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ line: fc.integer({ min: 1, max: 6 }), kind: kinds })),
      fc.array(fc.record({ line: fc.integer({ min: 1, max: 6 }), kind: kinds })),
      (wanted, given) => {
        const labels = labelsOf(
          ...wanted.map((one) => ({
            ...one,
            what: one.kind === 'nudge' || one.kind === 'redirect' ? 'corrective' : 'empty',
          })),
        );
        const flags = given.map(({ line, kind }) => flag(line, kind));
        const score = scoreOf(compare(labels, flags));
        assert.equal(score.labelled, labels.length);
        assert.equal(score.found, flags.length);
        assert.ok(score.right <= Math.min(score.labelled, score.found));
        const same = scoreOf(
          compare(
            labels,
            wanted.map(({ line, kind }) => flag(line, kind)),
          ),
        );
        assert.equal(same.right, labels.length);
      },
    ),
  );
});

test('the text has counts by group, kind and format, each disagreement’s place, and what is not read', () => {
  const labels = labelsOf(
    { what: 'empty', kind: 'void', line: 3 },
    { what: 'corrective', kind: 'nudge', line: 9, note: 'one bare word' },
  );
  const files: readonly ComparedFile[] = [
    {
      file: 'a.jsonl',
      format: 'lines',
      verdicts: compare(labels, [flag(3, 'void')]),
      measured: [],
    },
    {
      file: 'b.jsonl',
      format: 'lines',
      verdicts: compare([], [flag(7, 'error')]),
      measured: [{ kind: 'silent-end', number: 3 }],
    },
    { file: 'c/d.json', format: 'c', verdicts: null, measured: [] },
  ];
  const text = qualityText(files);
  for (const wanted of [
    /^2 of 3 labelled files read$/m,
    /^empty \(aim 0\.95\) +1 +2 +1 +0\.50 +1\.00$/m,
    /^corrective \(aim 0\.9\) +1 +0 +0 +- +0\.00$/m,
    /^empty: error +0 +1 +0 +0\.00 +-$/m,
    /^lines, empty, 2 files +1 +2 +1/m,
    /^ {2}a\.jsonl:9 {2}missed nudge \(one bare word\)$/m,
    /^ {2}b\.jsonl:7 {2}flagged error, not labelled$/m,
    /^ {2}silent-end +1$/m,
    /^Not read yet, not scored: c \(1\)$/m,
  ]) {
    assert.match(text, wanted);
  }
  assert.deepEqual(belowAim(files), ['empty', 'corrective']);
  assert.deepEqual(belowAim([]), []);
});
