import { commands, window } from 'vscode';
import { debounced, disposables, type Disposable } from './lifecycle';
import type { SessionRegistry } from './sessions/session-registry';
import { isTranscript } from './sessions/source';

/** Names used in `when` clauses of the manifest. */
const HAS_SESSION = 'agentSessionReview.hasSession';
const IS_TRANSCRIPT = 'agentSessionReview.isTranscript';
const IS_ACTIVE = 'agentSessionReview.active';

/** Editors change in bursts; only where they come to rest is a file looked at. In ms. */
const SETTLE_MS = 80;

/** Other files are not looked at. */
const MAY_BE_TRANSCRIPT = /\.(jsonl?|ndjson|md|traj)$/i;

/**
 * Keeps the context keys true: whether a transcript is open, and whether the active editor's file is one.
 * A file is looked at each time it becomes active.
 */
export function registerContextKeys(registry: SessionRegistry): Disposable {
  const own = disposables();
  const set = (key: string, value: boolean) =>
    void commands.executeCommand('setContext', key, value);
  const sessions = () => {
    set(HAS_SESSION, registry.all.length > 0);
  };
  const editor = own.add(
    debounced(SETTLE_MS, () => {
      const uri = window.activeTextEditor?.document.uri;
      if (uri === undefined || !MAY_BE_TRANSCRIPT.test(uri.path)) {
        set(IS_TRANSCRIPT, false);
        return;
      }
      isTranscript(uri).then(
        (is) => {
          if (window.activeTextEditor?.document.uri === uri) set(IS_TRANSCRIPT, is);
        },
        () => {
          set(IS_TRANSCRIPT, false);
        },
      );
    }),
  );
  own.add(registry.onDidOpen(sessions));
  own.add(registry.onDidClose(sessions));
  own.add(window.onDidChangeActiveTextEditor(editor.trigger));
  set(IS_ACTIVE, true);
  sessions();
  editor.trigger();
  return own;
}
