/**
 * Builds opencode exports message by message. Fields that opencode writes and nobody here needs
 * (`cost`, `path`, the ids of message and session in every part) are left out to keep the files small.
 */

export interface ExportTokens {
  input: number;
  output: number;
  reasoning: number;
  cache: { read: number; write: number };
}

interface UserInfo {
  id: string;
  sessionID: string;
  role: 'user';
  agent: string;
  time: { created: number };
}

interface AssistantInfo {
  id: string;
  sessionID: string;
  role: 'assistant';
  parentID: string;
  modelID: string;
  time: { created: number; completed: number };
  tokens: ExportTokens;
  finish: ExportFinish;
}

export type ExportFinish = 'stop' | 'tool-calls' | 'unknown';

interface ToolState {
  status: 'completed' | 'error';
  input: Record<string, string | number>;
  output?: string;
  error?: string;
  title?: string;
  metadata?: Record<string, string | number>;
  time?: { start: number; end: number };
}

export type ExportPart =
  | { id: string; type: 'text'; text: string }
  | { id: string; type: 'reasoning'; text: string; time: { start: number; end: number } }
  | { id: string; type: 'tool'; callID?: string; tool: string; state: ToolState }
  | { id: string; type: 'step-start' }
  | { id: string; type: 'step-finish'; reason: ExportFinish };

export interface ExportMessage {
  info: UserInfo | AssistantInfo;
  parts: ExportPart[];
}

/** What `opencode export` writes: one session with its messages. */
export interface OpencodeExport {
  info: {
    id: string;
    title: string;
    directory: string;
    version: string;
    time: { created: number; updated: number };
  };
  messages: ExportMessage[];
}

/** A call as a case describes it; `ms` is how long it runs, `error` stands instead of `output`. */
export interface Call {
  tool: string;
  title: string;
  input: Record<string, string | number>;
  output: string;
  metadata?: Record<string, string | number>;
  error?: boolean;
  ms: number;
}

export interface Response {
  reasoning?: string;
  text?: string;
  calls?: Call[];
  finish: ExportFinish;
  /** Time until the first part, in milliseconds. */
  thinkMs: number;
  output: number;
  /** Leaves out step markers, ids of calls and times of quick calls: a third of an ordinary message. */
  short?: boolean;
}

export interface Recording {
  /** The number that the next message will have. */
  next(): number;
  /** Lets time pass, in milliseconds. */
  pause(ms: number): void;
  /** The person writes; the time is the current one. */
  person(text: string): void;
  /** The assistant responds to the last person's message; time goes on until it is completed. */
  respond(response: Response): void;
  finish(): OpencodeExport;
}

const FIRST_CONTEXT = 14_000;
const FULL_CONTEXT = 168_000;
const QUICK_MS = 100;

/** Begins an export. `seed` makes ids of different sessions differ; `start` is milliseconds since the epoch. */
export function record(title: string, seed: number, start: number): Recording {
  const sessionID = `ses_${hex(0x7f, seed)}`;
  const messages: ExportMessage[] = [];
  let clock = start;
  let parts = 0;
  let parentID = '';
  let context = FIRST_CONTEXT;

  const messageId = () => `msg_${hex(seed, messages.length)}`;
  const partId = () => `prt_${hex(seed, parts++)}`;
  /** Characters to tokens, roughly; a full context is compacted, as the agent does. */
  const grow = (characters: number) => {
    const added = Math.ceil(characters / 4) + 40;
    const read = context;
    context = context + added > FULL_CONTEXT ? FIRST_CONTEXT * 2 : context + added;
    return { added, read };
  };

  const tool = (call: Call, short: boolean): ExportPart => {
    const { output, error = false, ms } = call;
    const time = { start: clock, end: clock + ms };
    clock += ms;
    const id = partId();
    return {
      id,
      type: 'tool',
      ...(short ? {} : { callID: `call_${id.slice('prt_'.length)}` }),
      tool: call.tool,
      state: error
        ? { status: 'error', input: call.input, error: output, time }
        : {
            status: 'completed',
            input: call.input,
            output,
            title: call.title,
            ...(call.metadata === undefined ? {} : { metadata: call.metadata }),
            ...(short && ms < QUICK_MS ? {} : { time }),
          },
    };
  };

  return {
    next: () => messages.length,
    pause: (ms) => {
      clock += ms;
    },
    person: (text) => {
      parentID = messageId();
      const info: UserInfo = {
        id: parentID,
        sessionID,
        role: 'user',
        agent: 'build',
        time: { created: clock },
      };
      messages.push({ info, parts: [{ id: partId(), type: 'text', text }] });
      context += Math.ceil(text.length / 4);
    },
    respond: ({ reasoning, text, calls = [], finish, thinkMs, output, short = false }) => {
      const created = clock;
      const id = messageId();
      const written: ExportPart[] = short ? [] : [{ id: partId(), type: 'step-start' }];
      clock += thinkMs;
      if (reasoning !== undefined) {
        const time = { start: created, end: clock };
        written.push({ id: partId(), type: 'reasoning', text: reasoning, time });
      }
      if (text !== undefined) written.push({ id: partId(), type: 'text', text });
      for (const call of calls) written.push(tool(call, short));
      if (!short) written.push({ id: partId(), type: 'step-finish', reason: finish });
      const bodies = calls.reduce((sum, call) => sum + call.output.length, text?.length ?? 0);
      const { added, read } = grow(bodies + (reasoning?.length ?? 0));
      const info: AssistantInfo = {
        id,
        sessionID,
        role: 'assistant',
        parentID,
        modelID: 'large-coder',
        time: { created, completed: clock },
        tokens: {
          input: added,
          output,
          reasoning: output === 0 ? 0 : Math.ceil((reasoning?.length ?? 0) / 4),
          cache: { read, write: 0 },
        },
        finish,
      };
      messages.push({ info, parts: written });
      clock += 300;
    },
    finish: () => ({
      info: {
        id: sessionID,
        title,
        directory: '/home/dev/project',
        version: '1.2.20',
        time: { created: start, updated: clock },
      },
      messages,
    }),
  };
}

/** Ids ascend with the count, like opencode's; the seed keeps sessions apart. */
function hex(seed: number, count: number): string {
  return `${seed.toString(16).padStart(2, '0')}${(count * 16).toString(16).padStart(8, '0')}`;
}
