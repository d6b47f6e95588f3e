import type { PanelEvidence, PanelIncident } from '../shared/protocol';
import { facts, reference, type Drawing } from './drawing';
import { element } from './element';
import { icon } from './icons';

/** The card of an incident: how it went, what it cost, and why. */
export function incident(one: PanelIncident, drawing: Drawing): HTMLElement {
  const { words } = drawing;
  return element(
    'section',
    { class: 'incident', id: 'incident', tabindex: '-1', 'aria-label': words.incident },
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
        element('p', {}, about, ' ', reference(number, `#${number}`, drawing)),
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
          ...cause.evidence.map((one) => element('li', {}, ...sentence(one, drawing))),
        ),
      ),
    ),
    one.notRecorded === null ? null : element('p', { class: 'quiet' }, one.notRecorded),
  );
}

const sentence = (pieces: PanelEvidence, drawing: Drawing) =>
  pieces.map((piece) =>
    typeof piece === 'string' ? piece : reference(piece.number, piece.words, drawing),
  );
