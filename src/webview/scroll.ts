import { articleOf } from './focus';

/** A card taller than this part of the window would push its message out of sight. */
const CARD_SHARE = 0.6;

/** Where the bar on top ends, in CSS pixels from the top of the window. */
const barEnd = () => document.getElementById('bar')?.getBoundingClientRect().bottom ?? 0;

/** The block that is read now: the first that begins in sight, else the one that fills the window. */
function readBlock(): HTMLElement | undefined {
  const top = barEnd();
  const all = [...document.querySelectorAll<HTMLElement>('#incident, article')];
  const begun = all.find((one) => one.getBoundingClientRect().bottom > top);
  // What stands above a beginning may grow when whole bodies come: the beginning has to stay.
  const next = all.find((one) => one.getBoundingClientRect().top >= top - 1);
  return next !== undefined && next.getBoundingClientRect().top < window.innerHeight ? next : begun;
}

/** Remembers what is read now, and gives back a function that puts it at the same height again. */
export function keepPlace(): () => void {
  const block = readBlock();
  if (block === undefined) return () => undefined;
  const { id } = block;
  const before = block.getBoundingClientRect().top;
  return () => {
    const now = document.getElementById(id)?.getBoundingClientRect().top;
    if (now !== undefined) window.scrollBy(0, now - before);
  };
}

/** Scrolls to the selected message, or to the incident above it when both fit. */
export function reveal(number: number): void {
  const card = document.getElementById('incident');
  const fits = card !== null && card.offsetHeight < window.innerHeight * CARD_SHARE;
  (fits ? card : articleOf(number))?.scrollIntoView({ block: 'start' });
}

/** Whether there is more of this message to scroll to before the next one is reached. */
export function hasHiddenRest(one: HTMLElement, direction: 1 | -1): boolean {
  const { top, bottom } = one.getBoundingClientRect();
  return direction === 1 ? bottom > window.innerHeight + 1 : top < barEnd() - 1;
}
