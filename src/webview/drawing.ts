import type { FromPanel, PanelWords } from '../shared/protocol';
import { button, element } from './element';

/** What the page needs to draw: where presses go, and which folds a person opened or closed. */
export interface Drawing {
  readonly send: (message: FromPanel) => void;
  readonly folds: Map<string, boolean>;
  readonly words: PanelWords;
}

/** A link to a message by its number. */
export const reference = (number: number, words: string, { send }: Drawing) =>
  button(words, { class: 'reference' }, () => {
    send({ kind: 'select', number });
  });

/** Short facts on one line. */
export const facts = (all: readonly string[]) =>
  element('p', { class: 'facts' }, ...all.map((fact) => element('span', {}, fact)));
