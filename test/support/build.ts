import { isBlank } from '../../src/core/findings/blank';
import type { Findings, Flag, Incident } from '../../src/core/findings/findings';
import type {
  Excerpt,
  HarnessKind,
  Message,
  Part,
  ReasoningPart,
  Tokens,
  ToolPart,
} from '../../src/core/model/message';
import type { Session, Transcript } from '../../src/core/model/session';

/** Small builders of sessions for tests: everything not given is neutral. */

export const excerpt = (text: string, length = text.length): Excerpt => ({
  text,
  length,
  blank: isBlank(text),
});

export const text = (words: string, length = words.length): Part => ({
  kind: 'text',
  body: excerpt(words, length),
  synthetic: false,
  hash: words,
});

export const reasoning = (words: string): ReasoningPart => ({
  kind: 'reasoning',
  body: excerpt(words),
  tail: '',
  sealed: words === '',
  closed: true,
});

export const tool = (name: string, values: Partial<ToolPart> = {}): ToolPart => ({
  kind: 'tool',
  callId: null,
  name,
  title: null,
  input: excerpt('{}'),
  status: 'completed',
  output: null,
  outputTail: '',
  exitCode: null,
  interrupted: false,
  started: null,
  ended: null,
  childSession: null,
  ...values,
});

export type Values = Partial<Omit<Message, 'number'>>;

export const person = (words: string, values: Values = {}): Values => ({
  role: 'user',
  author: 'person',
  parts: [text(words)],
  ...values,
});

export const assistant = (parts: readonly Part[], values: Values = {}): Values => ({
  role: 'assistant',
  author: 'assistant',
  parts,
  ...values,
});

/** What the program wrote in the user's name. */
export const harness = (kind: HarnessKind, words = '', values: Values = {}): Values => ({
  role: 'user',
  author: 'harness',
  harness: kind,
  parts: [text(words)],
  ...values,
});

/** The program's own row in place of a response whose request failed. */
export const failedRow = (message: string, values: Values = {}): Values => ({
  role: 'assistant',
  author: 'program',
  harness: 'request-failed',
  finish: 'error',
  error: { name: 'APIError', message },
  closed: true,
  synthetic: true,
  ...values,
});

export const tokens = (values: Partial<Tokens> = {}): Tokens => ({
  input: null,
  output: null,
  reasoning: null,
  cacheRead: null,
  cacheWrite: null,
  ...values,
});

/** A session of these messages, numbered from 0, one row a line of 100 bytes each. */
export function session(messages: readonly Values[], values: Partial<Session> = {}): Session {
  return {
    id: 'session-1',
    parent: null,
    title: null,
    directory: null,
    agentVersion: null,
    ...values,
    messages: messages.map((given, number) => ({
      number,
      id: `message-${number}`,
      role: 'user',
      author: 'person',
      harness: null,
      time: null,
      completed: null,
      model: null,
      parentId: null,
      parentMissing: false,
      finish: null,
      rawFinish: null,
      error: null,
      tokens: null,
      parts: [],
      closed: null,
      continues: false,
      superseded: false,
      synthetic: false,
      places: [{ start: number * 100, end: number * 100 + 99, line: number + 1 }],
      ...given,
    })),
  };
}

export function transcript(...sessions: readonly [Session, ...Session[]]): Transcript {
  const read = sessions.reduce((sum, one) => sum + one.messages.length, 0);
  return {
    format: 'opencode-export',
    sessions,
    rows: { read, understood: read, unknown: 0, malformed: 0 },
    problems: [],
    size: read * 100,
    unread: 0,
  };
}

export const flag = (number: number, kind: Flag['kind'], values: Partial<Flag> = {}): Flag => ({
  number,
  kind,
  incident: 'incident-1',
  answers: null,
  similarity: null,
  refersTo: null,
  announced: null,
  certain: false,
  ...values,
});

export const incident = (values: Partial<Incident> = {}): Incident => ({
  id: 'incident-1',
  empties: [],
  correctives: [],
  recovery: 'none',
  recoveredBy: null,
  outcome: 'open',
  attempts: 0,
  elapsedMs: null,
  tokensRespent: null,
  changes: [],
  causes: [],
  notRecorded: [],
  ...values,
});

/** Findings with these flags, and a turn for each person's message. */
export function findings(one: Session, flags: readonly Flag[] = []): Findings {
  const starts = one.messages.filter(({ author }) => author === 'person').map((m) => m.number);
  return {
    flags,
    incidents: flags.length === 0 ? [] : [incident({ empties: flags.map((f) => f.number) })],
    turns: starts.map((start, index) => ({
      index,
      person: start,
      first: start,
      last: (starts[index + 1] ?? one.messages.length) - 1,
    })),
    measured: [],
  };
}
