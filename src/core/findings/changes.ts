import type { Message } from '../model/message';
import type { Change } from './findings';

/** Commands with which a person turns their back on a session. */
const LEAVING = /<command-name>\s*\/?(clear|new|reset|exit|quit|logout)\s*<\/command-name>/;

const COMPACTIONS: ReadonlySet<string> = new Set([
  'compaction-request',
  'compaction-summary',
  'compaction-boundary',
  'continue-after-compaction',
]);

/** The command with which the person left or cleared the session; null for all other messages. */
export function leavingCommand({ harness, parts }: Message): string | null {
  if (harness !== 'local-command') return null;
  for (const part of parts) {
    const command = part.kind === 'text' ? LEAVING.exec(part.body.text)?.[1] : undefined;
    if (command !== undefined) return `/${command}`;
  }
  return null;
}

/**
 * What changed within an incident.
 * @param first its first empty response
 * @param after the messages that follow it, up to the incident's end
 */
export function changesOf(first: Message, after: readonly Message[]): readonly Change[] {
  const changes: Change[] = [];
  let model = first.model;
  let isCompacting = false;
  for (const message of after) {
    const { number } = message;
    const compacts = message.harness !== null && COMPACTIONS.has(message.harness);
    // Boundary, request and summary are one compaction.
    if (compacts && !isCompacting) changes.push({ kind: 'compaction', number, to: null });
    isCompacting = compacts;
    const command = leavingCommand(message);
    if (command !== null) changes.push({ kind: 'left', number, to: command });
    const next = message.author === 'assistant' ? message.model : null;
    if (next === null) continue;
    if (model !== null && model !== next) changes.push({ kind: 'model-switch', number, to: next });
    model = next;
  }
  return changes;
}
