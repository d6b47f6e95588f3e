import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Findings } from '../../../src/core/findings/findings';
import { findSilence } from '../../../src/core/findings/find-silence';
import { precision, qualityOfVerdicts, recall } from '../../../src/core/quality/verdict-quality';
import { anchorOf } from '../../../src/core/review/anchor';
import { codebookOf, labelOf, merged, renamed, withLabel } from '../../../src/core/review/codebook';
import { eventLine, parseEventLine, type MarkEvent } from '../../../src/core/review/events';
import { placeMarks } from '../../../src/core/review/marks';
import { incidentAt, unreviewed } from '../../../src/core/review/progress';
import type { Session, Transcript } from '../../../src/core/model/session';
import { readText } from '../../support/read';

const MESSAGES = [
  { role: 'user', content: 'Sort the list of all the towns.' },
  { role: 'assistant', content: '' },
  { role: 'user', content: 'continue' },
  { role: 'assistant', content: 'The towns are sorted by name.' },
  { role: 'user', content: 'And now by size, please.' },
  { role: 'assistant', content: '' },
  { role: 'user', content: 'And now by size, please.' },
  { role: 'assistant', content: 'The towns are sorted by size.' },
];
let transcript: Transcript;
let session: Session;
let findings: Findings;
before(async () => {
  transcript = await readText(JSON.stringify(MESSAGES), 'towns.json');
  [session] = transcript.sessions;
  findings = findSilence(session);
});

let ids = 0;
const stamp = (number: number, time: number, author = 'ada') => {
  const anchor = anchorOf(session, number);
  assert.ok(anchor);
  ids += 1;
  return { v: 1, id: `e${ids}`, time, author, anchor };
};
const verdict = (
  number: number,
  time: number,
  word: 'right' | 'wrong' | 'other-cause' | 'missed' | 'withdrawn',
  flag: string | null = 'void',
  author?: string,
): MarkEvent => ({ ...stamp(number, time, author), event: 'verdict-given', flag, verdict: word });
const label = (number: number, time: number, on: boolean): MarkEvent => ({
  ...stamp(number, time),
  event: 'label-set',
  label: 'crash',
  scope: 'incident',
  on,
});
const state = (number: number, time: number, reviewed: boolean): MarkEvent => ({
  ...stamp(number, time),
  event: 'state-set',
  reviewed,
});
const marksOf = (...events: readonly MarkEvent[]) =>
  placeMarks(transcript, events).sessions.get(0) ?? new Map<number, never>();

describe('marks', () => {
  it('the last one of a reviewer counts, whatever the order of the files', () => {
    const events = [
      verdict(1, 10, 'wrong'),
      verdict(1, 20, 'right'),
      verdict(1, 15, 'other-cause', 'void', 'ben'),
      label(1, 10, true),
      label(5, 10, true),
      label(5, 11, false),
      state(1, 30, true),
      verdict(5, 10, 'right'),
      verdict(5, 11, 'withdrawn'),
    ];
    const expected = marksOf(...events);
    assert.deepEqual(
      expected
        .get(1)
        ?.verdicts.map(({ author, verdict: word }) => [author, word])
        .sort(),
      [
        ['ada', 'right'],
        ['ben', 'other-cause'],
      ],
    );
    assert.deepEqual(expected.get(1)?.labels, [
      { author: 'ada', label: 'crash', scope: 'incident' },
    ]);
    assert.deepEqual(expected.get(1)?.reviewed, ['ada']);
    assert.deepEqual(expected.get(5), { verdicts: [], labels: [], reviewed: [] });
    fc.assert(
      fc.property(fc.shuffledSubarray(events, { minLength: events.length }), (shuffled) => {
        const shown = marksOf(...shuffled, ...shuffled.slice(0, 3)).get(1);
        assert.deepEqual(new Set(shown?.verdicts), new Set(expected.get(1)?.verdicts));
        assert.deepEqual(shown?.labels, expected.get(1)?.labels);
      }),
    );
  });

  it('are found again in another transcript, and told where they cannot', async () => {
    const grown = await readText(
      JSON.stringify([{ role: 'system', content: 'Be brief.' }, ...MESSAGES]),
      'towns.json',
    );
    const lost = await readText(
      JSON.stringify([{ role: 'user', content: 'Other.' }]),
      'other.json',
    );
    const events = [verdict(3, 1, 'missed', null)];
    assert.deepEqual([...(placeMarks(grown, events).sessions.get(0)?.keys() ?? [])], [4]);
    assert.equal(placeMarks(lost, events).stale.length, 1);
  });

  it('survive the way to the file and back', () => {
    for (const event of [verdict(1, 1, 'right'), label(1, 2, true), state(1, 3, false)]) {
      assert.deepEqual(parseEventLine(eventLine(event).trimEnd()), { kind: 'event', event });
    }
  });

  it('tell which incidents are left', () => {
    assert.deepEqual(unreviewed(findings, marksOf()), [1, 5]);
    assert.deepEqual(unreviewed(findings, marksOf(state(1, 1, true))), [5]);
    assert.deepEqual(
      [0, 1, 2, 3, 6].map((number) => incidentAt(findings, number)?.empties[0] ?? null),
      [null, 1, 1, 1, 5],
    );
  });

  it('give precision and recall with counts', () => {
    const quality = qualityOfVerdicts(
      findings,
      marksOf(
        verdict(1, 1, 'right'),
        verdict(5, 1, 'wrong'),
        verdict(2, 1, 'other-cause', 'nudge'),
        verdict(3, 1, 'missed', null),
      ),
    );
    const kind = (name: string) => quality.kinds.find((row) => row.name === name);
    assert.deepEqual(kind('void'), {
      name: 'void',
      right: 1,
      wrong: 1,
      otherCause: 0,
      unjudged: 0,
    });
    const ofVoid = kind('void');
    assert.ok(ofVoid);
    assert.equal(precision(ofVoid), 0.5);
    const ofResend = kind('resend');
    assert.ok(ofResend);
    assert.equal(precision(ofResend), null);
    assert.equal(recall(quality), 2 / 3);
  });
});

describe('codebook', () => {
  it('is read from a setting, whatever that holds', () => {
    assert.deepEqual(codebookOf(['crash', { id: 'a', name: 'A' }, 7, null, 'crash']), [
      { id: 'crash', name: 'crash', replaces: [] },
      { id: 'a', name: 'A', replaces: [] },
    ]);
    assert.deepEqual(codebookOf('crash'), []);
  });

  it('keeps what is labelled when labels are renamed and merged', () => {
    const first = withLabel(withLabel(withLabel([], 'crash'), 'oom'), 'full');
    assert.equal(withLabel(first, 'oom'), first);
    const second = merged(renamed(first, 'oom', 'Out of memory'), 'crash', 'oom');
    assert.equal(labelOf(second, 'crash').name, 'Out of memory');
    const third = merged(second, 'oom', 'full');
    assert.equal(labelOf(third, 'crash').id, 'full');
    assert.equal(labelOf(third, 'oom').id, 'full');
    assert.equal(labelOf(third, 'unknown').name, 'unknown');
  });
});
