import { commands as vscodeCommands, l10n, window } from 'vscode';
import { disposables, type Disposable } from '../lifecycle';
import type { MessageLines } from '../documents/message-lines';
import type { OwnMoves } from '../navigation/own-moves';
import { commented, step, stops, type Steps } from '../navigation/order';
import { reveal } from '../navigation/reveal';
import type { ReviewService } from '../review/review-service';
import type { Location, Selection } from '../sessions/open-transcript';
import { sessionAt, type SessionRegistry } from '../sessions/session-registry';
import { commands } from './ids';

/** The argument with which the panel calls: the focus then stays in the panel. */
export const FROM_PANEL = 'panel';

/** How long a word about a step stays in the status bar, in ms. */
const STATUS_MS = 4000;

export interface StepServices {
  readonly registry: SessionRegistry;
  readonly selection: Selection;
  readonly lines: MessageLines;
  readonly review: ReviewService;
  readonly moves: OwnMoves;
}

/** Next and previous flag, person's message and comment; go to a message by its number. */
export function registerStepCommands(services: StepServices): Disposable {
  const own = disposables();
  const register = (id: string, steps: Steps, direction: 1 | -1) =>
    own.add(
      vscodeCommands.registerCommand(id, (from: unknown) =>
        go(services, steps, direction, from === FROM_PANEL),
      ),
    );
  register(commands.nextFlag, 'flags', 1);
  register(commands.previousFlag, 'flags', -1);
  register(commands.nextPersonMessage, 'person', 1);
  register(commands.previousPersonMessage, 'person', -1);
  register(commands.nextComment, 'comments', 1);
  register(commands.previousComment, 'comments', -1);
  own.add(
    vscodeCommands.registerCommand(commands.goToMessage, (from: unknown) =>
      askAndGo(services, from === FROM_PANEL),
    ),
  );
  own.add(
    vscodeCommands.registerCommand(
      commands.selectMessage,
      async (number: unknown, session: unknown, from: unknown) => {
        const at = whereNow(services);
        if (at === null || typeof number !== 'number') return;
        const target = typeof session === 'number' ? session : at.session;
        await goTo({ open: at.open, session: target, number }, services, from === FROM_PANEL);
      },
    ),
  );
  return own;
}

/** Where stepping begins: the selected message, else before the first one of the last opened transcript. */
function whereNow({ registry, selection }: StepServices): Location | null {
  if (selection.current !== null) return selection.current;
  const open = registry.all.at(-1);
  return open === undefined ? null : { open, session: 0, number: -1 };
}

async function go(
  services: StepServices,
  steps: Steps,
  direction: 1 | -1,
  fromPanel: boolean,
): Promise<void> {
  const at = whereNow(services);
  if (at === null) {
    window.setStatusBarMessage(l10n.t('No transcript is open.'), STATUS_MS);
    return;
  }
  const { messages } = sessionAt(at.open.transcript, at.session);
  const threads = steps === 'comments' ? await services.review.threads(at.open, at.session) : [];
  const numbers = stops(steps, messages, at.open.findings(at.session), commented(threads));
  const next = step(numbers, at.number, direction);
  if (next === null) {
    window.setStatusBarMessage(nothingWords(steps), STATUS_MS);
    return;
  }
  if (next.wrapped) window.setStatusBarMessage(wrappedWords(direction), STATUS_MS);
  else if (steps !== 'flags') {
    window.setStatusBarMessage(stepWords(steps, next.index + 1, numbers.length), STATUS_MS);
  }
  await goTo({ ...at, number: next.number }, services, fromPanel);
}

/** Selects a message and puts the cursor on it. Keeps the focus where it is when the panel has it. */
export async function goTo(
  location: Location,
  services: StepServices,
  fromPanel = false,
): Promise<void> {
  const panel = fromPanel || window.activeTextEditor === undefined;
  services.selection.select(location);
  await reveal(location, services.lines, services.moves, panel);
}

async function askAndGo(services: StepServices, fromPanel: boolean): Promise<void> {
  const at = whereNow(services);
  if (at === null) return;
  const last = sessionAt(at.open.transcript, at.session).messages.length - 1;
  const typed = await window.showInputBox({
    title: l10n.t('Go to message'),
    prompt: l10n.t('Number of the message, 0 to {0}', last),
    placeHolder: '8132',
    validateInput: (text) =>
      numberIn(text, last) === null ? l10n.t('A number from 0 to {0}.', last) : null,
  });
  const number = numberIn(typed ?? '', last);
  if (number !== null) await goTo({ ...at, number }, services, fromPanel);
}

/** `8132`, `#8132` or `[msg 8132]` as a number up to `last`; null for anything else. */
function numberIn(text: string, last: number): number | null {
  const digits = /^\s*(?:#|\[?msg\s+)?(\d{1,9})\]?\s*$/i.exec(text)?.[1];
  if (digits === undefined) return null;
  const number = Number(digits);
  return number <= last ? number : null;
}

/** The flags' own position always stands in the status bar. */
function stepWords(steps: 'person' | 'comments', position: number, count: number): string {
  return steps === 'person'
    ? l10n.t('Person’s message {0} of {1}', position, count)
    : l10n.t('Commented message {0} of {1}', position, count);
}

function nothingWords(steps: Steps): string {
  switch (steps) {
    case 'flags':
      return l10n.t('No flags in this session.');
    case 'person':
      return l10n.t('No person’s messages in this session.');
    case 'comments':
      return l10n.t('No comments on this session yet.');
  }
}

function wrappedWords(direction: 1 | -1): string {
  return direction === 1
    ? l10n.t('That was the last one: continued at the first.')
    : l10n.t('That was the first one: continued at the last.');
}
