import { toolParts } from '../content';
import { quoted, type CauseRule } from './cause-rule';
import { failureOf, lastToolMessage } from './tool-failure-before';

/** It fell silent right after tool results that were in order (R9). */
export const silentAfterTools: CauseRule = {
  code: 'silent-after-tools',
  label: 'Silent after tool results',
  find(empty, context) {
    if (empty.kind !== 'void' && empty.kind !== 'reasoning-only') return null;
    const last = lastToolMessage(empty, context);
    if (last === null || last !== empty.lastOutput) return null;
    const tools = toolParts(last);
    const name = tools.at(-1)?.name;
    if (name === undefined || tools.some((tool) => failureOf(tool) !== null)) return null;
    const text = `It comes right after the result of ${quoted(name)}.`;
    return { confidence: 'possible', text, messages: [last.number, empty.message.number] };
  },
};
