import { TabInputText, TabInputWebview, window, type Tab } from 'vscode';
import { fromReadingUri } from '../documents/reading-uri';
import { debounced, disposables, type Disposable } from '../lifecycle';
import { CONTEXT_PANEL_TYPE } from '../panel/context-panel';
import type { OpenTranscript, Selection } from './open-transcript';
import type { SessionRegistry } from './session-registry';

/** A tab that moves between groups is closed and opened again; wait for that, in ms. */
const SETTLE_MS = 1000;

/** A transcript is opened before its tab is: until then it is not closed, for at most this long. In ms. */
const GRACE_MS = 60_000;

/** Closes transcripts that no tab shows any more, so that an idle window holds nothing. */
export function registerClosing(registry: SessionRegistry, selection: Selection): Disposable {
  const own = disposables();
  /** Until when a transcript may still get its first tab, in ms since the epoch. */
  const awaited = new WeakMap<OpenTranscript, number>();
  const isShown = (open: OpenTranscript) =>
    window.tabGroups.all.flatMap((group) => group.tabs).some((tab) => shows(tab, open, selection));
  const noteShown = () => {
    for (const open of registry.all) {
      if (isShown(open)) awaited.delete(open);
    }
  };
  const sweep = own.add(
    debounced(SETTLE_MS, () => {
      for (const open of registry.all) {
        if (isShown(open)) continue;
        if ((awaited.get(open) ?? 0) > Date.now()) sweep.trigger();
        else close(open);
      }
    }),
  );
  const close = (open: OpenTranscript) => {
    if (selection.current?.open === open) selection.select(null);
    registry.close(open);
  };
  own.add(
    registry.onDidOpen((open) => {
      awaited.set(open, Date.now() + GRACE_MS);
      noteShown();
      sweep.trigger();
    }),
  );
  own.add(
    window.tabGroups.onDidChangeTabs(() => {
      if (registry.all.length === 0) return;
      noteShown();
      sweep.trigger();
    }),
  );
  return own;
}

function shows(tab: Tab, open: OpenTranscript, selection: Selection): boolean {
  if (tab.input instanceof TabInputWebview) {
    return tab.input.viewType.endsWith(CONTEXT_PANEL_TYPE) && selection.current?.open === open;
  }
  if (!(tab.input instanceof TabInputText)) return false;
  const { uri } = tab.input;
  return (
    uri.toString() === open.raw.toString() ||
    fromReadingUri(uri)?.transcript.toString() === open.uri.toString()
  );
}
