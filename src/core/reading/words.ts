import type { CorrectiveKind, EmptyKind } from '../findings/findings';
import type { Author, ToolStatus } from '../model/message';
import { grouped } from './quantities';

/** A pattern for one and for any other number. */
export interface Plural {
  readonly one: string;
  readonly many: string;
}

/**
 * Every word the reading document and the notes beside flags use. The host passes localised ones;
 * `{0}` and so on stand for values.
 */
export interface Words {
  readonly author: Readonly<Record<Author, string>>;
  readonly empty: Readonly<Record<EmptyKind, string>>;
  readonly corrective: Readonly<Record<CorrectiveKind, string>>;
  readonly toolStatus: Readonly<Record<ToolStatus, string>>;
  readonly emptyResponse: string;
  readonly blankText: string;
  readonly emptyBody: string;
  readonly missingBody: string;
  readonly wordForWord: string;
  readonly almost: string;
  readonly later: string;
  readonly out: string;
  readonly contradicts: string;
  readonly reasoning: string;
  readonly sealedReasoning: string;
  readonly tool: string;
  readonly exit: string;
  readonly file: string;
  readonly image: string;
  readonly patch: string;
  readonly error: string;
  readonly leftOut: string;
  readonly more: string;
  readonly size: string;
  readonly restOfMessage: string;
  readonly after: string;
  readonly tokens: string;
  readonly stopped: string;
  readonly superseded: string;
  readonly messages: Plural;
  readonly turns: Plural;
  readonly flags: Plural;
  readonly incidents: Plural;
  readonly rows: string;
  readonly rowProblems: string;
  readonly notVerified: string;
  readonly subagents: string;
  readonly otherSessions: string;
  readonly noMessages: string;
  readonly shortened: string;
}

export const englishWords: Words = {
  author: {
    person: 'Person',
    harness: 'Harness',
    assistant: 'Assistant',
    program: 'Program',
  },
  empty: {
    void: 'no content at all',
    'reasoning-only': 'reasoning only',
    placeholder: 'placeholder',
    interrupted: 'interrupted before any output',
    error: 'request failed',
    missing: 'no response recorded',
  },
  corrective: {
    resend: 're-sent',
    nudge: 'nudge',
    complaint: 'complaint',
    redirect: 'redirect',
  },
  toolStatus: {
    pending: 'pending',
    running: 'still running',
    completed: 'done',
    error: 'error',
    'no-result': 'no result recorded',
  },
  emptyResponse: 'empty',
  blankText: 'nothing to see in its text',
  emptyBody: '— nothing: no text, no tool call —',
  missingBody: '— no response follows this message —',
  wordForWord: 'word for word',
  almost: '{0} % the same',
  later: '{0} later',
  out: '{0} out',
  contradicts: 'against message {0}',
  reasoning: 'Reasoning: {0} ({1} characters)',
  sealedReasoning: 'Reasoning (hidden by the provider)',
  tool: 'Tool {0}',
  exit: 'exit {0}',
  file: 'File {0}',
  image: 'Image {0}',
  patch: 'Patch: {0}',
  error: 'Error {0}',
  leftOut: '… {0} more characters, open the message for all of it',
  more: '… {0} more characters',
  size: '{0} characters',
  restOfMessage:
    '… {0} more characters are left out here. “Agent Session Review: Save Whole Message to File…” writes all of them to a file.',
  after: 'after {0}',
  tokens: '{0} in, {1} out',
  stopped: 'stop: {0}',
  superseded: 'superseded',
  messages: { one: '{0} message', many: '{0} messages' },
  turns: { one: '{0} turn', many: '{0} turns' },
  flags: { one: '{0} flag', many: '{0} flags' },
  incidents: { one: '{0} incident', many: '{0} incidents' },
  rows: 'rows: {0} read = {1} understood + {2} unknown + {3} malformed',
  rowProblems: 'The last row is not complete: the agent may still be writing.',
  notVerified:
    'schema not verified: some rows are of kinds that this version does not know. “Agent Session Review: Show Rows Not Understood” lists them.',
  subagents: '{0} subagent sessions, in the Turns view',
  otherSessions: '{0} more sessions in this file, in the Turns view',
  noMessages: 'This session holds no messages.',
  shortened: 'Long session: bodies are shortened. Open a message for all of it.',
};

/** Fills `{0}`, `{1}` … in a pattern. */
export function fill(pattern: string, ...values: readonly (string | number)[]): string {
  return pattern.replace(/\{(\d)\}/g, (whole, index: string) => {
    const value = values[Number(index)];
    return value === undefined ? whole : String(value);
  });
}

/** Fills the pattern that fits the number, such as `1 flag` or `17 flags`. */
export function counted(count: number, { one, many }: Plural): string {
  return fill(count === 1 ? one : many, grouped(count));
}
