import * as path from 'node:path';
import { l10n, window, workspace, type Uri } from 'vscode';
import type { Disposable } from '../lifecycle';
import type { SessionRegistry } from '../sessions/session-registry';
import { fromLink } from './session-link';

export interface LinkServices {
  readonly registry: SessionRegistry;
  /** Opens a session at a message; null: the main session. */
  readonly openAt: (transcript: Uri, session: string | null, number: number) => Promise<void>;
}

/** Opens what a `vscode://` link leads to. A link may come from anywhere, so the person is asked first. */
export function registerUriHandler({ registry, openAt }: LinkServices): Disposable {
  return window.registerUriHandler({
    async handleUri(uri) {
      const linked = fromLink(uri);
      if (linked === null) {
        void window.showErrorMessage(
          l10n.t('This link to a message is damaged. Copy it again from the session.'),
        );
        return;
      }
      const { transcript, session, number } = linked;
      if (isElsewhere(transcript)) {
        void window.showErrorMessage(
          l10n.t(
            'The link leads to another machine. Open the transcript yourself, then go to message {0}.',
            number,
          ),
        );
        return;
      }
      const isKnown =
        registry.get(transcript) !== null || workspace.getWorkspaceFolder(transcript) !== undefined;
      if (isKnown || (await isWanted(transcript))) await openAt(transcript, session, number);
    },
  });
}

/** Reading a file of another machine would tell that machine who reads it. */
function isElsewhere(uri: Uri): boolean {
  if (workspace.getWorkspaceFolder(uri) !== undefined) return false;
  return uri.scheme !== 'file' || uri.authority !== '';
}

async function isWanted(transcript: Uri): Promise<boolean> {
  const open = l10n.t('Open');
  const name = path.posix.basename(transcript.path);
  const answer = await window.showInformationMessage(
    l10n.t('Open {0} as a session?', name),
    { modal: true, detail: l10n.t('A link asks for it. The file is {0}.', transcript.fsPath) },
    open,
  );
  return answer === open;
}
