import type { ToolPart } from '../../model/message';
import { toolParts } from '../content';
import { quoted, type CauseRule } from './cause-rule';
import { lastToolMessage } from './tool-failure-before';

const SUBAGENT = /^(?:task|agent|subagent|spawn_agent|delegate|new_task|dispatch_agent)/i;

/** The subagent that was started right before returned nothing (R17). */
export const subagentSilent: CauseRule = {
  code: 'subagent-silent',
  label: 'A subagent returned nothing',
  find(empty, context) {
    if (empty.kind === 'missing' || empty.kind === 'error') return null;
    const last = lastToolMessage(empty, context);
    if (last === null) return null;
    const silent = toolParts(last).findLast(returnedNothing);
    if (silent === undefined) return null;
    const text = `The subagent that ${quoted(silent.name)} in message ${last.number} started returned nothing.`;
    return { confidence: 'likely', text, messages: [last.number, empty.message.number] };
  },
};

const returnedNothing = ({ name, childSession, status, output }: ToolPart) =>
  (SUBAGENT.test(name) || childSession !== null) &&
  status === 'completed' &&
  (output === null || output.blank);
