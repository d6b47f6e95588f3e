import type { Place } from '../model/message';
import { isRecord, parseJson } from '../source/json';
import type { Track } from './chat-reader';
import { blockText, contentBlocks, isResult } from './content-blocks';
import { text, type Fields } from './fields';
import type { Draft } from './session-builder';

/**
 * Content of a row of `api_conversation_history.json` as blocks of the Anthropic shape: calls that are written
 * as XML become calls, what answers them becomes results, and a person's words are taken out of both
 * (docs/formats.md, Cline 3 and 4).
 */
export function clineContent(row: Fields, place: Place, track: Track): Content {
  const blocks = contentBlocks(row['content']) ?? [];
  return row['role'] === 'assistant'
    ? assistantContent(blocks, place)
    : { content: userContent(blocks, track), end: {} };
}

interface Content {
  readonly content: readonly Fields[];
  readonly end: Partial<Pick<Draft, 'finish' | 'rawFinish' | 'error' | 'closed'>>;
}

/** Names of tools that are called as `<name><parameter>value</parameter></name>`. */
const TOOLS = [
  'access_mcp_resource',
  'apply_diff',
  'ask_followup_question',
  'attempt_completion',
  'browser_action',
  'codebase_search',
  'condense',
  'execute_command',
  'fetch_instructions',
  'generate_image',
  'insert_content',
  'list_code_definition_names',
  'list_files',
  'load_mcp_documentation',
  'new_rule',
  'new_task',
  'plan_mode_respond',
  'act_mode_respond',
  'read_file',
  'replace_in_file',
  'report_bug',
  'run_slash_command',
  'search_and_replace',
  'search_files',
  'switch_mode',
  'update_todo_list',
  'use_mcp_tool',
  'web_fetch',
  'write_to_file',
] as const;

const CALL: ReadonlySet<string> = new Set(TOOLS);

interface Element {
  readonly name: string;
  readonly inside: string;
  /** UTF-16 offsets of the whole, `[start, end)`. */
  readonly start: number;
  readonly end: number;
}

/** More tags than this that are not closed are no parameters: looking for the end of each takes time. */
const MAX_UNCLOSED = 50;

/** The elements in a text that stand in no other one. */
function elementsIn(words: string, isName: (name: string) => boolean): readonly Element[] {
  const elements: Element[] = [];
  const unclosed = new Set<string>();
  let end = 0;
  for (const { 0: tag, 1: name = '', index: start } of words.matchAll(/<([a-z_]{1,60})>/g)) {
    if (start < end || unclosed.has(name) || !isName(name)) continue;
    if (unclosed.size > MAX_UNCLOSED) break;
    const closing = words.indexOf(`</${name}>`, start);
    if (closing < 0) {
      unclosed.add(name);
      continue;
    }
    end = closing + name.length + 3;
    elements.push({ name, inside: words.slice(start + tag.length, closing), start, end });
  }
  return elements;
}

/** Calls by which the model speaks to the person, with what it says. */
const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['act_mode_respond', 'response'],
  ['ask_followup_question', 'question'],
  ['attempt_completion', 'result'],
  ['plan_mode_respond', 'response'],
]);

/** What Cline adds to words that were cut. */
const CUT = /\s*\[Response interrupted by (user feedback|user|API Error)\]\s*$/;

function assistantContent(blocks: readonly Fields[], place: Place): Content {
  const content: Fields[] = [];
  let end: Content['end'] = {};
  blocks.forEach((block, at) => {
    if (block['type'] !== 'text') {
      content.push(...spokenCall(block));
      return;
    }
    const words = blockText(block);
    const cut = CUT.exec(words);
    if (cut !== null) end = endOf(cut[1] ?? '');
    const own = cut === null ? words : words.slice(0, cut.index);
    content.push(...callsIn(own, `${place.start}-${at}`));
  });
  return { content, end };
}

function endOf(by: string): Content['end'] {
  if (by !== 'API Error') return { finish: 'aborted', rawFinish: by, closed: true };
  const error = { name: by, message: 'The stream broke off.' };
  return { finish: 'error', rawFinish: by, error, closed: true };
}

/** Native calls by which the model speaks say their words as well. */
function spokenCall(block: Fields): readonly Fields[] {
  const key = SPOKEN.get(text(block, 'name') ?? '');
  const input = block['input'];
  const words = key === undefined || !isRecord(input) ? null : text(input, key);
  return words === null || words === '' ? [block] : [{ type: 'text', text: words }, block];
}

/** The words and calls in a text, in order. */
function callsIn(words: string, prefix: string): readonly Fields[] {
  const blocks: Fields[] = [];
  const addWords = (piece: string) => {
    if (piece.trim() !== '') blocks.push({ type: 'text', text: piece });
  };
  let from = 0;
  for (const { name, inside, start, end } of elementsIn(words, (one) => CALL.has(one))) {
    addWords(words.slice(from, start));
    const parameters = elementsIn(inside, () => true);
    const input: Fields = Object.fromEntries(
      parameters.map((parameter) => [parameter.name, parameter.inside.trim()]),
    );
    blocks.push(...spokenCall({ type: 'tool_use', id: `${prefix}-${start}`, name, input }));
    from = end;
  }
  addWords(words.slice(from));
  // A text that is blank tells that the response is.
  return blocks.length === 0 ? [{ type: 'text', text: words }] : blocks;
}

/** How the answer to a call in XML begins. */
const RESULT = /^\[([a-z_]+)(?: for [^\n]*)?\] Result:\s*/;
const OWN_WORDS: ReadonlySet<string> = new Set(['answer', 'feedback', 'task', 'user_message']);

function userContent(blocks: readonly Fields[], track: Track): readonly Fields[] {
  const results: Fields[] = [];
  const others: Fields[] = [];
  const taken = new Set<string>();
  /** The text of the result whose blocks follow each other. */
  let open: { readonly id: string; readonly lines: string[] } | null = null;
  const close = () => {
    if (open !== null) results.push(resultOf(open.id, open.lines.join('\n')));
    open = null;
  };
  for (const block of blocks) {
    if (isResult(block)) {
      close();
      const said = blockText(block);
      results.push({ ...block, is_error: block['is_error'] === true || isDenial(said) });
      others.push(...ownWords(said).map(asBlock), ...feedbackIn(said));
      continue;
    }
    if (block['type'] !== 'text') {
      others.push(block);
      continue;
    }
    const words = blockText(block);
    const begun = RESULT.exec(words);
    if (begun !== null) {
      close();
      // Without a call that waits it stands alone.
      const callId = waitingCall(begun[1] ?? '', track, taken) ?? '';
      taken.add(callId);
      open = { id: callId, lines: [words.slice(begun[0].length)] };
      others.push(...ownWords(words).map(asBlock));
    } else if (open !== null && !words.startsWith('<environment_details>')) {
      open.lines.push(words);
      others.push(...ownWords(words).map(asBlock));
    } else {
      close();
      others.push(...promptBlocks(words));
    }
  }
  close();
  return [...results, ...others];
}

const asBlock = (words: string): Fields => ({ type: 'text', text: words });

const resultOf = (tool_use_id: string, content: string): Fields => ({
  type: 'tool_result',
  tool_use_id,
  content,
  is_error: /^(?:The tool execution failed|Error\b|\[ERROR\])/.test(content) || isDenial(content),
});

/** The call that a result in XML answers: the first of that name without one, else the first. */
function waitingCall(name: string, { waiting }: Track, taken: ReadonlySet<string>): string | null {
  const calls = waiting.flatMap(({ draft, at }) => {
    const part = draft.parts[at];
    return part?.kind === 'tool' && part.callId !== null && !taken.has(part.callId) ? [part] : [];
  });
  return (calls.find((call) => call.name === name) ?? calls[0])?.callId ?? null;
}

const ownElements = (words: string) => elementsIn(words, (name) => OWN_WORDS.has(name));

const ownWords = (words: string): readonly string[] =>
  ownElements(words)
    .map(({ inside }) => inside.trim())
    .filter((own) => own !== '');

/** A prompt's words stand in a tag, with the program's around it. */
function promptBlocks(words: string): readonly Fields[] {
  const own = ownWords(words);
  if (own.length === 0) return [asBlock(words)];
  const rest = withoutElements(words, ownElements(words)).trim();
  return [...own, ...(rest === '' ? [] : [rest])].map(asBlock);
}

function withoutElements(words: string, elements: readonly Element[]): string {
  const starts = [0, ...elements.map(({ end }) => end)];
  return starts.map((start, at) => words.slice(start, elements[at]?.start)).join('');
}

/** Roo Code writes what a person said to a call as JSON into its result. */
function responseTo(result: string): Fields {
  const parsed = result.startsWith('{') ? parseJson(result) : null;
  return parsed?.ok === true && isRecord(parsed.value) ? parsed.value : {};
}

const isDenial = (result: string): boolean =>
  responseTo(result)['status'] === 'denied' || /^The user denied this operation\b/.test(result);

function feedbackIn(result: string): readonly Fields[] {
  const words = text(responseTo(result), 'feedback') ?? '';
  return words === '' ? [] : [asBlock(words)];
}
