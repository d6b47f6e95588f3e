import { isPlaceholder } from '../findings/placeholders';
import type { Finish, Part, PatchPart, ToolPart } from '../model/message';
import { isRecord } from '../source/json';
import { id, list, number, record, shown, text, type Fields } from './fields';
import type { Draft, SessionBuilder } from './session-builder';
import { callPart } from './tool-calls';

/** What the response of a request of VS Code's chat holds (docs/formats.md, VS Code chat 2 to 4). */

const [PENDING, COMPLETE, CANCELLED, FAILED, NEEDS_INPUT] = [0, 1, 2, 3, 4] as const;

/** Absent: an older version, which wrote only what was over. */
const stateOf = (request: Fields) => number(record(request, 'modelState'), 'value');

const errorOf = (request: Fields) => {
  const details = record(record(request, 'result'), 'errorDetails');
  return Object.keys(details).length > 0 ? details : record(request, 'responseErrorDetails');
};

/** Whether anything came back: a prompt may be stored alone. */
export function hasAnswer(request: unknown): boolean {
  if (!isRecord(request)) return false;
  return (
    Array.isArray(request['response']) ||
    isRecord(request['result']) ||
    isRecord(request['responseErrorDetails']) ||
    isRecord(request['modelState']) ||
    request['isCanceled'] === true
  );
}

/** What the index keeps of how a response ended. */
export type Ending = Pick<Draft, 'finish' | 'rawFinish' | 'error' | 'closed'> & {
  /** What the program wrote in place of words; null: nothing. */
  readonly standIn: string | null;
};

const CODES: ReadonlyMap<string, Finish> = new Map(
  Object.entries<Finish>({
    canceled: 'aborted',
    filtered: 'content-filter',
    length: 'length',
    promptFiltered: 'content-filter',
  }),
);

/** How a response ended (docs/formats.md, VS Code chat 4). */
export function endingOf(request: Fields): Ending {
  const state = stateOf(request);
  const details = errorOf(request);
  const code = text(details, 'code');
  const message = text(details, 'message') ?? '';
  const closed = state !== PENDING && state !== NEEDS_INPUT;
  const none = { error: null, closed, standIn: null };
  // What the model returned was nothing: the program says so in the place of words.
  if (isPlaceholder(message))
    return { ...none, finish: 'unknown', rawFinish: code, standIn: message };
  if (code === 'canceled' || (message === '' && isCancelled(request, state))) {
    return { ...none, finish: 'aborted', rawFinish: code ?? 'cancelled' };
  }
  if (code === 'length') return { ...none, finish: 'length', rawFinish: code };
  if (message !== '' || code !== null || state === FAILED) {
    const finish = CODES.get(code ?? '') ?? 'error';
    const error = { name: code ?? 'error', message };
    return { ...none, finish, rawFinish: code, error };
  }
  return state === COMPLETE
    ? { ...none, finish: 'stop', rawFinish: 'complete' }
    : { ...none, finish: null, rawFinish: null };
}

const isCancelled = (request: Fields, state: number | null) =>
  state === CANCELLED || request['isCanceled'] === true;

/** Parts that are neither words nor deeds. */
const QUIET: ReadonlySet<string> = new Set([
  'autoModeResolution',
  'clearToPreviousToolInvocation',
  'codeCitation',
  'codeblockUri',
  'command',
  'contentReference',
  'externalEdit',
  'hook',
  'mcpServersStarting',
  'mcpServersStartingSlow',
  'prepareToolInvocation',
  'progressMessage',
  'progressTask',
  'progressTaskSerialized',
  'undoStop',
  'usedContext',
]);

/** What the program asks the person instead of an answer of the model. */
const QUESTIONS: ReadonlySet<string> = new Set([
  'confirmation',
  'elicitation',
  'elicitation2',
  'elicitationSerialized',
  'planReview',
  'questionCarousel',
]);

const EDITS: ReadonlySet<string> = new Set([
  'multiDiffData',
  'notebookEdit',
  'notebookEditGroup',
  'textEdit',
  'textEditGroup',
  'workspaceEdit',
]);

/** A part of a response in which the words of one sentence may stand in several pieces. */
type Piece =
  | { readonly kind: 'words' | 'thought'; readonly words: string }
  | { readonly kind: 'sealed' }
  | { readonly kind: 'part'; readonly part: Part };

/** The parts of a response, in order; words and thoughts that follow each other are one. */
export function partsOf(request: Fields, builder: SessionBuilder): readonly Part[] {
  const given = list(request, 'response');
  const items = given.map((item) => (typeof item === 'string' ? { value: item } : item));
  const records = items.filter(isRecord);
  const calls = joinedCalls(request, records.filter(isInvocation));
  const pieces = records.flatMap((item, at): readonly Piece[] => {
    if (isFence(item, records[at - 1], records[at + 1])) return [];
    return piecesOf(item, calls.byPart.get(item) ?? null, builder);
  });
  const parts = joinedParts(pieces, builder);
  const last = list(record(record(request, 'result'), 'metadata'), 'toolCallRounds').at(-1);
  if (isRecord(last) && list(last, 'toolCalls').length === 0 && !parts.some(isSaid)) {
    // The same words stand in the rounds; they count when the parts have lost them.
    const words = text(last, 'response') ?? '';
    if (words.trim() !== '') parts.push(builder.text(words));
  }
  for (const { call, output } of calls.others) {
    const words = `${text(call, 'name') ?? ''} ${shown(call['arguments'])}\n${output ?? ''}`;
    parts.push(builder.marker('call that no part shows', words.trim()));
  }
  return parts;
}

const isSaid = (part: Part) => part.kind === 'text' && !part.body.blank;

const kindOf = (item: Fields | undefined) => (item === undefined ? '' : (text(item, 'kind') ?? ''));

const isInvocation = (item: Fields) => /^toolInvocation(?:Serialized)?$/.test(kindOf(item));

const isEdit = (item: Fields | undefined) =>
  EDITS.has(kindOf(item)) || kindOf(item) === 'codeblockUri';

/** VS Code puts fences around an edit that it shows in place of a code block. */
const isFence = (item: Fields, before: Fields | undefined, after: Fields | undefined) =>
  /^\s*```\s*$/.test(wordsOf(item) ?? '') &&
  (isEdit(before) || isEdit(after) || kindOf(after) === 'undoStop');

/** What VS Code writes for a text that it could not store. */
const CUT = '[JustRide: value truncated for persistence';

/** The words of a text part, which has no kind; older versions name it `markdownContent`. */
function wordsOf(item: Fields): string | null {
  switch (kindOf(item)) {
    case '':
      return markdown(item['value']);
    case 'markdownContent':
    case 'markdownVuln':
      return markdown(item['content']);
    default:
      return null;
  }
}

const markdown = (value: unknown): string | null =>
  typeof value === 'string' ? value : isRecord(value) ? text(value, 'value') : null;

function piecesOf(item: Fields, call: Joined | null, builder: SessionBuilder): readonly Piece[] {
  const kind = kindOf(item);
  const words = wordsOf(item);
  const part = (one: Part): readonly Piece[] => [{ kind: 'part', part: one }];
  if (words?.startsWith(CUT) === true) return part(builder.marker('cut when saved', words));
  if (words !== null) return words === '' ? [] : [{ kind: 'words', words }];
  if (kind === 'inlineReference') return [{ kind: 'words', words: nameOfReference(item) }];
  if (kind === 'thinking') return thoughtOf(item);
  if (isInvocation(item)) return part(invocationPart(item, call, builder));
  if (EDITS.has(kind)) return part(patchOf(item));
  if (QUIET.has(kind)) return [];
  if (QUESTIONS.has(kind)) return part(builder.text(questionOf(item)));
  return part(
    builder.marker(kind === '' ? 'unknown' : kind, markdown(item['content']) ?? shown(item)),
  );
}

function thoughtOf(item: Fields): readonly Piece[] {
  const { value } = item;
  const words = Array.isArray(value)
    ? value.filter((one) => typeof one === 'string').join('')
    : value;
  if (typeof words === 'string' && words !== '') return [{ kind: 'thought', words }];
  // The last of a thought only says that it is over.
  return id(item, 'id') === null ? [] : [{ kind: 'sealed' }];
}

function joinedParts(pieces: readonly Piece[], builder: SessionBuilder): Part[] {
  const parts: Part[] = [];
  let words: string[] = [];
  let thoughts: string[] | null = null;
  const flush = () => {
    if (thoughts !== null) {
      parts.push(builder.reasoning(thoughts.join('\n\n'), thoughts.length === 0));
    }
    if (words.length > 0) parts.push(builder.text(words.join('')));
    words = [];
    thoughts = null;
  };
  for (const piece of pieces) {
    switch (piece.kind) {
      case 'words':
        if (thoughts !== null) flush();
        words.push(piece.words);
        break;
      case 'thought':
      case 'sealed':
        if (words.length > 0) flush();
        thoughts ??= [];
        if (piece.kind === 'thought') thoughts.push(piece.words);
        break;
      case 'part':
        flush();
        addPart(parts, piece.part);
    }
  }
  flush();
  return parts;
}

/** Edits of one file that follow each other are one patch. */
function addPart(parts: Part[], part: Part): void {
  const last = parts.at(-1);
  if (part.kind === 'patch' && last?.kind === 'patch') {
    const files = [...last.files, ...part.files.filter((file) => !last.files.includes(file))];
    parts[parts.length - 1] = { kind: 'patch', files };
  } else parts.push(part);
}

function nameOfReference(item: Fields): string {
  const target = record(item, 'inlineReference');
  const name = text(item, 'name') ?? text(target, 'name');
  return name ?? pathOf(target)?.split('/').at(-1) ?? '';
}

/** The path of a URI as VS Code writes it, or of a place in one. */
const pathOf = (uri: Fields): string | null =>
  text(uri, 'path') ??
  text(record(uri, 'uri'), 'path') ??
  text(record(record(uri, 'location'), 'uri'), 'path');

function patchOf(item: Fields): PatchPart {
  const several = [...list(item, 'edits'), ...list(record(item, 'multiDiffData'), 'resources')];
  const uris = isRecord(item['uri'])
    ? [item['uri']]
    : several
        .filter(isRecord)
        .map((edit) => edit['newResource'] ?? edit['modifiedUri'] ?? edit['goToFileUri'])
        .filter(isRecord);
  return { kind: 'patch', files: uris.flatMap((uri) => pathOf(uri) ?? []) };
}

/** The texts of a question, wherever the kinds of questions have them. */
function questionOf(item: Fields): string {
  const questions = list(item, 'questions').filter(isRecord);
  return [item, ...questions]
    .flatMap((one) => [one['title'], one['message'], one['question'], one['content']])
    .flatMap((words) => markdown(words) ?? [])
    .join('\n');
}

/** A call as the rounds of the model have it, with its output. */
interface Joined {
  readonly call: Fields;
  readonly output: string | null;
}

interface JoinedCalls {
  readonly byPart: ReadonlyMap<Fields, Joined>;
  /** Calls that no part stands for. */
  readonly others: readonly Joined[];
}

/**
 * Which call of the model each part shows. Ids of parts may be others than those of calls (docs/formats.md,
 * VS Code chat 3): what is left is joined in order when both are as many.
 */
function joinedCalls(request: Fields, parts: readonly Fields[]): JoinedCalls {
  const metadata = record(record(request, 'result'), 'metadata');
  const results = record(metadata, 'toolCallResults');
  const calls = list(metadata, 'toolCallRounds')
    .filter(isRecord)
    .flatMap((round) => list(round, 'toolCalls').filter(isRecord))
    .map((call): Joined => ({ call, output: outputOf(results[id(call, 'id') ?? '']) }));
  const byId = new Map(calls.map((joined) => [plainId(id(joined.call, 'id')), joined]));
  const byPart = new Map<Fields, Joined>();
  for (const part of parts) {
    const known = byId.get(plainId(id(part, 'toolCallId')));
    if (known !== undefined) byPart.set(part, known);
  }
  const joined = new Set(byPart.values());
  const left = parts.filter((part) => !byPart.has(part));
  const others = calls.filter((call) => !joined.has(call));
  if (left.length !== others.length) return { byPart, others };
  left.forEach((part, at) => {
    const call = others[at];
    if (call !== undefined) byPart.set(part, call);
  });
  return { byPart, others: [] };
}

/** VS Code makes ids unique by what it adds to them. */
const plainId = (callId: string | null) => callId?.replace(/__vscode-\d+$/, '') ?? null;

/** The text of a result: texts, or trees of text that the extension rendered; null: not recorded. */
function outputOf(result: unknown): string | null {
  if (!isRecord(result)) return null;
  return list(result, 'content')
    .filter(isRecord)
    .map((item) => {
      const { value } = item;
      return isRecord(value) ? textOfTree(record(value, 'node')) : shown(value ?? item['data']);
    })
    .join('\n');
}

/** The texts of the leaves, in order; without recursion, as the tree is as deep as its writer likes. */
function textOfTree(root: Fields): string {
  const words: string[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const own = text(node, 'text');
    if (own !== null) words.push(node['lineBreakBefore'] === true ? `\n${own}` : own);
    waiting.push(...list(node, 'children').filter(isRecord).reverse());
  }
  return words.join('').trim();
}

/** A person refused the call, or stopped the response before it ran (`ToolConfirmKind.Denied`). */
const isDenied = (item: Fields) =>
  item['isConfirmed'] === false || number(record(item, 'isConfirmed'), 'type') === 0;

function invocationPart(item: Fields, joined: Joined | null, builder: SessionBuilder): ToolPart {
  const said = markdown(item['pastTenseMessage']) ?? markdown(item['invocationMessage']) ?? '';
  const special = record(item, 'toolSpecificData');
  const input = joined?.call['arguments'] ?? inputOf(special) ?? said;
  const name = text(item, 'toolId') ?? text(joined?.call ?? {}, 'name');
  const call = callPart({ id: item['toolCallId'], name, input }, builder, null);
  const state = record(special, 'terminalCommandState');
  const started = number(state, 'timestamp');
  const took = number(state, 'duration');
  const output = joined?.output ?? shownOutput(item, special);
  const hasEnded = output !== null || (item['isComplete'] === true && hasRun(item));
  const ended = isDenied(item) ? 'error' : hasEnded ? 'completed' : 'no-result';
  return {
    ...call,
    title: call.title ?? (said === '' ? null : said.slice(0, 200)),
    status: ended,
    output: output === null ? null : builder.excerpt(output, 'output'),
    outputTail: output === null ? '' : builder.tail(output),
    exitCode: number(state, 'exitCode'),
    interrupted: isDenied(item),
    started,
    ended: started === null || took === null ? null : started + took,
  };
}

/** A part that was neither confirmed nor told of in the past tense stands for a call that did not run. */
const hasRun = (item: Fields) => 'isConfirmed' in item || 'pastTenseMessage' in item;

function inputOf(special: Fields): unknown {
  const command = record(special, 'commandLine');
  const line = text(command, 'toolEdited') ?? text(command, 'original') ?? text(special, 'command');
  return line === null ? special['rawInput'] : { command: line };
}

/** What the person saw of a result. */
function shownOutput(item: Fields, special: Fields): string | null {
  const terminal = text(record(special, 'terminalCommandOutput'), 'text');
  if (terminal !== null) return terminal;
  const details = item['resultDetails'];
  if (!isRecord(details)) return null;
  const outputs = list(details, 'output').filter(isRecord);
  return outputs.map((one) => shown(one['value'])).join('\n');
}
