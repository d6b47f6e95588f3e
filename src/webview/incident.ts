import type { PanelEvidence, PanelIncident, PanelQuote } from '../shared/protocol';
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
    ...one.contradicts.map(({ words: about, announced, correction }) =>
      element(
        'div',
        { class: 'contradicts' },
        element('p', {}, about),
        element(
          'div',
          { class: 'beside' },
          quoted(announced, drawing),
          quoted(correction, drawing),
        ),
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

/** A message's own words, with the way to it. */
function quoted({ number, quote }: PanelQuote, drawing: Drawing): HTMLElement {
  return element(
    'blockquote',
    {},
    reference(number, `#${number}`, drawing),
    element('p', {}, quote),
  );
}

const sentence = (pieces: PanelEvidence, drawing: Drawing) =>
  pieces.map((piece) =>
    typeof piece === 'string' ? piece : reference(piece.number, piece.words, drawing),
  );
