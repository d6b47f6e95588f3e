import type { Message, ToolPart } from '../../model/message';
import { toolParts } from '../content';
import { ERROR_LINE, failureIn } from '../failures';
import type { Confidence } from '../findings';
import type { Empty } from '../incidents';
import { thresholds } from '../thresholds';
import { quoted, type CauseContext, type CauseRule } from './cause-rule';

/**
 * The last tool result of the turn was a failure. Evidence only: the transcript shows no connection.
 * Likely where an exit or error state and the words agree, or only a broken program prints such words;
 * possible where one of them stands alone.
 */
export const toolFailureBefore: CauseRule = {
  code: 'tool-failure-before',
  label: 'A tool failed right before',
  find(empty, context) {
    if (empty.kind === 'missing' || empty.kind === 'error') return null;
    const last = lastToolMessage(empty, context);
    if (last === null) return null;
    const failed = toolParts(last)
      .map((tool) => ({ tool, failure: failureOf(tool) }))
      .findLast(({ failure }) => failure !== null);
    if (!failed?.failure) return null;
    const { words, confidence } = failed.failure;
    const text = `The result of ${quoted(failed.tool.name)} in message ${last.number} ${words}.`;
    return { confidence, text, messages: [last.number, empty.message.number] };
  },
};

/** The message with the last tool result before the empty response, within its turn. */
export function lastToolMessage({ at, request }: Empty, { steps }: CauseContext): Message | null {
  const first = Math.max(request?.number ?? 0, at - thresholds.stepsBack);
  for (let before = at - 1; before >= first; before -= 1) {
    const step = steps[before];
    if (step?.kind === 'output' && toolParts(step.message).length > 0) return step.message;
  }
  return null;
}

interface ToolFailure {
  /** Goes on from "The result of “bash” in message 12". */
  readonly words: string;
  readonly confidence: Confidence;
}

/** How a call went wrong by itself; null: it did not, or only shows what went wrong elsewhere. */
export function failureOf(tool: ToolPart): ToolFailure | null {
  if (tool.interrupted) return null;
  if (tool.status === 'pending' || tool.status === 'running')
    return { words: 'never came: the call is still recorded as running', confidence: 'likely' };
  if (tool.status === 'no-result') return { words: 'is not recorded', confidence: 'possible' };
  const isBadExit = tool.exitCode !== null && tool.exitCode !== 0;
  if (tool.status === 'error' || isBadExit) return failedState(tool);
  if (showsOthers(tool)) return null;
  const lines = lastLines(tool);
  const failure = failureIn(lines);
  if (failure === null || hasPassed(lines)) return null;
  const line = lineOf(failure.found.code, failure.line, lines);
  const words = `${failure.found.words}: ${quoted(line)}`;
  const isLast = lines.at(-1)?.trim().startsWith(line.trim().slice(0, 200)) === true;
  const { isSure } = failure.found;
  if (tool.exitCode === 0) {
    // A thread, a pipe or a background process can break without its shell noticing.
    const confidence = isLast ? 'likely' : 'possible';
    return isSure ? { words: `${words}, although its exit code is 0`, confidence } : null;
  }
  if (isSure) return { words, confidence: 'likely' };
  // Without an exit state other words count only as the very last ones.
  return isLast ? { words, confidence: 'possible' } : null;
}

function failedState(tool: ToolPart): ToolFailure | null {
  const lines = lastLines(tool);
  const isOthers = showsOthers(tool);
  // Searches end with 1 when they find nothing.
  if (isOthers && tool.exitCode === 1 && lines.length === 0) return null;
  const exit = tool.exitCode === null || tool.exitCode === 0 ? '' : ` (exit code ${tool.exitCode})`;
  const failure = isOthers ? null : failureIn(lines);
  if (failure !== null) {
    const line = lineOf(failure.found.code, failure.line, lines);
    return { words: `${failure.found.words}: ${quoted(line)}${exit}`, confidence: 'likely' };
  }
  const line = lines.findLast((one) => ERROR_LINE.test(one)) ?? lines.at(-1);
  const words = line === undefined ? `is an error${exit}` : `ends in ${quoted(line)}${exit}`;
  return { words, confidence: 'possible' };
}

/** The line under a traceback tells more than its head. */
function lineOf(code: string, line: string, lines: readonly string[]): string {
  if (code !== 'python-traceback') return line;
  return lines.findLast((one) => /^\w[\w.]*(?:Error|Exception|Exit|Interrupt)\b/.test(one)) ?? line;
}

/** Tools, and commands of shells, that show files quote errors without having one. */
const SHOWING_TOOLS = /^(?:read|view|cat|grep|rg|glob|search|find|list|ls|fetch|web)/i;
const SHOWING_COMMANDS =
  /^(?:cd \S+ && )?(?:sudo )?(?:cat|[ef]?grep|rg|ag|ack|head|tail|less|more|sed -n|awk|jq|journalctl|git (?:log|show|diff|blame|grep)|find|ls|wc|diff|strings|docker logs|kubectl logs)\b/;

const showsOthers = ({ name, title }: ToolPart) =>
  SHOWING_TOOLS.test(name) || SHOWING_COMMANDS.test(title?.trim() ?? '');

/** Tests that expect errors print them and pass all the same. */
function hasPassed(lines: readonly string[]): boolean {
  const text = lines.join('\n');
  const isPassed =
    /\b\d+ (?:passed|passing)\b|\b0 (?:failed|failures|errors)\b|^OK\b|all tests pass/im;
  return isPassed.test(text) && !/\b[1-9]\d* (?:failed|failing|failures?|errors?)\b/i.test(text);
}

function lastLines({ output, outputTail }: ToolPart): readonly string[] {
  const text = outputTail === '' ? (output?.text ?? '') : outputTail;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
  return lines.slice(-thresholds.lastLines);
}
