import type { PanelMessage } from '../shared/protocol';
import { facts, reference, type Drawing } from './drawing';
import { button, element } from './element';
import { icon } from './icons';
import { markdown } from './markdown';
import { leftOutOf, partOf } from './parts';

/** One message with its parts and the threads on it. */
export function message(one: PanelMessage, drawing: Drawing): HTMLElement {
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
        one.by === null ? null : element('span', { class: 'by-program' }, one.by),
      ),
      act('comment', words.comment, 'comment', 'C'),
      act('openWhole', words.openWhole, 'open', 'O'),
    ),
    facts(one.facts),
    ...one.flags.map(({ look, words: note }) =>
      element('p', { class: `flag look-${look}` }, icon(look), note),
    ),
    ...one.parts.map((part, index) => partOf(part, { number, index }, drawing)),
    one.error === null
      ? null
      : element(
          'p',
          { class: 'problem' },
          icon('failed'),
          element('strong', {}, one.error.name),
          ` ${one.error.text}`,
        ),
    leftOutOf(one.error?.leftOut ?? null, number, drawing),
    one.nothing === null ? null : element('p', { class: 'nothing' }, one.nothing),
    ...one.threads.map((thread) => threadOf(thread, drawing)),
  );
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
