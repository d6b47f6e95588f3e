import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import type { Flag } from '../../../src/core/findings/findings';
import {
  assistant,
  excerpt,
  person,
  reasoning,
  session,
  text,
  tool,
  tokens,
  type Values,
} from '../../support/build';

/** The three cases of the design, at the numbers at which they were seen. */

const START = 1_772_438_400_000;

/** Ordinary turns before the case, so that it has its numbers. */
function padding(count: number): readonly Values[] {
  return Array.from({ length: count }, (_, at) =>
    at % 2 === 0
      ? person(`Look at module ${at} and tell me about it.`, { time: START + at })
      : assistant([tool('read'), text(`Module ${at - 1} is in order.`)], {
          time: START + at,
          finish: 'stop',
        }),
  );
}

const flagOf = (flag: Flag) => [
  flag.number,
  flag.kind,
  flag.answers,
  flag.refersTo,
  flag.similarity,
];

test('re-sent question: 8132 is empty, 8133 repeats 8131 word for word, 8134 answers', () => {
  const question =
    '| temperature | loss |\n| --- | --- |\n| 4 | 2.087 |\n\nWhy is the gain at 4 so large?';
  const one = session([
    ...padding(8130),
    assistant([text('This is the breakthrough: a loss of 2.087.')], {
      time: START + 9000,
      finish: 'stop',
    }),
    person(question, { time: START + 10_000 }),
    assistant([], {
      time: START + 11_000,
      finish: 'unknown',
      rawFinish: 'unknown',
      tokens: tokens({ input: 900, output: 0, cacheRead: 100 }),
    }),
    person(question, { time: START + 53_000 }),
    assistant([text('Because the split is not clean.')], { time: START + 54_000, finish: 'stop' }),
  ]);

  const { flags, incidents } = findSilence(one);

  assert.deepEqual(flags.map(flagOf), [
    [8132, 'void', null, null, null],
    [8133, 'resend', 8132, 8131, 1],
  ]);
  assert.equal(incidents.length, 1);
  assert.deepEqual(
    { ...incidents[0], causes: [] },
    {
      id: 'i-8132',
      empties: [8132],
      correctives: [8133],
      recovery: 'resend',
      recoveredBy: 8134,
      outcome: 'recovered',
      attempts: 1,
      elapsedMs: 43_000,
      tokensRespent: 1000,
      changes: [],
      causes: [],
      notRecorded: [],
    },
  );
  assert.deepEqual(
    incidents[0]?.causes.map(({ code }) => code),
    ['zero-output'],
  );
});

test('silence after a crash: 9284 ends in a traceback, 9285 is empty, 9286 is "continue"', () => {
  const traceback = [
    'step 1190 loss 2.199',
    'Exception in thread teacher-worker:',
    'Traceback (most recent call last):',
    '  File "teacher.py", line 88, in run',
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.81 GiB.',
  ].join('\n');
  const one = session([
    ...padding(9282),
    person('Train with the chunked KL loss.'),
    assistant([tool('bash', { output: excerpt('[1] 48213') })], { finish: 'tool-calls' }),
    assistant(
      [tool('bash', { output: excerpt('step 1', 9000), outputTail: traceback, exitCode: 0 })],
      { finish: 'tool-calls' },
    ),
    assistant([], { finish: 'stop', tokens: tokens({ input: 5, output: 0 }) }),
    person('continue'),
    assistant([reasoning('Still OOM even with chunked KL'), tool('read')], {
      finish: 'tool-calls',
    }),
    assistant([text('The run ended: out of memory.')], { finish: 'stop' }),
  ]);

  const { flags, incidents } = findSilence(one);

  assert.deepEqual(flags.map(flagOf), [
    [9285, 'void', null, null, null],
    [9286, 'nudge', 9285, null, null],
  ]);
  const [incident] = incidents;
  assert.equal(incident?.outcome, 'recovered');
  assert.equal(incident.recoveredBy, 9287);
  const cause = incident.causes.find(({ code }) => code === 'tool-failure-before');
  assert.equal(cause?.confidence, 'likely');
  assert.deepEqual(cause.evidence, [
    {
      text: 'The result of “bash” in message 9284 says that memory ran out: “torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.81 GiB.”, although its exit code is 0.',
      messages: [9284, 9285],
    },
  ]);
});

test('silence, then a correction: 8584 holds only an envelope, 8585 contradicts 8583', () => {
  const one = session([
    ...padding(8582),
    person('Prepare the long-context run that docs describe.'),
    assistant(
      [
        text('I will edit the script train.py: set LENGTH to 8192.'),
        tool('grep', { title: 'LENGTH' }),
      ],
      { finish: 'tool-calls' },
    ),
    assistant([text('\n<conversation_data>\n\n</conversation_data>\n')], { finish: 'stop' }),
    person(
      'Read all the documents in docs first, and do not change the script: the length belongs in the configuration.',
    ),
    assistant([tool('read'), tool('read')], { finish: 'tool-calls' }),
    assistant([text('I have read them.')], { finish: 'stop' }),
  ]);

  const { flags, incidents } = findSilence(one);

  assert.deepEqual(flags.map(flagOf), [
    [8584, 'void', null, null, null],
    [8585, 'redirect', 8584, 8583, null],
  ]);
  assert.equal(incidents[0]?.recovery, 'redirect');
  assert.equal(incidents[0].recoveredBy, 8586);
  assert.equal(incidents[0].causes[0]?.code, 'blank-text');
});
