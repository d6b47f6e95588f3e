import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { harnessKindOf, personsWords } from '../../../src/core/findings/harness';
import type { HarnessKind } from '../../../src/core/model/message';

const TEXTS: readonly (readonly [string, HarnessKind])[] = [
  ['[Request interrupted by user]', 'interrupt-marker'],
  [' [Request interrupted by user]\n', 'interrupt-marker'],
  ['[Request interrupted by user for tool use]', 'interrupt-marker-tool'],
  ['<turn_aborted>\nThe user interrupted the previous turn.\n</turn_aborted>', 'interrupt-marker'],
  ['Request cancelled.', 'interrupt-marker'],
  [
    '[Your previous response had no visible output. Please continue and produce a user-visible response.]',
    'no-visible-output-nudge',
  ],
  [
    '[System: You previously returned an empty response with no text or thoughts. Please go on.]',
    'no-visible-output-nudge',
  ],
  [
    'Your last response did not include a function call or a message. Please use a tool to proceed with the task.',
    'no-visible-output-nudge',
  ],
  ['Continue from where you left off.', 'continue-after-resume'],
  ['[TASK RESUMPTION] This task was interrupted 3 minutes ago.', 'continue-after-resume'],
  [
    'This session is being continued from a previous conversation that ran out of context. The summary:\n1. Nothing.',
    'compaction-summary',
  ],
  ['Continue if you have next steps', 'continue-after-compaction'],
  [
    'Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed.',
    'continue-after-compaction',
  ],
  ['Summarize the task tool output above and continue with your task.', 'notice'],
  ['<task-notification>\n<task-id>1</task-id>\n</task-notification>', 'notice'],
  [
    '[ERROR] You did not use a tool in your previous response! Please retry with a tool use.\n\n# Reminder',
    'notice',
  ],
  ['<system-reminder>\nBe brief.\n</system-reminder>', 'reminder'],
  ['<system-reminder>a</system-reminder>\n<system-reminder>b</system-reminder>', 'reminder'],
  ['<environment_context>\n  <cwd>/home/dev</cwd>\n</environment_context>', 'reminder'],
  [
    '# AGENTS.md instructions for /home/dev\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>',
    'reminder',
  ],
  [
    '<command-name>/clear</command-name>\n   <command-message>clear</command-message>',
    'local-command',
  ],
  ['<local-command-stdout></local-command-stdout>', 'local-command'],
  ['<bash-input>ls</bash-input>', 'local-command'],
  ['<system-reminder>a</system-reminder>\n[Request interrupted by user]', 'interrupt-marker'],
];

test('what programs write in the user’s name is told by its whole text', () => {
  for (const [text, kind] of TEXTS) assert.equal(harnessKindOf(text), kind, text);
});

test('a person who quotes such a text stays a person', () => {
  for (const [text] of TEXTS) {
    assert.equal(harnessKindOf(`Why does it say this?\n${text}`), null, text);
  }
  const closed = TEXTS.filter(([text]) => /^[[<][^]*[\]>]\s*$|left off\.$/.test(text));
  assert.ok(closed.length > 10);
  for (const [text] of closed) {
    assert.equal(harnessKindOf(`${text}\nWhat is that?`), null, text);
  }
});

test('ordinary messages are a person’s', () => {
  for (const text of [
    'continue',
    'Please continue.',
    '',
    '?',
    '<div>make this red</div>',
    '<task>fix it</task>',
    '<system-reminder>unclosed',
  ]) {
    assert.equal(harnessKindOf(text), null, text);
  }
  fc.assert(
    fc.property(fc.string(), (text) => harnessKindOf(`${text} and then I said so`) === null),
  );
});

test('a person’s words are found inside what the program put around them', () => {
  assert.equal(personsWords('<system-reminder>a</system-reminder>\n\nFix it.'), 'Fix it.');
  assert.equal(
    personsWords('Fix it.\n<environment_details>\nmode\n</environment_details>'),
    'Fix it.',
  );
  assert.equal(personsWords('<task>\nFix it.\n</task>'), 'Fix it.');
  assert.equal(personsWords('<div>red</div>, not blue'), '<div>red</div>, not blue');
  assert.equal(personsWords('Fix it.'), 'Fix it.');
});

test('texts of megabytes that only begin like a program’s are a person’s, and soon told', () => {
  const starts = [
    '# AGENTS.md instructions for ',
    '[System: You previously generated thoughts but failed',
  ];
  for (const start of starts) {
    for (const filling of [' ', '\n', ' a', '<INSTRUCTIONS>', '[TASK RESUMPTION]']) {
      assert.equal(harnessKindOf(start + filling.repeat(500_000)), null);
    }
  }
  const instructions =
    '# AGENTS.md instructions for /home/dev/project  \n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>';
  assert.equal(harnessKindOf(instructions), 'reminder');
});
