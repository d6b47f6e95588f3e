import * as path from 'node:path';
import { commands as vscodeCommands, env, l10n, Uri, window, workspace } from 'vscode';
import * as z from 'zod';
import { messageReference } from '../../core/review/message-links';
import { disposables, type Disposable } from '../lifecycle';
import { findTranscripts } from '../links/find-transcripts';
import { toLink } from '../links/session-link';
import type { LinkServices } from '../links/uri-handler';
import type { Selection } from '../sessions/open-transcript';
import { commands } from './ids';
import { messageOfNode } from './turns-node';

export interface LinkCommandServices extends LinkServices {
  readonly selection: Selection;
  /** Id of the extension. */
  readonly extension: string;
}

/** How long a word about what was copied stays in the status bar, in ms. */
const STATUS_MS = 4000;

const reference = z.tuple([z.string(), z.int().nonnegative()]);

/** Copies references and links to messages, and follows references in Markdown files. */
export function registerLinkCommands(services: LinkCommandServices): Disposable {
  const own = disposables();
  const { selection, extension } = services;
  const copying = (id: string, textOf: (at: NonNullable<Selection['current']>) => string) =>
    own.add(
      vscodeCommands.registerCommand(id, async (given?: unknown) => {
        const at = messageOfNode(given, selection.current);
        if (at === null) return;
        const text = textOf(at);
        await env.clipboard.writeText(text);
        window.setStatusBarMessage(l10n.t('Copied: {0}', text), STATUS_MS);
      }),
    );
  copying(commands.copyReference, ({ number }) => messageReference(number));
  copying(commands.copyLink, (at) => toLink(at, extension).toString());
  own.add(
    vscodeCommands.registerCommand(commands.openReference, async (...given: unknown[]) => {
      const [writeUp, number] = reference.safeParse(given).data ?? [];
      if (writeUp !== undefined && number !== undefined) {
        await follow(Uri.parse(writeUp, true), number, services);
      }
    }),
  );
  return own;
}

async function follow(writeUp: Uri, number: number, services: LinkServices): Promise<void> {
  const document = await workspace.openTextDocument(writeUp);
  const { transcripts, session } = await findTranscripts(
    writeUp,
    document.getText(),
    services.registry,
  );
  if (transcripts.length === 0) {
    void window.showWarningMessage(
      l10n.t(
        'No transcript is named in this file or stands near it. Write its path into the front matter as “session: …”.',
      ),
    );
    return;
  }
  const chosen = await chooseOne(transcripts, number);
  if (chosen !== null) await services.openAt(chosen, session, number);
}

async function chooseOne(transcripts: readonly Uri[], number: number): Promise<Uri | null> {
  const [only, ...more] = transcripts;
  if (only === undefined || more.length === 0) return only ?? null;
  const chosen = await window.showQuickPick(
    transcripts.map((uri) => ({
      label: path.posix.basename(uri.path),
      description: workspace.asRelativePath(Uri.joinPath(uri, '..')),
      uri,
    })),
    { title: l10n.t('Which session has message {0}?', number) },
  );
  return chosen?.uri ?? null;
}
