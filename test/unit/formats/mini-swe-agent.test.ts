import assert from 'node:assert/strict';
import test from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import { mainSession, outline, readText, wholeMessage } from '../../support/read';

const row = (role: string, content: string | null, extra: object = {}, values: object = {}) => ({
  role,
  content,
  ...values,
  extra: { timestamp: 1_750_000_000, ...extra },
});
const prompts = [row('system', 'One command at a time.'), row('user', 'Fix the colon.')];

const document = (...messages: readonly object[]) =>
  JSON.stringify({
    info: {
      exit_status: 'Submitted',
      mini_version: '2.1.0',
      config: { model: { model_name: 'large-coder' } },
    },
    messages: [...prompts, ...messages],
    trajectory_format: 'mini-swe-agent-1.1',
  });

const answer = (finish_reason: string, message: object) => ({
  model: 'large-coder-2',
  choices: [{ finish_reason, message }],
  usage: { prompt_tokens: 50, completion_tokens: 7 },
});
const calls = (id: string, command: string) => ({
  id,
  type: 'function',
  function: { name: 'bash', arguments: JSON.stringify({ command }) },
});

async function assertReadAgain(text: string): Promise<void> {
  for (const { number, parts, error } of (await mainSession(text)).messages) {
    const whole = await wholeMessage(text, number);
    assert.deepEqual([whole.parts, whole.error], [parts, error]);
  }
}

test('mini-swe-agent: commands, what they printed, and the exit', async () => {
  const text = document(
    row('assistant', 'I look.\n\n```mswea_bash_command\nls\n```', {
      actions: [{ command: 'ls' }],
      response: answer('stop', {}),
    }),
    row('user', '<returncode>1</returncode>\n<output>\nno\n</output>', { returncode: 1 }),
    row('assistant', '', { actions: [{ command: 'pwd' }] }, { tool_calls: [calls('c1', 'pwd')] }),
    row('tool', '<returncode>0</returncode>', { returncode: 0 }, { tool_call_id: 'c1' }),
    {
      object: 'response',
      status: 'completed',
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Nearly.' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'I submit.' }] },
        { type: 'function_call', call_id: 'c2', name: 'bash', arguments: '{"command":"echo x"}' },
      ],
    },
    { type: 'function_call_output', call_id: 'c2', output: 'x', extra: { returncode: 0 } },
    row('exit', 'diff --git', { exit_status: 'Submitted', submission: 'diff --git' }),
  );
  const { format, sessions, rows } = await readText(text);
  assert.equal(format, 'mini-swe-agent');
  const [session] = sessions;
  assert.deepEqual(outline(session), [
    '0 reminder | One command at a time.',
    '1 person | Fix the colon.',
    '2 assistant | I look. | bash: error',
    '3 assistant | bash: completed',
    '4 assistant | ~Nearly. | I submit. | bash: completed',
    '5 notice | <exit Submitted>',
  ]);
  assert.deepEqual(rows, { read: 9, understood: 9, unknown: 0, malformed: 0 });
  const [, task, first, second] = session.messages;
  assert.equal(task?.time, 1_750_000_000_000);
  assert.deepEqual(
    [first?.model, first?.rawFinish, first?.tokens?.output, second?.model],
    ['large-coder-2', 'stop', 7, 'large-coder'],
  );
  const [, ls] = first?.parts ?? [];
  assert.ok(ls?.kind === 'tool');
  assert.deepEqual([ls.title, ls.exitCode], ['ls', 1]);
  assert.equal(session.agentVersion, '2.1.0');
  assert.deepEqual(findSilence(session).flags, []);
  await assertReadAgain(text);
});

test('mini-swe-agent: the bare list of the first version', async () => {
  const text = JSON.stringify([
    { role: 'system', content: 'End with echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT' },
    { role: 'user', content: 'Fix the colon.' },
    { role: 'assistant', content: 'THOUGHT: look\n```bash\nls\n```' },
    { role: 'user', content: '<returncode>0</returncode>\n<output>\na.py\n</output>' },
    { role: 'assistant', content: 'I am done.' },
    { role: 'user', content: 'Please always provide EXACTLY ONE action in triple backticks.' },
    { role: 'assistant', content: '```bash\necho COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT\n```' },
    { role: 'user', content: '' },
  ]);
  const { format, sessions } = await readText(text);
  assert.equal(format, 'mini-swe-agent');
  assert.deepEqual(outline(sessions[0]).slice(1), [
    '1 person | Fix the colon.',
    '2 assistant | THOUGHT: look | bash: completed',
    '3 assistant | I am done.',
    '4 notice | Please always provide EXACTLY ONE action in triple backticks.',
    '5 assistant | bash: completed',
  ]);
  assert.deepEqual(findSilence(sessions[0]).flags, []);
  await assertReadAgain(text);
});

test('mini-swe-agent: rejected answers are responses, and empty ones are found', async () => {
  const text = document(
    row('user', 'Please give one action.', { interrupt_type: 'FormatError', model_response: '' }),
    row('user', 'No tool calls found in the response.', {
      interrupt_type: 'FormatError',
      response: answer('length', { role: 'assistant', content: null, reasoning_content: 'Hm, so' }),
    }),
    row('user', 'No tool calls found in the response.', {
      interrupt_type: 'FormatError',
      response: {
        output: [],
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
      },
    }),
    row('user', 'No tool calls found in the response.', { interrupt_type: 'FormatError' }),
    row('exit', 'Too many requests', {
      exit_status: 'RateLimitError',
      exception_str: 'Too many requests',
    }),
  );
  const session = await mainSession(text);
  assert.deepEqual(outline(session).slice(2), [
    '2 assistant',
    '3 notice | Please give one action.',
    '4 assistant | ~Hm, so',
    '5 notice | No tool calls found in the response.',
    '6 assistant',
    '7 notice | No tool calls found in the response.',
    '8 notice | No tool calls found in the response.',
    '9 request-failed | <exit RateLimitError>',
  ]);
  assert.deepEqual(
    findSilence(session).flags.map(({ number, kind }) => [number, kind]),
    [
      [2, 'void'],
      [4, 'reasoning-only'],
      [6, 'void'],
      [9, 'error'],
    ],
  );
  assert.deepEqual(
    session.messages.slice(4, 7).map(({ finish }) => finish),
    ['length', null, 'length'],
  );
  await assertReadAgain(text);
});

test('mini-swe-agent: what a person typed is told from what the program wrote', async () => {
  const typed = (words: string, interrupt_type: string) => row('user', words, { interrupt_type });
  const text = document(
    row('assistant', '```bash\nrm -r .\n```', { actions: [{ command: 'rm -r .' }] }),
    typed(
      'Commands not executed. The user rejected your commands with the following message: Not that.',
      'UserRejection',
    ),
    typed('Interrupted by user: Temporary interruption caught.', 'UserInterruption'),
    typed('The user added a new task: Write tests.', 'UserNewTask'),
    row('user', 'User command: \n```bash\nls\n```', { actions: [{ command: 'ls' }] }),
    { role: 'moon', content: 'x' },
  );
  const { sessions, rows } = await readText(text);
  assert.deepEqual(
    outline(sessions[0])
      .slice(2)
      .map((line) => line.replace(/\(.*\) /, '() ')),
    [
      '2 assistant | bash: no-result',
      '3 person | () | Not that.',
      '4 interrupt-marker | () | Temporary interruption caught.',
      '5 person | () | Write tests.',
      '6 local-command | User command: \n```bash\nls\n```',
      '7 other | <row not understood>',
    ],
  );
  assert.equal(rows.unknown, 1);
  const torn = await readText(text.slice(0, -90));
  assert.deepEqual([torn.format, torn.problems.at(-1)?.kind], ['mini-swe-agent', 'incomplete']);
});
