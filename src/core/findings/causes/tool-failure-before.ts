import type { Message, ToolPart } from '../../model/message';
import { toolParts } from '../content';
import { ERROR_LINE, FATAL } from '../failure-words';
import type { Empty } from '../incidents';
import { quoted, type CauseContext, type CauseRule } from './cause-rule';

/** Tools that show files quote errors without having one. */
const SHOWS_FILES = /^(?:read|view|cat|grep|rg|glob|search|find|list|ls|fetch|web)/i;

/** Only the end of an output says how it ended. */
const LAST_LINES = 15;
/** A turn can have thousands of calls; the failure that counts is close. */
const STEPS_BACK = 20;

/** The last tool result of the turn was a failure (evidence only: the transcript shows no connection). */
export const toolFailureBefore: CauseRule = {
  code: 'tool-failure-before',
  label: 'A tool failed right before',
  find(empty, context) {
    if (empty.kind === 'missing' || empty.kind === 'error') return null;
    const last = lastToolMessage(empty, context);
    const failed = last === null ? undefined : toolParts(last).findLast(hasFailed);
    if (last === null || failed === undefined) return null;
    const line = lastErrorLine(failed);
    const how = line === null ? exitWords(failed) : `ends in ${quoted(line)}`;
    const text = `The result of ${quoted(failed.name)} in message ${last.number} ${how}.`;
    return {
      confidence: isFatal(failed) ? 'likely' : 'possible',
      text,
      messages: [last.number, empty.message.number],
    };
  },
};

/** The message with the last tool result before the empty response, within its turn. */
export function lastToolMessage({ at, request }: Empty, { steps }: CauseContext): Message | null {
  const first = Math.max(request?.number ?? 0, at - STEPS_BACK);
  for (let before = at - 1; before >= first; before -= 1) {
    const step = steps[before];
    if (step?.kind === 'output' && toolParts(step.message).length > 0) return step.message;
  }
  return null;
}

/** Whether a call went wrong by itself: an error, an exit code other than 0, or an output that ends in a crash. */
export function hasFailed(tool: ToolPart): boolean {
  if (tool.interrupted) return false;
  return tool.status === 'error' || isBadExit(tool) || isFatal(tool);
}

const isBadExit = ({ exitCode }: ToolPart) => exitCode !== null && exitCode !== 0;

const isFatal = (tool: ToolPart) =>
  !SHOWS_FILES.test(tool.name) && FATAL.test(lastLines(tool).join('\n'));

function lastLines({ output, outputTail }: ToolPart): readonly string[] {
  const text = outputTail === '' ? (output?.text ?? '') : outputTail;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return lines.slice(-LAST_LINES);
}

function lastErrorLine(tool: ToolPart): string | null {
  const lines = lastLines(tool);
  return lines.findLast((line) => ERROR_LINE.test(line)) ?? lines.at(-1) ?? null;
}

const exitWords = ({ exitCode }: ToolPart) =>
  exitCode === null ? 'is an error' : `has exit code ${exitCode}`;
