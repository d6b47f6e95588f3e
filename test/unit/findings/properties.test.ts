import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findSilence } from '../../../src/core/findings/find-silence';
import type { CorrectiveKind, EmptyKind, Flag } from '../../../src/core/findings/findings';
import type { Author, Finish, HarnessKind, Part, Role } from '../../../src/core/model/message';
import { reasoning, session, text, tokens, tool, type Values } from '../../support/build';

const CORRECTIVES: ReadonlySet<EmptyKind | CorrectiveKind> = new Set([
  'resend',
  'nudge',
  'complaint',
  'redirect',
]);
const isCorrective = ({ kind }: Flag) => CORRECTIVES.has(kind);

const words = fc.constantFrom(
  'continue',
  'Fix the parser.',
  'Fix the parser and run every test of it again.',
  'no answer?',
  'Stop. Read the docs first.',
  '',
  '\n',
  '(no content)',
  '<conversation_data> </conversation_data>',
  'Done.',
  'No reply needed.',
  "You've hit your limit · resets 3pm",
);
const part: fc.Arbitrary<Part> = fc.oneof(
  words.map((chosen) => text(chosen)),
  fc.constant(reasoning('Hm')),
  fc.constant(tool('bash')),
  fc.constant<Part>({ kind: 'patch', files: ['a.ts'] }),
  fc.constant<Part>({ kind: 'marker', label: 'step', detail: null }),
);
const WRITERS: readonly (readonly [Role, Author, HarnessKind | null])[] = [
  ['user', 'person', null],
  ['assistant', 'assistant', null],
  ['assistant', 'program', 'request-failed'],
  ['assistant', 'program', 'notice'],
  ['assistant', 'program', 'compaction-summary'],
  ['user', 'harness', 'interrupt-marker'],
  ['user', 'harness', 'no-visible-output-nudge'],
  ['user', 'harness', 'continue-after-resume'],
  ['system', 'program', 'request-failed'],
  ['system', 'program', 'compaction-boundary'],
  ['tool', 'program', 'other'],
];
const message: fc.Arbitrary<Values> = fc
  .record({
    writer: fc.constantFrom(...WRITERS),
    parts: fc.array(part, { maxLength: 3 }),
    finish: fc.constantFrom<Finish>(
      'stop',
      'tool-calls',
      'length',
      'error',
      'aborted',
      'unknown',
      null,
    ),
    closed: fc.constantFrom(true, false, null),
    superseded: fc.boolean(),
    parentMissing: fc.boolean(),
    time: fc.option(fc.integer({ min: 0, max: 20_000 })),
    output: fc.option(fc.nat(40_000)),
  })
  .map(({ writer: [role, author, harness], output, ...values }) => ({
    ...values,
    role,
    author,
    harness,
    tokens: output === null ? null : tokens({ output }),
  }));

const sessions = fc.array(message, { maxLength: 40 }).map((messages) => session(messages));
const RUNS = { numRuns: 500 };

test('all numbers are those of messages, and evidence always names some', () => {
  fc.assert(
    fc.property(sessions, (one) => {
      const { flags, incidents } = findSilence(one);
      const numbers = [
        ...flags.flatMap(({ number, answers, refersTo }) => [number, answers, refersTo]),
        ...incidents.flatMap(({ empties, correctives, recoveredBy }) => [
          ...empties,
          ...correctives,
          recoveredBy,
        ]),
        ...incidents.flatMap(({ causes }) =>
          causes.flatMap(({ evidence }) => evidence.flatMap(({ messages }) => messages)),
        ),
      ].filter((number) => number !== null);
      assert.ok(numbers.every((number) => one.messages[number]?.number === number));
      for (const { causes } of incidents) {
        for (const { evidence } of causes) {
          assert.ok(evidence.length > 0);
          assert.ok(
            evidence.every(
              ({ text: sentence, messages }) => sentence !== '' && messages.length > 0,
            ),
          );
        }
      }
    }),
    RUNS,
  );
});

test('every flag belongs to exactly one incident, and every incident has its flags', () => {
  fc.assert(
    fc.property(sessions, (one) => {
      const { flags, incidents } = findSilence(one);
      assert.equal(new Set(incidents.map(({ id }) => id)).size, incidents.length);
      for (const { id, empties, correctives, attempts } of incidents) {
        const own = flags.filter(({ incident }) => incident === id);
        assert.deepEqual(
          own.filter(isCorrective).map(({ number }) => number),
          correctives,
        );
        assert.deepEqual(
          own.filter((flag) => !isCorrective(flag)).map(({ number }) => number),
          empties,
        );
        assert.equal(attempts, correctives.length);
        assert.ok(empties.length > 0);
      }
      const ids = new Set(incidents.map(({ id }) => id));
      assert.ok(flags.every(({ incident }) => ids.has(incident)));
    }),
    RUNS,
  );
});

test('correctives come after what they answer; recoveries after everything', () => {
  fc.assert(
    fc.property(sessions, (one) => {
      const { flags, incidents } = findSilence(one);
      for (const flag of flags) {
        assert.equal(flag.answers !== null, isCorrective(flag));
        if (flag.answers !== null) assert.ok(flag.answers < flag.number);
        if (flag.refersTo !== null) assert.ok(flag.refersTo < flag.number);
        assert.equal(flag.similarity !== null, flag.kind === 'resend');
      }
      for (const { empties, correctives, recoveredBy, outcome, elapsedMs } of incidents) {
        assert.equal(recoveredBy !== null, outcome === 'recovered');
        if (recoveredBy !== null)
          assert.ok([...empties, ...correctives].every((number) => number < recoveredBy));
        assert.ok(elapsedMs === null || elapsedMs >= 0);
      }
    }),
    RUNS,
  );
});

test('superseded, harness and tool-only messages are never flagged', () => {
  fc.assert(
    fc.property(sessions, (one) => {
      for (const flag of findSilence(one).flags) {
        const flagged = one.messages[flag.number];
        assert.ok(flagged !== undefined && !flagged.superseded);
        assert.notEqual(flagged.author, 'harness');
        assert.notEqual(flagged.role, 'tool');
        assert.notEqual(flagged.role, 'system');
        const isPersons = isCorrective(flag) || flag.kind === 'missing';
        assert.equal(flagged.author === 'person', isPersons);
        if (!isPersons && flagged.author === 'assistant') {
          assert.ok(flagged.parts.every(({ kind }) => kind !== 'tool' && kind !== 'patch'));
        }
      }
    }),
    RUNS,
  );
});

test('flags are in the order of the session, one empty and one corrective a message at most', () => {
  fc.assert(
    fc.property(sessions, (one) => {
      const { flags } = findSilence(one);
      assert.deepEqual(
        flags.map(({ number }) => number),
        flags.map(({ number }) => number).sort((a, b) => a - b),
      );
      for (const some of [
        flags.filter(isCorrective),
        flags.filter((flag) => !isCorrective(flag)),
      ]) {
        assert.equal(new Set(some.map(({ number }) => number)).size, some.length);
      }
    }),
    RUNS,
  );
});

test('turns are a partition of the messages', () => {
  fc.assert(
    fc.property(sessions, (one) => {
      const { turns } = findSilence(one);
      const covered = turns.flatMap(({ first, last }) =>
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      );
      assert.deepEqual(
        covered,
        one.messages.map(({ number }) => number),
      );
      for (const { first, person, index } of turns) {
        assert.ok(person === first || (person === null && index === 0));
      }
    }),
    RUNS,
  );
});

test('the same session gives the same findings', () => {
  fc.assert(
    fc.property(sessions, (one) => {
      assert.deepEqual(findSilence(one), findSilence(one));
    }),
  );
});

test('long chains of one kind stay linear', () => {
  const many = Array.from({ length: 30_000 }, (_, at): Values =>
    at % 3 === 0
      ? { role: 'user', author: 'person', parts: [text('continue')] }
      : { role: 'assistant', author: 'assistant', parts: [], closed: false },
  );
  const { incidents } = findSilence(session(many));
  assert.equal(incidents.length, 1);
  assert.equal(incidents[0]?.attempts, 10_000 - 1);
});
