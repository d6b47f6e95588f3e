import fc from 'fast-check';

/**
 * Rows of sessions of each format with lines, from few ids, so that rows of one response, results and
 * their calls, copies and subagents meet in every order.
 */
const few = (prefix: string, count = 3) =>
  fc.integer({ min: 1, max: count }).map((number) => `${prefix}${number}`);

const uuid = fc
  .integer({ min: 1, max: 30 })
  .map((number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);

const words = fc.constantFrom('', ' ', 'Sort the list.', 'continue', 'Grüße 🎈', '(no content)');

const block = fc.oneof(
  words.map((text) => ({ type: 'text', text })),
  words.map((thinking) => ({ type: 'thinking', thinking })),
  few('call-').map((id) => ({ type: 'tool_use', id, name: 'Bash', input: { command: 'make' } })),
);

const result = fc.record({
  type: fc.constant('tool_result'),
  tool_use_id: few('call-'),
  content: words,
});

const linked = {
  uuid,
  parentUuid: fc.option(uuid),
  isSidechain: fc.boolean(),
  sessionId: fc.constant('session-1'),
  timestamp: fc.integer({ min: 0, max: 9 }).map((second) => `2026-01-02T03:04:0${second}.000Z`),
};

const claudeRow = fc.oneof(
  fc.record({
    ...linked,
    type: fc.constant('assistant'),
    message: fc.record({
      id: few('msg-'),
      role: fc.constant('assistant'),
      model: fc.constantFrom('model-1', '<synthetic>'),
      content: fc.array(block, { maxLength: 2 }),
      stop_reason: fc.constantFrom(null, 'end_turn', 'tool_use'),
    }),
  }),
  fc.record({
    ...linked,
    type: fc.constant('user'),
    message: fc.record({
      role: fc.constant('user'),
      content: fc.oneof(words, fc.array(result, { minLength: 1, maxLength: 2 })),
    }),
  }),
  fc.record({ ...linked, type: fc.constantFrom('progress', 'summary', 'news'), summary: words }),
);

const chatRow = fc.oneof(
  fc.record({ role: fc.constantFrom('user', 'system'), content: words }),
  fc.record({ role: fc.constant('tool'), tool_call_id: few('call-'), content: words }),
  fc.record({
    role: fc.constant('assistant'),
    content: words,
    finish_reason: fc.constantFrom(null, 'stop'),
    tool_calls: fc.array(
      few('call-').map((id) => ({ id, function: { name: 'run', arguments: '{}' } })),
      { maxLength: 1 },
    ),
  }),
  fc.record({ id: few('conversation-'), messages: fc.constant([{ role: 'user', content: 'Hi' }]) }),
);

const opencodeRow = fc.record({
  info: fc.record({
    id: few('msg-', 9),
    sessionID: fc.constant('ses-1'),
    role: fc.constantFrom('user', 'assistant'),
    time: fc.constant({ created: 1_700_000_000_000 }),
  }),
  parts: fc.array(
    words.map((text) => ({ id: 'part-1', type: 'text', text })),
    { maxLength: 2 },
  ),
});

/** Sessions as values of lines: mostly of one format, with foreign rows among them. */
export const growingRows: fc.Arbitrary<readonly unknown[]> = fc
  .constantFrom<fc.Arbitrary<unknown>[]>(claudeRow, chatRow, opencodeRow)
  .chain((row) =>
    fc.array(fc.oneof({ weight: 12, arbitrary: row }, { weight: 1, arbitrary: fc.jsonValue() }), {
      minLength: 1,
      maxLength: 60,
    }),
  );
