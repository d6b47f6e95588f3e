import type { Place, ResponseError, Tokens } from '../model/message';
import type { Splitter } from '../source/scan-text';
import type { Format, FormatReader, RowVerdict } from './format';
import { addUnknown, type Draft, type SessionBuilder, type SessionDraft } from './session-builder';

/**
 * Aider's `.aider.chat.history.md` (docs/formats.md, Aider): one file a repository, one session a run.
 * A row is a stretch of lines that one writer of Aider wrote: a prompt, console output, or an answer.
 * A message's number counts the prompts, the answers, and the console outputs that stand alone. Not
 * recorded: ids, times of messages, calls. The numbers are a best effort, since answers are verbatim.
 */
export const aider: Format = {
  id: 'aider',
  label: 'Aider chat history',
  detect: () => 0,
  text: {
    matches: (beginning) => /^# aider chat started at \d{4}-/m.test(beginning),
    createSplitter,
  },
  createReader,
};

const RUN = /^# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)\s*$/;

type Kind = 'run' | 'prompt' | 'console' | 'answer';

/** Aider ends every line of a prompt with two spaces, which tells prompts from headings of answers. */
function createSplitter(beginning: string): Splitter {
  const hasMarks = /^#### .* {2}$/m.test(beginning);
  let current: Kind | null = null;
  let inFence = false;
  const isPrompt = (line: string) => {
    if (!line.startsWith('#### ') || (inFence && current === 'answer')) return false;
    return hasMarks ? line.endsWith('  ') : current !== 'answer';
  };
  const kindOf = (line: string): Kind => {
    if (RUN.test(line)) return 'run';
    if (isPrompt(line)) return 'prompt';
    return /^>(?: |$)/.test(line) && !(inFence && current === 'answer') ? 'console' : 'answer';
  };
  return (line) => {
    if (line.trim() === '') return false;
    const kind = kindOf(line);
    const begins = kind !== current || kind === 'run';
    if (begins) inFence = false;
    current = kind;
    if (kind === 'answer' && /^(?:```|~~~)/.test(line)) inFence = !inFence;
    return begins;
  };
}

/** A stretch of prompt lines has nothing but such lines; an answer may begin with a heading of its own. */
function kindOfRow(lines: readonly string[]): Kind {
  const [first = ''] = lines;
  if (RUN.test(first)) return 'run';
  const filled = lines.filter((line) => line.trim() !== '');
  if (filled.every((line) => /^####(?: |$)/.test(line))) return 'prompt';
  return filled.every((line) => /^>(?: |$)/.test(line)) ? 'console' : 'answer';
}

function createReader(builder: SessionBuilder): FormatReader {
  let session = builder.session('');
  let runs = 0;
  let model: string | null = null;
  const take: Readonly<Record<Kind, (lines: readonly string[], place: Place) => void>> = {
    run([line = '']) {
      runs += 1;
      const started = RUN.exec(line);
      const id = `${started?.[1] ?? ''}T${started?.[2] ?? ''}#${runs}`;
      if (runs > 1 || session.messages.length > 0) session = builder.session(id);
      session.id = id;
      session.title = `${started?.[1] ?? ''} ${started?.[2] ?? ''}`;
    },
    prompt: (lines, place) => {
      addPrompt(session, place, withoutMark(lines, /^#### ?/), builder);
    },
    console(lines, place) {
      const words = withoutMark(lines, /^> ?/);
      model = /^(?:Main model|Model): (\S+)/m.exec(words)?.[1] ?? model;
      addConsole(session, place, words, model, builder);
    },
    answer(lines, place) {
      addAnswer(session, place, lines.join('\n'), model, builder);
    },
  };
  return {
    accept({ value, place }): RowVerdict {
      if (typeof value !== 'string') return 'This row is no text.';
      const lines = value.split('\n');
      take[kindOfRow(lines)](lines, place);
      return null;
    },
    broken(place, sentence) {
      addUnknown(session, place, sentence, builder);
    },
    finish: () => undefined,
  };
}

const withoutMark = (lines: readonly string[], mark: RegExp) =>
  lines
    .map((line) => line.replace(mark, '').trimEnd())
    .join('\n')
    .trim();

/** Commands that ask the model; all others are carried out by Aider itself. */
const ASKING = /^\/(?:ask|code|architect|context|ok|help)\s+\S/;

function addPrompt(
  session: SessionDraft,
  place: Place,
  words: string,
  builder: SessionBuilder,
): void {
  const isCommand = /^[/!]/.test(words) && !ASKING.test(words);
  // Enter on an empty line, and answers to a group of questions, are no requests.
  const isNone = words === '' || words === '<blank>' || words.includes('(Y)es/(N)o');
  const isPersons = !isCommand && !isNone;
  session.add(place, {
    role: 'user',
    author: isPersons ? 'person' : 'harness',
    harness: isPersons ? null : isCommand ? 'local-command' : 'other',
    parts: words === '' ? [] : [builder.text(words)],
  });
}

/** What Aider's console tells about the response before it, or in its place. */
interface Told {
  readonly tokens: Tokens | null;
  readonly error: ResponseError | null;
  readonly isInterrupted: boolean;
  readonly isCut: boolean;
  readonly isEmpty: boolean;
}

function toldBy(words: string): Told {
  const counted = /^Tokens: ([\d.]+[kM]?) sent,(?: .*?)? ([\d.]+[kM]?) received/m.exec(words);
  const failed = /^(litellm\.\w+|\w*Error)\b:? ?(.*)$/m.exec(words);
  return {
    tokens: counted === null ? null : tokensOf(counted[1] ?? '', counted[2] ?? ''),
    error: failed === null ? null : { name: failed[1] ?? 'error', message: failed[2] ?? '' },
    isInterrupted: /^\^C (?:again to exit|KeyboardInterrupt)/m.test(words),
    isCut: words.includes('has hit a token limit!'),
    isEmpty: /^Empty response received from LLM/m.test(words),
  };
}

function tokensOf(sent: string, received: string): Tokens {
  const none = { reasoning: null, cacheRead: null, cacheWrite: null };
  return { input: count(sent), output: count(received), ...none };
}

/** Aider shortens counts: `2.1k`. */
function count(words: string): number {
  const factor = words.endsWith('k') ? 1000 : words.endsWith('M') ? 1_000_000 : 1;
  return Math.round(Number.parseFloat(words) * factor);
}

/** Console output belongs to the answer above it; without one it tells what became of the request. */
function addConsole(
  session: SessionDraft,
  place: Place,
  words: string,
  model: string | null,
  builder: SessionBuilder,
): void {
  const marker = builder.marker('console', words);
  const last = session.messages.at(-1);
  const told = toldBy(words);
  const end = endOf(told);
  if (last?.role === 'assistant') {
    last.parts.push(marker);
    last.places.push(place);
    Object.assign(last, { tokens: told.tokens ?? last.tokens, finish: end.finish ?? last.finish });
    return;
  }
  const isAsked = last?.author === 'person';
  const isOutcome =
    told.isEmpty || told.isInterrupted || told.tokens !== null || told.error !== null;
  if (isAsked && isOutcome) {
    session.add(place, { role: 'assistant', author: 'assistant', model, ...end, parts: [marker] });
    return;
  }
  session.add(place, { role: 'system', author: 'program', harness: 'notice', parts: [marker] });
}

function endOf(told: Told): Pick<Draft, 'tokens' | 'error' | 'finish' | 'rawFinish' | 'closed'> {
  const base = { tokens: told.tokens, error: null, rawFinish: null };
  if (told.isInterrupted) return { ...base, finish: 'aborted', closed: false };
  if (told.isCut) return { ...base, finish: 'length', closed: true };
  if (told.error !== null && !told.isEmpty && told.tokens === null)
    return { ...base, error: told.error, finish: 'error', closed: true };
  return { ...base, finish: null, closed: told.tokens === null ? null : true };
}

const THINKING = /^<(thinking-content-[0-9a-f]+|think)>\n?([^]*?)(?:<\/\1>|$)/;

function addAnswer(
  session: SessionDraft,
  place: Place,
  text: string,
  model: string | null,
  builder: SessionBuilder,
): void {
  const last = session.messages.at(-1);
  // Aider logs the interrupt first and the partial answer after it.
  const isRest = last?.role === 'assistant' && last.finish === 'aborted';
  if (last !== undefined && isRest) last.continues = true;
  const thought = THINKING.exec(text);
  const rest = thought === null ? text : text.slice(thought[0].length);
  session.add(place, {
    role: 'assistant',
    author: 'assistant',
    model,
    ...(isRest ? { finish: 'aborted' } : {}),
    parts: [
      ...(thought === null
        ? []
        : [builder.reasoning(thought[2]?.trim() ?? '', false, /<\/[^>]+>$/.test(thought[0]))]),
      ...(rest.trim() === '' ? [] : [builder.text(rest.trim())]),
    ],
  });
}
