import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowOf, windowsFrom } from '../../../src/core/findings/causes/context-windows';
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
        tail: '',
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

const evidence = (found: readonly Cause[], code: string) =>
  found.find((cause) => cause.code === code)?.evidence[0]?.text;

test('what a tool only shows is no failure of it', () => {
  const log = excerpt(
    '12:00 Traceback (most recent call last):\nTraceback (most recent call last):\nKeyError: 1',
  );
  for (const title of ['grep -rn Traceback logs', 'cat run.log', 'cd app && tail -n 50 run.log']) {
    assert.deepEqual(brief(after({ title, output: log })), ['silent-after-tools possible'], title);
  }
  assert.deepEqual(brief(after({ title: 'grep -n x a.ts', exitCode: 1, output: excerpt('') })), [
    'silent-after-tools possible',
  ]);
  assert.deepEqual(
    brief(
      after({
        title: 'pytest',
        output: excerpt('MemoryError raised as expected\nMemoryError\n3 passed'),
      }),
    ),
    ['silent-after-tools possible'],
    'tests that expect an error',
  );
});

test('how sure a tool’s failure is follows from its exit state and its words', () => {
  const killed = excerpt('epoch 3\nKilled');
  const text = (found: readonly Cause[]) => evidence(found, 'tool-failure-before');
  assert.equal(
    text(after({ exitCode: 137, output: killed })),
    'The result of “bash” in message 3 says that the process was killed: “Killed” (exit code 137).',
  );
  assert.deepEqual(brief(after({ exitCode: 0, output: killed })), ['tool-failure-before likely']);
  const goneOn = excerpt('Killed\nnext epoch\ndone');
  assert.deepEqual(brief(after({ exitCode: 0, output: goneOn })), ['tool-failure-before possible']);
  assert.match(text(after({ exitCode: 0, output: killed })) ?? '', /although its exit code is 0/);
  const refused = excerpt('connect ECONNREFUSED 127.0.0.1:80');
  assert.deepEqual(brief(after({ output: refused })), ['tool-failure-before possible']);
  assert.deepEqual(brief(after({ exitCode: 1, output: refused })), ['tool-failure-before likely']);
  assert.deepEqual(brief(after({ exitCode: 0, output: refused })), ['silent-after-tools possible']);
  assert.deepEqual(brief(after({ output: excerpt(`${refused.text}\nretried, done`) })), [
    'silent-after-tools possible',
  ]);
});

test('a call without its result', () => {
  assert.deepEqual(brief(after({ status: 'running' })), ['tool-failure-before likely']);
  assert.deepEqual(brief(after({ status: 'no-result' })), ['tool-failure-before possible']);
  assert.deepEqual(brief(after({ status: 'no-result', interrupted: true })), [
    'silent-after-tools possible',
  ]);
});

test('a call that was not permitted, and a subagent that returned nothing', () => {
  const denied = after({
    status: 'error',
    output: excerpt('Permission to use Bash with command rm -r out has been denied.'),
  });
  assert.ok(brief(denied).includes('permission-denied likely'));
  const asked = after({ output: excerpt('This command requires approval') });
  assert.ok(!brief(asked).includes('permission-denied likely'), 'words of a result in order');
  assert.deepEqual(brief(after({ output: excerpt(' ') }, 'task')), [
    'subagent-silent likely',
    'silent-after-tools possible',
  ]);
  assert.deepEqual(brief(after({ output: excerpt('Three files.') }, 'task')), [
    'silent-after-tools possible',
  ]);
});

test('reasoning that breaks off, long reasoning, and a clean stop are told apart', () => {
  const thought = (end: string) =>
    reasoning(`${'They want the module renamed. '.repeat(20)}${end}`);
  const found = (end: string, values: Values = stop) =>
    brief(causes(assistant([thought(end)], values)));
  assert.deepEqual(found('Now I look at it.'), ['reasoning-only-stop certain']);
  assert.deepEqual(found('and then the'), [
    'reasoning-only-stop certain',
    'cut-mid-thought possible',
  ]);
  assert.ok(found('and then the', { completed: null }).includes('cut-mid-thought likely'));
  assert.ok(!found('先看测试。').includes('cut-mid-thought possible'));
  const long = causes(
    assistant(
      [{ ...reasoning('They want'), body: excerpt('They want', 24_301), tail: 'then done.' }],
      {
        ...stop,
        time: 1000,
        completed: 241_000,
      },
    ),
  );
  assert.equal(
    evidence(long, 'long-reasoning'),
    'It wrote 24,301 characters of reasoning in 4 min and then nothing.',
  );
});

test('a budget that reasoning used up is told in numbers', () => {
  const used = causes(
    assistant([reasoning('Hm.')], {
      ...stop,
      tokens: tokens({ input: 9, output: 0, reasoning: 8191 }),
    }),
  );
  assert.equal(
    evidence(used, 'output-budget'),
    '8,191 of 8,192 output tokens, a usual limit, went to reasoning.',
  );
});

test('the gap after a cut response is told', () => {
  const cut = causes(
    assistant([], { completed: null, time: 1000 }),
    person('continue', { time: 841_000 }),
    said,
  );
  assert.match(evidence(cut, 'stream-cut') ?? '', /The next row came 14 min later\.$/);
});

test('how full the context was is told by the model’s window, if it is known', () => {
  const at = (model: string, input: number) =>
    evidence(
      causes(assistant([], { ...stop, model, tokens: tokens({ input, output: 1 }) })),
      'context-near-limit',
    );
  assert.equal(
    at('us.anthropic.claude-x-v1', 194_000),
    'The context was at 97 % of 200,000 tokens.',
  );
  assert.equal(at('claude-x[1m]', 194_000), undefined);
  assert.equal(at('unknown-coder', 194_000), undefined);
  assert.equal(at('claude-x', 189_000), undefined);
  assert.equal(at('claude-x', 205_000), undefined);
});

test('windows of a setting come before the table', () => {
  const { windows, problem } = windowsFrom({
    'Large-Coder': 1000,
    'large-coder-xl': 4000,
    claude: 10,
  });
  assert.equal(problem, null);
  assert.equal(windowOf('acme/large-coder-2', windows), 1000);
  assert.equal(windowOf('large-coder-xl', windows), 4000);
  assert.equal(windowOf('claude-x', windows), 10);
  assert.equal(windowOf('nobody', windows), null);
  const wrong = windowsFrom({ claude: '10' });
  assert.equal(windowOf('claude-x', wrong.windows), 200_000);
  assert.match(wrong.problem ?? '', /whole number/);
});
