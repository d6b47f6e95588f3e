import { fromPanel, toPanel, type FromPanel, type PanelView } from '../shared/protocol';
import { element } from './element';
import { page } from './render';

/** What VS Code gives to a webview's script. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
};

const vscode = acquireVsCodeApi();
const folds = new Map<string, boolean>();
let shown: PanelView['state'] | null = null;

function send(message: FromPanel): void {
  vscode.postMessage(fromPanel.parse(message));
}

function draw(view: PanelView): void {
  const { state } = view;
  const isSame =
    shown !== null &&
    shown.uri === state.uri &&
    shown.session === state.session &&
    shown.number === state.number;
  const focused = focusedNumber();
  const top = document.documentElement.scrollTop;
  if (shown?.uri !== state.uri || shown.session !== state.session) folds.clear();
  document.body.replaceChildren(...page(view, { send, folds, words: view.words }));
  vscode.setState(state);
  shown = state;
  if (isSame) document.documentElement.scrollTop = top;
  else
    (document.getElementById('incident') ?? article(state.number))?.scrollIntoView({
      block: 'start',
    });
  if (focused !== null) article(isSame ? focused : state.number)?.focus({ preventScroll: isSame });
}

const article = (number: number) => document.getElementById(`message-${number}`);

/** Number of the message that has the focus or holds what has it; null when the focus is elsewhere. */
function focusedNumber(): number | null {
  const number = document.activeElement?.closest('article')?.dataset['number'];
  return number === undefined ? null : Number(number);
}

/** Moves the focus to the next or previous message on show. */
function move(direction: 1 | -1): void {
  const all = [...document.querySelectorAll('article')];
  const current = all.findIndex((one) => one.contains(document.activeElement));
  const from = current < 0 ? all.findIndex((one) => one.hasAttribute('aria-current')) : current;
  const target = all[from + direction];
  if (target === undefined) return;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'nearest' });
}

/** Keys of the panel; each does what it does in the reading document. */
const KEYS: Readonly<Record<string, () => void>> = {
  n: () => {
    send({ kind: 'go', to: 'nextFlag' });
  },
  N: () => {
    send({ kind: 'go', to: 'previousFlag' });
  },
  p: () => {
    send({ kind: 'go', to: 'previousFlag' });
  },
  u: () => {
    send({ kind: 'go', to: 'nextPersonMessage' });
  },
  U: () => {
    send({ kind: 'go', to: 'previousPersonMessage' });
  },
  g: () => {
    send({ kind: 'go', to: 'message' });
  },
  j: () => {
    move(1);
  },
  k: () => {
    move(-1);
  },
  Enter: () => {
    onFocused('select');
  },
  c: () => {
    onFocused('comment');
  },
  o: () => {
    onFocused('openWhole');
  },
};

function onFocused(kind: 'select' | 'comment' | 'openWhole'): void {
  const number = focusedNumber() ?? shown?.number;
  if (number !== undefined) send({ kind, number });
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  // Enter on a button or a fold is its own.
  if (event.key === 'Enter' && target instanceof Element && target.matches('button, summary, a')) {
    return;
  }
  const act = KEYS[event.key];
  if (act === undefined) return;
  event.preventDefault();
  act();
});

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = toPanel.safeParse(data);
  if (!message.success) {
    console.error('The extension sent something that is not understood.', message.error);
    return;
  }
  if (message.data.kind === 'view') draw(message.data);
  else {
    document.body.replaceChildren(element('p', { class: 'nothing' }, message.data.words));
    shown = null;
  }
});

send({ kind: 'ready' });
