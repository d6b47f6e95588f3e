import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAUSES } from '../../../src/core/findings/causes/table';
import { findSilence } from '../../../src/core/findings/find-silence';
import type { Cause } from '../../../src/core/findings/findings';
import type { ToolPart } from '../../../src/core/model/message';
import {
  assistant,
  excerpt,
  failedRow,
  harness,
  person,
  reasoning,
  session,
  text,
  tokens,
  tool,
  type Values,
} from '../../support/build';

const ask = person('Rename the module and run its tests.');
const said = assistant([text('Done.')], {
  finish: 'stop',
  rawFinish: 'stop',
  completed: 1,
  tokens: tokens({ input: 5, output: 3 }),
});

/** Causes of the first incident in a session that records stop reasons, tokens and completions. */
function causes(...messages: readonly Values[]): readonly Cause[] {
  return findSilence(session([ask, said, ask, ...messages])).incidents[0]?.causes ?? [];
}

const brief = (found: readonly Cause[]) =>
  found.map(({ code, confidence }) => `${code} ${confidence}`);

const stop: Values = { finish: 'stop', rawFinish: 'end_turn', completed: 2 };

test('codes are stable kebab-case and stand once in the table', () => {
  const codes = CAUSES.map(({ code }) => code);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^[a-z]+(?:-[a-z]+)*$/);
  assert.ok(CAUSES.every(({ label }) => label.length > 5 && label.length < 60));
});

test('a failed request is quoted; the same error is said once', () => {
  const failed = failedRow('Overloaded');
  const [cause] = causes(failed, failed, failedRow('Other'));
  assert.deepEqual(cause, {
    code: 'request-failed',
    label: 'The request failed',
    confidence: 'certain',
    evidence: [
      { text: 'The request failed: “APIError: Overloaded”.', messages: [3, 4] },
      { text: 'The request failed: “APIError: Other”.', messages: [5] },
    ],
  });
});

test('retries without an answer are a failed request of the missing response', () => {
  const retry: Values = {
    role: 'system',
    author: 'program',
    harness: 'request-failed',
    error: { name: '500', message: 'no' },
  };
  const [cause] = causes(retry, retry);
  assert.equal(cause?.code, 'request-failed');
  assert.deepEqual(cause.evidence, [
    {
      text: 'The request failed 2 times and no response followed: “500: no”.',
      messages: [2, 3, 4],
    },
  ]);
});

test('a full context and a rejected history are read from the error', () => {
  assert.deepEqual(brief(causes(failedRow('prompt is too long: 201000 tokens'))), [
    'request-failed certain',
    'context-near-limit certain',
  ]);
  assert.deepEqual(brief(causes(failedRow('messages.4: text content blocks must be non-empty'))), [
    'request-failed certain',
    'poisoned-history likely',
  ]);
});

test('an interruption is certain with a mark and likely without', () => {
  const mark = harness('interrupt-marker', '[Request interrupted by user]');
  assert.deepEqual(brief(causes(assistant([]), mark)), ['stopped-by-person certain']);
  assert.deepEqual(brief(causes(mark, ask, said)), ['stopped-by-person certain']);
  assert.deepEqual(brief(causes(assistant([], { finish: 'aborted' }))), [
    'stopped-by-person likely',
  ]);
});

test('stop reasons are quoted in the format’s own words', () => {
  const filtered = causes(
    assistant([], { ...stop, finish: 'content-filter', rawFinish: 'refusal' }),
  );
  assert.deepEqual(brief(filtered), ['content-filter certain']);
  assert.match(filtered[0]?.evidence[0]?.text ?? '', /“refusal”/);
  assert.deepEqual(
    brief(
      causes(assistant([], { ...stop, finish: 'unknown', rawFinish: 'MALFORMED_FUNCTION_CALL' })),
    ),
    ['malformed-call certain'],
  );
  assert.deepEqual(brief(causes(assistant([], { ...stop, finish: 'tool-calls' }))), [
    'malformed-call likely',
  ]);
});

test('a used-up budget is certain by the stop reason and possible by the count', () => {
  const cut = causes(
    assistant([reasoning('Hm')], {
      ...stop,
      finish: 'length',
      tokens: tokens({ input: 9, output: 16_383 }),
    }),
  );
  assert.equal(brief(cut)[0], 'output-budget certain');
  assert.equal(
    cut[0]?.evidence[0]?.text,
    'The response reached its length limit after 16,383 output tokens. Reasoning used it up.',
  );
  const near = causes(
    assistant([reasoning('Hm')], { ...stop, tokens: tokens({ input: 9, output: 8191 }) }),
  );
  assert.deepEqual(brief(near), ['reasoning-only-stop certain', 'output-budget possible']);
});

test('a missing stop reason says something only where other responses have one', () => {
  const bare = assistant([], { completed: null });
  assert.deepEqual(brief(causes(bare)), ['stream-cut likely']);
  assert.deepEqual(brief(causes(assistant([], { completed: 2 }))), ['stream-cut possible']);
  const nothingRecorded = findSilence(session([ask, assistant([text('Done.')]), ask, bare]));
  assert.deepEqual(nothingRecorded.incidents[0]?.causes, []);
  assert.deepEqual(nothingRecorded.incidents[0].notRecorded, ['stop reason', 'tokens', 'times']);
});

test('reasoning that was cut while it was written', () => {
  const open = assistant(
    [
      {
        ...reasoning('Let'),
        kind: 'reasoning',
        body: excerpt('Let'),
        sealed: false,
        closed: false,
      },
    ],
    stop,
  );
  assert.ok(brief(causes(open)).includes('stream-cut likely'));
});

test('stand-ins, blank text and zero counts', () => {
  const holder = causes(assistant([text('(no content)')], stop));
  assert.deepEqual(brief(holder), ['placeholder-row certain']);
  assert.match(holder[0]?.evidence[0]?.text ?? '', /“\(no content\)”/);
  assert.deepEqual(brief(causes(assistant([text('\n\n')], stop))), ['blank-text certain']);
  assert.deepEqual(
    brief(causes(assistant([], { ...stop, tokens: tokens({ input: 0, output: 0 }) }))),
    ['zero-usage likely'],
  );
  assert.deepEqual(
    brief(causes(assistant([], { ...stop, tokens: tokens({ input: 90, output: 0 }) }))),
    ['zero-output possible'],
  );
});

test('zero counts say less where answers have zero counts too', () => {
  const zero = tokens({ input: 0, output: 0 });
  const { incidents } = findSilence(
    session([
      ask,
      assistant([text('Done.')], { ...stop, tokens: zero }),
      ask,
      assistant([], { ...stop, tokens: zero }),
    ]),
  );
  assert.deepEqual(brief(incidents[0]?.causes ?? []), ['zero-usage possible']);
});

test('a filler after a resume', () => {
  const filler = assistant([text('No response requested.')], stop);
  const found = causes(
    harness('continue-after-resume', 'Continue from where you left off.'),
    filler,
  );
  assert.deepEqual(brief(found), ['placeholder-row certain', 'resume-no-op likely']);
});

test('text that the writer lost is never called silence of the model', () => {
  const orphan = { ...ask, parentMissing: true };
  const lost = causes(assistant([reasoning('Hm')], stop), orphan, said);
  assert.deepEqual(brief(lost), ['text-lost-by-writer likely', 'reasoning-only-stop possible']);
  assert.match(lost[0]?.evidence[0]?.text ?? '', /^No text is recorded;/);
  assert.deepEqual(lost[0]?.evidence[0]?.messages, [3, 4]);
  const billed = causes(assistant([], { ...stop, tokens: tokens({ input: 9, output: 1250 }) }));
  assert.deepEqual(brief(billed), ['text-lost-by-writer likely']);
  assert.match(billed[0]?.evidence[0]?.text ?? '', /1,250 output tokens/);
});

/** Causes of an empty response right after this tool call. */
const after = (values: Partial<ToolPart>, name = 'bash') =>
  causes(assistant([tool(name, values)], { ...stop, finish: 'tool-calls' }), assistant([], stop));

test('a failing tool result right before is evidence, a sound one too', () => {
  const trace = 'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: bad shape';
  assert.deepEqual(brief(after({ output: excerpt(trace) })), ['tool-failure-before likely']);
  assert.deepEqual(brief(after({ output: excerpt('x', 9000), outputTail: trace })), [
    'tool-failure-before likely',
  ]);
  assert.deepEqual(brief(after({ exitCode: 2, output: excerpt('2 tests failed') })), [
    'tool-failure-before possible',
  ]);
  assert.deepEqual(brief(after({ status: 'error' })), ['tool-failure-before possible']);
  for (const line of [
    'Killed',
    'panic: runtime error',
    "thread 'main' panicked at src/a.rs:3",
    'CUDA out of memory',
    'Segmentation fault (core dumped)',
  ]) {
    assert.deepEqual(
      brief(after({ output: excerpt(`step 1\n${line}`) })),
      ['tool-failure-before likely'],
      line,
    );
  }
  assert.deepEqual(brief(after({ output: excerpt('ok') })), ['silent-after-tools possible']);
  assert.deepEqual(
    brief(after({ output: excerpt(trace) }, 'read')),
    ['silent-after-tools possible'],
    'a file that is shown',
  );
});

test('the evidence quotes the last error line, at most 120 characters, with its message', () => {
  const [cause] = after({
    output: excerpt(`first\nValueError: ${'x'.repeat(300)}\nbye`),
    exitCode: 1,
  });
  const [evidence] = cause?.evidence ?? [];
  const quote = /“(ValueError[^”]*)”/.exec(evidence?.text ?? '')?.[1] ?? '';
  assert.equal(quote.length, 120);
  assert.match(evidence?.text ?? '', /in message 3 /);
  assert.deepEqual(evidence?.messages, [3, 4]);
});

test('the failure of an earlier turn is none of this one', () => {
  const failed = assistant([tool('bash', { status: 'error' })], { ...stop, finish: 'tool-calls' });
  assert.deepEqual(
    brief(causes(failed, said, person('Now the documents.'), assistant([], stop))),
    [],
  );
});

test('the context was compacted right before, or nearly full', () => {
  const boundary: Values = { role: 'system', author: 'program', harness: 'compaction-boundary' };
  assert.deepEqual(brief(causes(boundary, assistant([], stop))), ['context-near-limit possible']);
  assert.deepEqual(brief(causes(assistant([], stop), boundary)), ['context-near-limit possible']);
  const full = assistant([], {
    ...stop,
    model: 'claude-x',
    tokens: tokens({ input: 9, output: 1, cacheRead: 198_000 }),
  });
  assert.deepEqual(brief(causes(full)), ['context-near-limit possible']);
});

test('the word of the harness is certain, and causes are sorted by certainty', () => {
  const found = causes(
    assistant([tool('bash')], { ...stop, finish: 'tool-calls' }),
    assistant([reasoning('Hm')], stop),
    harness('no-visible-output-nudge'),
    said,
  );
  assert.deepEqual(brief(found), [
    'reasoning-only-stop certain',
    'harness-says-empty certain',
    'silent-after-tools possible',
  ]);
});
