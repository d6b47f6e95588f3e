/**
 * Where the focus is, in words that still hold after the page was drawn again: the nearest
 * element with an id, and the place among what can have the focus inside it (-1: itself).
 */
export interface Spot {
  readonly id: string;
  readonly index: number;
}

const FOCUSABLE = 'button, summary, a, [tabindex]';

/** The spot that has the focus; null when nothing has. */
export function focusedSpot(): Spot | null {
  const active = document.activeElement;
  const holder = active?.closest('[id]');
  if (!active || !holder) return null;
  return { id: holder.id, index: [...holder.querySelectorAll(FOCUSABLE)].indexOf(active) };
}

/** Gives the focus back, without scrolling; to the element around it when the spot itself is gone. */
export function focusSpot({ id, index }: Spot): void {
  const holder = document.getElementById(id);
  const inside = holder?.querySelectorAll<HTMLElement>(FOCUSABLE)[index];
  (inside ?? holder)?.focus({ preventScroll: true });
}

/** The messages on the page, in order. */
export const articles = (): readonly HTMLElement[] => [...document.querySelectorAll('article')];

/** The message with this number; null when it is not on the page. */
export const articleOf = (number: number): HTMLElement | null =>
  document.getElementById(`message-${number}`);

/** The message that has the focus or holds what has it. */
export const focusedArticle = (): HTMLElement | null =>
  document.activeElement?.closest('article') ?? null;

/** Number of the message with the focus; null when the focus is elsewhere. */
export function focusedNumber(): number | null {
  const number = focusedArticle()?.dataset['number'];
  return number === undefined ? null : Number(number);
}

/** Tab enters the list at the message that had the focus last, not at every message. */
export function keepOneTabStop(): void {
  document.addEventListener('focusin', () => {
    const focused = focusedArticle();
    if (focused === null) return;
    for (const one of articles()) one.tabIndex = one === focused ? 0 : -1;
  });
}
