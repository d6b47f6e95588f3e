import { EventEmitter } from 'vscode';
import type { Disposable } from '../lifecycle';
import type { Location, Selection, SelectionChange } from './open-transcript';

export function sameLocation(a: Location | null, b: Location | null): boolean {
  if (a === null || b === null) return a === b;
  return a.open === b.open && a.session === b.session && a.number === b.number;
}

/** The one selection. Selecting what is already selected tells nobody, which ends every feedback loop. */
export function createSelection(): Selection & Disposable {
  const changed = new EventEmitter<SelectionChange>();
  let current: Location | null = null;
  return {
    get current() {
      return current;
    },
    onDidChange: changed.event,
    select(location, origin) {
      if (sameLocation(current, location)) return;
      current = location;
      changed.fire({ location, origin });
    },
    dispose() {
      changed.dispose();
    },
  };
}
