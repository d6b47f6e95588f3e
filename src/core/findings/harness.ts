import type { HarnessKind } from '../model/message';
import { leadingEnvelopes } from './envelopes';

/**
 * What agents' programs write in the user's name. Everything here is compared with a whole message, so
 * that a person who quotes such a text stays a person. One row per pattern; `source` says whose it is.
 */

interface EnvelopeRow {
  /** Name of the tag, lower case. */
  readonly name: string;
  readonly kind: HarnessKind;
  readonly source: string;
}

const ENVELOPES: readonly EnvelopeRow[] = [
  { name: 'turn_aborted', kind: 'interrupt-marker', source: 'Codex' },
  { name: 'command-name', kind: 'local-command', source: 'Claude Code' },
  { name: 'command-message', kind: 'local-command', source: 'Claude Code' },
  { name: 'command-args', kind: 'local-command', source: 'Claude Code' },
  { name: 'command-contents', kind: 'local-command', source: 'Claude Code' },
  { name: 'local-command-stdout', kind: 'local-command', source: 'Claude Code' },
  { name: 'local-command-stderr', kind: 'local-command', source: 'Claude Code' },
  { name: 'local-command-caveat', kind: 'local-command', source: 'Claude Code' },
  { name: 'bash-input', kind: 'local-command', source: 'Claude Code' },
  { name: 'bash-stdout', kind: 'local-command', source: 'Claude Code' },
  { name: 'bash-stderr', kind: 'local-command', source: 'Claude Code' },
  { name: 'user-memory-input', kind: 'local-command', source: 'Claude Code' },
  { name: 'user_shell_command', kind: 'local-command', source: 'Codex' },
  { name: 'task-notification', kind: 'notice', source: 'Claude Code' },
  { name: 'user-prompt-submit-hook', kind: 'notice', source: 'Claude Code' },
  { name: 'subagent_notification', kind: 'notice', source: 'Codex' },
  { name: 'mode_notice', kind: 'notice', source: 'Cline' },
  { name: 'hook_context', kind: 'notice', source: 'Cline' },
  { name: 'system-reminder', kind: 'reminder', source: 'Claude Code, opencode, Droid, Kimi' },
  { name: 'system_reminder', kind: 'reminder', source: 'Copilot CLI, Cursor' },
  { name: 'ide_opened_file', kind: 'reminder', source: 'Claude Code' },
  { name: 'ide_selection', kind: 'reminder', source: 'Claude Code' },
  { name: 'environment_context', kind: 'reminder', source: 'Codex' },
  { name: 'user_instructions', kind: 'reminder', source: 'Codex' },
  { name: 'instructions', kind: 'reminder', source: 'Codex' },
  { name: 'recommended_plugins', kind: 'reminder', source: 'Codex' },
  { name: 'skill', kind: 'reminder', source: 'Codex, Pi' },
  { name: 'environment_details', kind: 'reminder', source: 'Cline, Roo Code' },
];

interface TextRow {
  /** Anchored at both ends unless what follows is free text, which only programs begin like this. */
  readonly pattern: RegExp;
  readonly kind: HarnessKind;
  readonly source: string;
}

const TEXTS: readonly TextRow[] = [
  {
    pattern: /^\[Request interrupted by user\]$/,
    kind: 'interrupt-marker',
    source: 'Claude Code',
  },
  {
    pattern: /^\[Request interrupted by user for tool use\]$/,
    kind: 'interrupt-marker-tool',
    source: 'Claude Code',
  },
  { pattern: /^Request cancelled\.$/, kind: 'interrupt-marker', source: 'Gemini CLI' },
  {
    pattern:
      /^\[Your previous response had no visible output\. Please continue and produce a user-visible response\.\]$/,
    kind: 'no-visible-output-nudge',
    source: 'Claude Code since 2.1.183; eltmon/overdeck#3772',
  },
  {
    pattern:
      /^\[System: You previously (?:returned an empty response|generated thoughts but failed)\b[^\]]*\]$/,
    kind: 'no-visible-output-nudge',
    source: 'Gemini CLI, geminiChat.ts',
  },
  {
    pattern:
      /^Your last response did not include a function call or a message\. Please use a tool to proceed with the task\.$/,
    kind: 'no-visible-output-nudge',
    source: 'OpenHands V1, response_dispatch.py',
  },
  {
    pattern: /^Continue from where you left off\.$/,
    kind: 'continue-after-resume',
    source: 'Claude Code, after --resume of a cut session',
  },
  {
    pattern: /^\[TASK RESUMPTION\](?![^]*<user_message>)/,
    kind: 'continue-after-resume',
    source: 'Cline, Roo Code; the words of a person are in <user_message>',
  },
  {
    pattern:
      /^This session is being continued from a previous conversation that ran out of context\b/,
    kind: 'compaction-summary',
    source: 'Claude Code',
  },
  {
    pattern:
      /^Another language model started to solve this problem and produced a summary of its thinking process\b/,
    kind: 'compaction-summary',
    source: 'Codex',
  },
  {
    pattern:
      /^Continue if you have next steps(?:\.\.\.|…|, or stop and ask for clarification if you are unsure how to proceed\.?|\.?)$/,
    kind: 'continue-after-compaction',
    source: 'opencode, session/compaction.ts',
  },
  {
    pattern: /^\[Continue assisting the user!\]$/,
    kind: 'continue-after-compaction',
    source: 'Cline, responses.ts',
  },
  {
    pattern: /^Summarize the task tool output above and continue with your task\.$/,
    kind: 'notice',
    source: 'opencode, session/prompt.ts',
  },
  {
    pattern: /^The following tool was executed by the user$/,
    kind: 'local-command',
    source: 'opencode, session/prompt.ts',
  },
  {
    pattern: /^(?:\[Image: source: [^\]\n]{1,1000}\]\s*)+$/,
    kind: 'notice',
    source: 'Claude Code, beside a pasted image',
  },
  {
    pattern: /^Attached image\(s\) from tool result:$/,
    kind: 'notice',
    source: 'opencode, session/message-v2.ts',
  },
  { pattern: /^System: Please continue\.$/, kind: 'notice', source: 'Gemini CLI, client.ts' },
  {
    pattern:
      /^\[ERROR\] You did not use a tool in your previous response! Please retry with a tool use\./,
    kind: 'notice',
    source: 'Cline, Roo Code, responses.ts',
  },
  {
    pattern: /^The user approved switching to act mode\. Continue with the approved plan now\.$/,
    kind: 'notice',
    source: 'Cline',
  },
  {
    pattern:
      /^Your previous response was blocked by the model's content filter\. Please continue, rephrasing\b/,
    kind: 'notice',
    source: 'OpenHands V1, agent.py',
  },
  {
    pattern: /^Please continue working on the task on whatever approach you think is suitable\.\s/,
    kind: 'notice',
    source: 'OpenHands, fake user of the evaluation',
  },
  {
    pattern: /^You've called `[^`\n]{1,200}` with the same arguments \d+ times in a row\b/,
    kind: 'notice',
    source: 'OpenHands V1, repeated-error nudge',
  },
  {
    pattern: /^<<RESUMED CONVERSATION>>/,
    kind: 'continue-after-resume',
    source: 'OpenHands V1, resume_transcript.py',
  },
  {
    pattern:
      /^Please proceed to the next step using your best judgement\.(?: If you believe you have completed the task, please call the `\w+\(\)` tool with your final answer\.)?$/,
    kind: 'notice',
    source: 'Inspect, react and basic_agent',
  },
  {
    pattern:
      /^Your submission was incorrect\. Please proceed and attempt to find the correct answer\.$/,
    kind: 'notice',
    source: 'Inspect, react and basic_agent',
  },
  { pattern: /^Stop hook feedback:\n/, kind: 'notice', source: 'Claude Code' },
  { pattern: /^Operation stopped by hook: /, kind: 'notice', source: 'Claude Code' },
  {
    pattern:
      /^Caveat: The messages below were generated by the user while running local commands\. DO NOT respond to these messages\b[^\n]*$/,
    kind: 'local-command',
    source: 'Claude Code before 2.1',
  },
  {
    pattern: /^# AGENTS\.md instructions for [^\n]*\S\s+<INSTRUCTIONS>[^]*<\/INSTRUCTIONS>$/,
    kind: 'reminder',
    source: 'Codex',
  },
  {
    pattern: /^Base directory for this skill: [^\n]+(?:\n|$)/,
    kind: 'reminder',
    source: 'Claude Code, text of a skill',
  },
];

const ENVELOPE_KINDS = new Map(ENVELOPES.map(({ name, kind }) => [name, kind]));

/**
 * What the program wrote in the user's name, judged over the whole text of one message;
 * null when a person wrote any of it, or when the text is not known.
 */
export function harnessKindOf(text: string): HarnessKind | null {
  const { envelopes, rest } = leadingEnvelopes(text);
  const kinds: HarnessKind[] = [];
  for (const { name } of envelopes) {
    const kind = ENVELOPE_KINDS.get(name.toLowerCase());
    if (kind === undefined) return null;
    kinds.push(kind);
  }
  if (rest !== '') {
    const kind = textKindOf(rest);
    if (kind === null) return null;
    kinds.push(kind);
  }
  return strongest(kinds);
}

function textKindOf(text: string): HarnessKind | null {
  return TEXTS.find(({ pattern }) => pattern.test(text))?.kind ?? null;
}

/** A reminder rides along with other texts: it decides only when it is alone. */
function strongest(kinds: readonly HarnessKind[]): HarnessKind | null {
  return kinds.find((kind) => kind !== 'reminder') ?? kinds[0] ?? null;
}

/** Tags that programs put around a person's own words. */
const WRAPPERS: ReadonlySet<string> = new Set([
  'task',
  'feedback',
  'user_input',
  'user_message',
  'user_query',
]);
const TRAILERS = ['system-reminder', 'environment_details'];

/** The text without the envelopes that programs put before, behind or around a person's words. */
export function personsWords(text: string): string {
  const { envelopes, rest } = leadingEnvelopes(text);
  const own: string[] = [];
  for (const { name, inside } of envelopes) {
    const tag = name.toLowerCase();
    if (WRAPPERS.has(tag)) own.push(inside.trim());
    else if (!ENVELOPE_KINDS.has(tag)) return withoutTrailer(text.trim());
  }
  const words = [...own, withoutTrailer(rest)].filter((piece) => piece !== '').join('\n');
  return words === '' ? text.trim() : words;
}

function withoutTrailer(text: string): string {
  const name = TRAILERS.find((tag) => text.endsWith(`</${tag}>`));
  const start = name === undefined ? -1 : text.lastIndexOf(`<${name}>`);
  return start < 0 ? text : text.slice(0, start).trim();
}
