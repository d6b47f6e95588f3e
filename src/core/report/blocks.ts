import type { Excerpt, Message, Part, ToolPart } from '../model/message';
import { isStepBorder, tookMs } from '../reading/message-facts';
import { duration } from '../reading/quantities';
import { englishWords, fill } from '../reading/words';

/** A piece of a message as a report shows it. */
export interface Block {
  readonly kind: 'text' | 'reasoning' | 'call' | 'result' | 'note' | 'error';
  /** The name of a tool, of what the agent's program noted, or of an error. */
  readonly name: string | null;
  /** How a call ended, such as `error, exit 1, 22 min`. */
  readonly state: string | null;
  readonly text: string;
  /** Which characters of the whole are there. */
  readonly from: 'beginning' | 'end';
  /** Characters of the whole that the text is not. */
  readonly leftOut: number;
}

/** More calls of one message than this are counted, not shown. */
const MOST_CALLS = 4;

/**
 * What a message holds: its texts, reasoning, calls, and the results of calls that failed. A blank
 * text is shown as well: it explains an empty response.
 */
export function blocksOf(message: Message): readonly Block[] {
  const calls = message.parts.filter((part) => part.kind === 'tool');
  const more = calls.length - MOST_CALLS;
  const hidden = new Set<Part>(more > 1 ? calls.slice(MOST_CALLS) : []);
  const blocks = message.parts.filter((part) => !hidden.has(part)).flatMap(partBlocks);
  const rest: readonly Block[] =
    hidden.size === 0 ? [] : [call(null, `${hidden.size} more calls`, null)];
  return [...blocks, ...rest, ...errorBlocks(message)];
}

function partBlocks(part: Part): readonly Block[] {
  switch (part.kind) {
    case 'text':
      return part.body.length === 0 ? [] : [body('text', part.body)];
    case 'reasoning':
      return part.body.blank ? [] : [body('reasoning', part.body)];
    case 'tool':
      return toolBlocks(part);
    case 'file':
      return [note(part.image ? 'image' : 'file', part.name ?? part.mime ?? '')];
    case 'patch':
      return [note('patch', part.files.join(', '))];
    case 'marker':
      return isStepBorder(part.label) ? [] : [note(part.label, part.detail?.text ?? '')];
  }
}

function toolBlocks(tool: ToolPart): readonly Block[] {
  const isFailed = tool.status === 'error' || (tool.exitCode !== null && tool.exitCode !== 0);
  const took = tookMs(tool.started, tool.ended);
  const state = [
    englishWords.toolStatus[isFailed ? 'error' : tool.status],
    ...(tool.exitCode === null ? [] : [fill(englishWords.exit, tool.exitCode)]),
    ...(took === null ? [] : [duration(took)]),
  ];
  const head = call(tool.name, state.join(', '), tool.title ?? tool.input.text);
  return isFailed || tool.status === 'no-result' ? [head, ...resultBlocks(tool)] : [head];
}

/** Where it was cut, the end of a result tells more than its beginning. */
function resultBlocks({ output, outputTail }: ToolPart): readonly Block[] {
  if (output === null || output.blank) return [];
  if (outputTail === '') return [body('result', output)];
  const leftOut = output.length - outputTail.length;
  return [{ kind: 'result', name: null, state: null, text: outputTail, from: 'end', leftOut }];
}

const errorBlocks = ({ error }: Message): readonly Block[] =>
  error === null
    ? []
    : [
        {
          kind: 'error',
          name: error.name,
          state: null,
          text: error.message,
          from: 'beginning',
          leftOut: 0,
        },
      ];

const call = (name: string | null, state: string, text: string | null): Block => ({
  kind: 'call',
  name,
  state,
  text: text ?? '',
  from: 'beginning',
  leftOut: 0,
});

const note = (name: string, text: string): Block => ({
  ...call(name, '', text),
  kind: 'note',
  state: null,
});

const body = (kind: Block['kind'], { text, length }: Excerpt): Block => ({
  kind,
  name: null,
  state: null,
  text,
  from: 'beginning',
  leftOut: length - text.length,
});
