import { fromPanel, toPanel, type FromPanel, type PanelView } from '../shared/protocol';
import { element } from './element';
import {
  articleOf,
  articles,
  focusedArticle,
  focusedNumber,
  focusedSpot,
  focusSpot,
  keepOneTabStop,
} from './focus';
import { announcement, page } from './render';
import { hasHiddenRest, keepPlace, reveal } from './scroll';

/** What VS Code gives to a webview's script. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
};

const vscode = acquireVsCodeApi();
const folds = new Map<string, boolean>();
let shown: PanelView | null = null;
/** A step past the last message on show, to be taken when more messages are there. */
let pendingStep: 1 | -1 | null = null;

const root = element('div', {});
// It stays while the page is drawn again: only what changes inside is spoken.
const live = element('p', { class: 'unseen', 'aria-live': 'polite' });
document.body.append(root, live);

function send(message: FromPanel): void {
  vscode.postMessage(fromPanel.parse(message));
}

function isSame(a: PanelView['state'] | undefined, b: PanelView['state']): boolean {
  return a?.uri === b.uri && a.session === b.session && a.number === b.number;
}

function draw(view: PanelView): void {
  const { state } = view;
  const stays = isSame(shown?.state, state);
  if (shown?.state.uri !== state.uri || shown.state.session !== state.session) folds.clear();
  const spot = focusedSpot();
  const count = shown?.messages.length ?? 0;
  const restorePlace = keepPlace();
  root.replaceChildren(...page(view, { send, folds, words: view.words }));
  vscode.setState(state);
  shown = view;
  if (stays) restorePlace();
  else reveal(state.number);
  // Who steps with the bar's buttons stays on them; who reads goes on reading.
  if (spot !== null && (stays || spot.id === 'bar')) focusSpot(spot);
  else if (spot !== null) articleOf(state.number)?.focus({ preventScroll: true });
  const words = announcement(view);
  if (live.textContent !== words) live.textContent = words;
  if (!stays) pendingStep = null;
  else if (view.messages.length > count) takePendingStep();
}

function takePendingStep(): void {
  const step = pendingStep;
  pendingStep = null;
  if (step !== null) move(step);
}

function showNothing(words: string): void {
  root.replaceChildren(element('p', { class: 'nothing' }, words));
  live.textContent = words;
  shown = null;
}

/** Moves the focus to the next or previous message, and asks for more where they end. */
function move(direction: 1 | -1): void {
  const all = articles();
  const from = focusedArticle() ?? all.find((one) => one.hasAttribute('aria-current'));
  const target = all[from === undefined ? 0 : all.indexOf(from) + direction];
  if (target !== undefined) {
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: 'nearest' });
    return;
  }
  if (direction === 1 ? shown?.hasLater : shown?.hasEarlier) {
    pendingStep = direction;
    send({ kind: 'more', direction: direction === 1 ? 'later' : 'earlier' });
  }
}

/** An arrow reads a long message to its end first; only then it goes on. False: scroll as usual. */
function moveOrScroll(direction: 1 | -1): boolean {
  const current = document.activeElement;
  if (current === null || current !== focusedArticle()) return false;
  if (current instanceof HTMLElement && hasHiddenRest(current, direction)) return false;
  move(direction);
  return true;
}

function onFocused(kind: 'select' | 'comment' | 'openWhole'): void {
  const number = focusedNumber() ?? shown?.state.number;
  if (number !== undefined) send({ kind, number });
}

type Go = Extract<FromPanel, { kind: 'go' }>['to'];

/** Keys that step; each does what it does in the reading document: without a search hits are flags. */
const GO: Readonly<Record<string, Go>> = {
  n: 'nextHit',
  N: 'previousHit',
  p: 'previousHit',
  u: 'nextPersonMessage',
  U: 'previousPersonMessage',
  m: 'nextComment',
  M: 'previousComment',
  g: 'message',
  Escape: 'endSearch',
};

/** Does what a key stands for; false when it stands for nothing here. */
function act(key: string, target: EventTarget | null): boolean {
  const to = GO[key];
  if (to !== undefined) {
    send({ kind: 'go', to });
    return true;
  }
  switch (key) {
    case 'j':
      move(1);
      return true;
    case 'k':
      move(-1);
      return true;
    case 'ArrowDown':
      return moveOrScroll(1);
    case 'ArrowUp':
      return moveOrScroll(-1);
    case 'c':
      onFocused('comment');
      return true;
    case 'o':
      onFocused('openWhole');
      return true;
    case 'Enter':
      // Enter on a button or a fold is its own.
      if (target instanceof Element && target.matches('button, summary, a')) return false;
      onFocused('select');
      return true;
    default:
      return false;
  }
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (act(event.key, event.target)) event.preventDefault();
});

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = toPanel.safeParse(data);
  if (!message.success) {
    console.error('The extension sent something that is not understood.', message.error);
    return;
  }
  if (message.data.kind === 'view') draw(message.data);
  else showNothing(message.data.words);
});

keepOneTabStop();
send({ kind: 'ready' });
