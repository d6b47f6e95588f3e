import * as z from 'zod';
import type { Location } from '../sessions/open-transcript';

/** What the Turns view gives its menu's commands: a message, or a turn with the person's message. */
const turnsNode = z.union([
  z.object({ session: z.int(), number: z.int() }),
  z.object({ session: z.int(), turn: z.object({ person: z.int() }) }),
]);

/** The message that a menu of the Turns view was opened on, else the selected one. */
export function messageOfNode(given: unknown, selected: Location | null): Location | null {
  const node = turnsNode.safeParse(given).data;
  if (selected === null || node === undefined) return selected;
  const number = 'number' in node ? node.number : node.turn.person;
  return { open: selected.open, session: node.session, number };
}

/** The messages of several rows of the Turns view (its second argument), else the one. */
export function messagesOfNodes(given: unknown, one: Location): readonly Location[] {
  const nodes: readonly unknown[] = Array.isArray(given) ? given : [];
  const messages = nodes.flatMap((node) =>
    turnsNode.safeParse(node).success ? (messageOfNode(node, one) ?? []) : [],
  );
  return messages.length === 0 ? [one] : messages;
}
