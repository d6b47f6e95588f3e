import type { PanelBody, PanelField, PanelPart } from '../shared/protocol';
import type { Drawing } from './drawing';
import { button, element, type Child } from './element';
import { icon } from './icons';
import { markdown } from './markdown';

/** Which part of which message; a fold is remembered by it. */
interface Place {
  readonly number: number;
  readonly index: number;
}

/** One part of a message. */
export function partOf(part: PanelPart, place: Place, drawing: Drawing): Node {
  const { send, words } = drawing;
  const key = `${place.number}/${place.index}`;
  const rest = (leftOut: string | null) => leftOutOf(leftOut, place.number, drawing);
  const openLink = (href: string) => {
    send({ kind: 'openLink', href });
  };
  switch (part.kind) {
    case 'text':
      return element(
        'div',
        { class: 'text' },
        markdown(part.nodes, openLink),
        rest(part.leftOut),
        part.tail.length === 0 ? null : markdown(part.tail, openLink),
      );
    case 'literal':
      return element(
        'figure',
        { class: 'literal' },
        element('figcaption', {}, part.note),
        element('pre', {}, part.text),
        rest(part.leftOut),
      );
    case 'reasoning':
      if (part.body === null) return element('p', { class: 'quiet line' }, part.summary);
      return fold(
        key,
        part.open,
        'reasoning',
        [element('span', {}, part.summary)],
        [
          element('div', { class: 'thoughts' }, part.body.text),
          rest(part.body.leftOut),
          part.body.tail === '' ? null : element('div', { class: 'thoughts' }, part.body.tail),
        ],
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
          ...part.input.flatMap((one) => fieldOf(one, rest)),
          rest(part.moreInput),
          ...(part.output === null ? [] : result(words.output, part.output, rest)),
        ],
        drawing,
      );
    case 'files':
      return element(
        'div',
        { class: 'files' },
        element('p', { class: 'quiet line' }, part.words),
        element(
          'ul',
          {},
          ...part.files.map((file) => element('li', {}, element('code', {}, file))),
        ),
      );
    case 'line':
      return element(
        'div',
        {},
        element('p', { class: 'quiet line' }, part.text),
        rest(part.leftOut),
      );
  }
}

type Rest = (leftOut: string | null) => Node | null;

/** Values shorter than this stand on the line of their name. */
const SHORT_VALUE = 80;

function fieldOf({ name, body, change }: PanelField, rest: Rest): readonly Child[] {
  const { text, leftOut, tail } = body;
  if (change === null && leftOut === null && text.length <= SHORT_VALUE && !text.includes('\n')) {
    const value = element('code', {}, text);
    return [element('p', { class: 'field' }, element('span', { class: 'label' }, name), value)];
  }
  return [
    element('h3', { class: 'label' }, name),
    scrolledText(name, text, change ?? ''),
    rest(leftOut),
    tail === '' ? null : scrolledText(name, tail, `tail ${change ?? ''}`.trim()),
  ];
}

function result(label: string, { text, leftOut, tail }: PanelBody, rest: Rest): readonly Child[] {
  if (text.trim() === '' && tail === '') return [];
  return [
    element('h3', { class: 'label' }, label),
    scrolledText(label, text, ''),
    rest(leftOut),
    tail === '' ? null : scrolledText(label, tail, 'tail'),
  ];
}

/** Long texts scroll by themselves, by keyboard too. */
const scrolledText = (label: string, text: string, look: string) =>
  element(
    'pre',
    { tabindex: '0', role: 'group', 'aria-label': label, class: look === '' ? null : look },
    text,
  );

/** Says how much of a text is not shown, beside what brings all of it. */
export function leftOutOf(
  words: string | null,
  number: number,
  { send, words: own }: Drawing,
): HTMLElement | null {
  if (words === null) return null;
  const act = (kind: 'openWhole' | 'saveWhole', label: string, shape: 'open' | 'save') =>
    button(
      label,
      { class: 'act' },
      () => {
        send({ kind, number });
      },
      icon(shape),
      label,
    );
  return element(
    'p',
    { class: 'rest' },
    words,
    act('openWhole', own.openWhole, 'open'),
    act('saveWhole', own.saveWhole, 'save'),
  );
}

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
