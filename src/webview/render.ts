import type { PanelView, PanelWords } from '../shared/protocol';
import type { Drawing } from './drawing';
import { button, element } from './element';
import { icon } from './icons';
import { incident } from './incident';
import { message } from './message';

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
      keys(words),
    ),
  ];
}

/** The keys of the panel; the same words are the buttons' tooltips. */
function keys(words: PanelWords): HTMLElement {
  const one = ({ key, words: does }: PanelWords['keys'][number]) =>
    element('span', {}, element('kbd', {}, key), ` ${does}`);
  return element('p', { class: 'keys' }, ...words.keys.flatMap((key) => [one(key), ' ']));
}

function bar(view: PanelView, drawing: Drawing): HTMLElement {
  const { send, words } = drawing;
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
      element('span', { class: 'current' }, view.selected),
      element('h1', { title: view.title }, view.title),
      view.nearest === null ? null : jump(view, view.nearest, drawing),
    ),
  );
}

/** Goes to the card of the incident, or to the first message of the nearest one. */
function jump(
  { incident: own }: PanelView,
  { number, words }: { number: number; words: string },
  { send }: Drawing,
): HTMLElement {
  return button(
    words,
    { class: 'jump' },
    () => {
      if (own === null) {
        send({ kind: 'select', number });
        return;
      }
      const card = document.getElementById('incident');
      card?.scrollIntoView({ block: 'start' });
      card?.focus({ preventScroll: true });
    },
    icon('incident'),
    words,
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
