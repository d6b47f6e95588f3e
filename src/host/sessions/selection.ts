import { EventEmitter } from 'vscode';
import type { Disposable } from '../lifecycle';
import type { Location, Selection } from './open-transcript';

/** Whether both are the same message of the same session, or both none. */
export function sameLocation(a: Location | null, b: Location | null): boolean {
  if (a === null || b === null) return a === b;
  return a.open === b.open && a.session === b.session && a.number === b.number;
}

/** The one selection. Selecting what is already selected tells nobody, which ends every feedback loop. */
export function createSelection(): Selection & Disposable {
  const changed = new EventEmitter<Location | null>();
  let current: Location | null = null;
  return {
    get current() {
      return current;
    },
    onDidChange: changed.event,
    select(location) {
      if (sameLocation(current, location)) return;
      current = location;
      changed.fire(location);
    },
    dispose() {
      changed.dispose();
    },
  };
}
