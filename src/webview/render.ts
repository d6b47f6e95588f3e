import type {
  FromPanel,
  PanelIncident,
  PanelMessage,
  PanelPart,
  PanelView,
  PanelWords,
} from '../shared/protocol';
import { button, element, type Child } from './element';
import { icon } from './icons';
import { markdown } from './markdown';

/** What the page needs to draw: where presses go, and which folds a person opened or closed. */
export interface Drawing {
  readonly send: (message: FromPanel) => void;
  readonly folds: Map<string, boolean>;
  readonly words: PanelWords;
}

/** The whole page as elements. It decides nothing: everything is in the view. */
export function page(view: PanelView, drawing: Drawing): readonly Node[] {
  const { send, words } = drawing;
  const more = (direction: 'earlier' | 'later', label: string, icons: 'up' | 'down') =>
    button(
      label,
      { class: 'more', id: direction },
      () => {
        send({ kind: 'more', direction });
      },
      icon(icons),
      label,
    );
  return [
    bar(view, drawing),
    element(
      'main',
      { 'aria-label': view.title },
      view.problem === null
        ? null
        : element('p', { class: 'problem', role: 'alert' }, icon('failed'), view.problem),
      element(
        'section',
        { 'aria-label': words.messages, class: 'messages' },
        view.hasEarlier ? more('earlier', words.earlier, 'up') : null,
        // Above the selected message: what it is part of, then the message itself.
        ...view.messages.flatMap((one) =>
          one.selected && view.incident !== null
            ? [incident(view.incident, drawing), message(one, drawing)]
            : [message(one, drawing)],
        ),
        view.hasLater ? more('later', words.later, 'down') : null,
      ),
      element('p', { class: 'keys' }, words.keys),
    ),
  ];
}

function bar(view: PanelView, { send, words }: Drawing): HTMLElement {
  const step = (
    to: 'previousFlag' | 'nextFlag',
    label: string,
    key: string,
    shape: 'up' | 'down',
  ) =>
    button(
      label,
      { title: `${label} (${key})`, 'aria-label': label, 'aria-keyshortcuts': key, class: 'step' },
      () => {
        send({ kind: 'go', to });
      },
      icon(shape),
    );
  return element(
    'header',
    { id: 'bar' },
    element(
      'div',
      { class: 'bar' },
      step('previousFlag', words.previousFlag, 'P', 'up'),
      step('nextFlag', words.nextFlag, 'N', 'down'),
      element('span', { class: 'position' }, view.position),
      element('h1', { title: view.title }, view.title),
    ),
  );
}

/** What is spoken when another message is selected. */
export function announcement({ messages }: PanelView): string {
  const selected = messages.find((one) => one.selected);
  if (selected === undefined) return '';
  return [`#${selected.number} ${selected.name}`, ...selected.flags.map((flag) => flag.words)].join(
    ', ',
  );
}

function incident(one: PanelIncident, drawing: Drawing): HTMLElement {
  const { words } = drawing;
  return element(
    'section',
    { class: 'incident', id: 'incident', 'aria-label': words.incident },
    element('h2', {}, one.title),
    facts(one.facts),
    element(
      'ol',
      { class: 'chain' },
      ...one.chain.map((link) =>
        element(
          'li',
          { class: `look-${link.look}` },
          icon(link.look),
          reference(link.number, `#${link.number}`, drawing),
          element('span', {}, link.words),
        ),
      ),
    ),
    ...one.contradicts.map(({ number, words: about, quote }) =>
      element(
        'div',
        { class: 'contradicts' },
        element('p', {}, about, reference(number, `#${number}`, drawing)),
        element('blockquote', {}, quote),
      ),
    ),
    one.unknown === null ? null : element('p', { class: 'quiet' }, one.unknown),
    ...one.causes.map((cause) =>
      element(
        'div',
        { class: 'cause' },
        element('h3', {}, cause.label, element('span', { class: 'confidence' }, cause.confidence)),
        element(
          'ul',
          {},
          ...cause.evidence.map(({ text, links }) =>
            element(
              'li',
              {},
              element('span', {}, text),
              ...links.map((link) => reference(link.number, link.words, drawing)),
            ),
          ),
        ),
      ),
    ),
    one.notRecorded === null ? null : element('p', { class: 'quiet' }, one.notRecorded),
  );
}

const reference = (number: number, words: string, { send }: Drawing) =>
  button(words, { class: 'reference' }, () => {
    send({ kind: 'select', number });
  });

const facts = (all: readonly string[]) =>
  element('p', { class: 'facts' }, ...all.map((fact) => element('span', {}, fact)));

function message(one: PanelMessage, drawing: Drawing): HTMLElement {
  const { send, words } = drawing;
  const { number } = one;
  const label = `#${number} ${one.name}`;
  const act = (
    kind: 'comment' | 'openWhole',
    words_: string,
    shape: 'comment' | 'open',
    key: string,
  ) =>
    button(
      words_,
      { class: 'act', title: `${words_} (${key})`, 'aria-label': `${words_} ${label}` },
      () => {
        send({ kind, number });
      },
      icon(shape),
    );
  return element(
    'article',
    {
      id: `message-${number}`,
      'data-number': String(number),
      tabindex: one.selected ? '0' : '-1',
      'aria-label': label,
      'aria-current': one.selected ? 'true' : null,
      class: ['message', one.author, ...one.flags.map(({ look }) => `look-${look}`)].join(' '),
    },
    one.gap === null ? null : element('p', { class: 'gap' }, one.gap),
    element(
      'div',
      { class: 'head' },
      icon(one.author),
      element(
        'h2',
        {},
        one.selected ? `#${number}` : reference(number, `#${number}`, drawing),
        ` ${one.name}`,
      ),
      act('comment', words.comment, 'comment', 'C'),
      act('openWhole', words.openWhole, 'open', 'O'),
    ),
    facts(one.facts),
    ...one.flags.map(({ look, words: note }) =>
      element('p', { class: `flag look-${look}` }, icon(look), note),
    ),
    ...one.parts.map((part, index) => partOf(part, `${number}/${index}`, drawing)),
    one.error === null
      ? null
      : element(
          'p',
          { class: 'problem' },
          icon('failed'),
          element('strong', {}, one.error.name),
          ` ${one.error.text}`,
        ),
    one.nothing === null ? null : element('p', { class: 'nothing' }, one.nothing),
    ...one.threads.map((thread) => threadOf(thread, drawing)),
  );
}

function partOf(part: PanelPart, key: string, drawing: Drawing): Node {
  const { send, words } = drawing;
  switch (part.kind) {
    case 'text':
      return element(
        'div',
        { class: 'text' },
        markdown(part.nodes, (href) => {
          send({ kind: 'openLink', href });
        }),
        leftOut(part.leftOut),
      );
    case 'literal':
      return element(
        'figure',
        { class: 'literal' },
        element('figcaption', {}, part.note),
        element('pre', {}, part.text),
      );
    case 'reasoning':
      if (part.body === null) return element('p', { class: 'quiet line' }, part.summary);
      return fold(
        key,
        part.open,
        'reasoning',
        [element('span', {}, part.summary)],
        [element('div', { class: 'thoughts' }, part.body.text, leftOut(part.body.leftOut))],
        drawing,
      );
    case 'tool':
      return fold(
        key,
        part.open,
        part.failed ? 'tool failed' : 'tool',
        [
          icon(part.failed ? 'failed' : 'tool'),
          element('strong', {}, part.name),
          part.title === '' ? null : element('code', {}, part.title),
          element('span', { class: 'state' }, part.state),
        ],
        [
          ...output(words.input, part.input),
          ...(part.output === null ? [] : output(words.output, part.output)),
        ],
        drawing,
      );
    case 'line':
      return element('p', { class: 'quiet line' }, part.text);
  }
}

function output(label: string, { text, leftOut: rest }: { text: string; leftOut: string | null }) {
  if (text.trim() === '') return [];
  return [
    element('h3', {}, label),
    element('pre', { tabindex: '0', role: 'group', 'aria-label': label }, text),
    leftOut(rest),
  ];
}

const leftOut = (words: string | null) =>
  words === null ? null : element('p', { class: 'quiet' }, `… ${words}`);

/** A fold keeps how a person left it, also when the page is drawn again. */
function fold(
  key: string,
  open: boolean,
  kind: string,
  summary: readonly Child[],
  inside: readonly Child[],
  { folds }: Drawing,
): HTMLElement {
  const made = element('details', { class: kind }, element('summary', {}, ...summary), ...inside);
  made.open = folds.get(key) ?? open;
  made.addEventListener('toggle', () => {
    if (made.open === open) folds.delete(key);
    else folds.set(key, made.open);
  });
  return made;
}

function threadOf(
  { resolved, comments }: PanelMessage['threads'][number],
  { send, words }: Drawing,
): HTMLElement {
  return element(
    'div',
    { class: resolved ? 'thread resolved' : 'thread' },
    resolved ? element('p', { class: 'quiet' }, words.resolved) : null,
    ...comments.map((comment) =>
      element(
        'div',
        { class: 'comment' },
        element(
          'p',
          { class: 'by' },
          icon('comment'),
          element('strong', {}, comment.author),
          ` ${comment.time}`,
        ),
        markdown(comment.nodes, (href) => {
          send({ kind: 'openLink', href });
        }),
      ),
    ),
  );
}
