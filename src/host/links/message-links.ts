import {
  DocumentLink,
  Hover,
  l10n,
  languages,
  MarkdownString,
  Range,
  Uri,
  workspace,
  type CancellationToken,
  type DocumentSelector,
  type TextDocument,
} from 'vscode';
import { flagNote, flagsByNumber } from '../../core/reading/flag-note';
import { beginning } from '../../core/model/text';
import { clock, day, grouped } from '../../core/reading/quantities';
import { summaryOf } from '../../core/reading/message-facts';
import type { Words } from '../../core/reading/words';
import { messageLinks, type MessageLink } from '../../core/review/message-links';
import { commands } from '../commands/ids';
import { disposables, type Disposable } from '../lifecycle';
import type { Location } from '../sessions/open-transcript';
import { sessionAt, type SessionRegistry } from '../sessions/session-registry';
import { findTranscripts } from './find-transcripts';

const WRITE_UPS: DocumentSelector = { language: 'markdown' };
/** A hover reads a transcript that is not open up to this size in bytes: more takes too long to wait for. */
const MAX_HOVER_READ = 30_000_000;
/** Characters of the message in the hover. */
const MAX_SHOWN = 700;

/** `[msg 8132]` in any Markdown file leads to that message, and a hover shows it with its flags. */
export function registerMessageLinks(registry: SessionRegistry, words: Words): Disposable {
  const own = disposables();
  own.add(
    languages.registerDocumentLinkProvider(WRITE_UPS, {
      provideDocumentLinks: (document) =>
        messageLinks(document.getText()).map((link) => documentLink(document, link)),
    }),
  );
  own.add(
    languages.registerHoverProvider(WRITE_UPS, {
      async provideHover(document, position, token) {
        const at = document.offsetAt(position);
        const link = messageLinks(document.getText()).find(
          ({ start, end }) => start <= at && at <= end,
        );
        if (link === undefined) return null;
        const shown = await hoverOf(document, link, registry, words, token);
        return new Hover(shown, rangeOf(document, link));
      },
    }),
  );
  return own;
}

const rangeOf = (document: TextDocument, { start, end }: MessageLink) =>
  new Range(document.positionAt(start), document.positionAt(end));

function documentLink(document: TextDocument, link: MessageLink): DocumentLink {
  const given = encodeURIComponent(JSON.stringify([document.uri.toString(), link.number]));
  const made = new DocumentLink(
    rangeOf(document, link),
    Uri.parse(`command:${commands.openReference}?${given}`),
  );
  made.tooltip = l10n.t('Open message {0} of the session', link.number);
  return made;
}

async function hoverOf(
  document: TextDocument,
  { number }: MessageLink,
  registry: SessionRegistry,
  words: Words,
  token: CancellationToken,
): Promise<MarkdownString> {
  const found = await findTranscripts(document.uri, document.getText(), registry);
  const [uri, ...more] = found.transcripts;
  if (uri === undefined)
    return plain(l10n.t('No transcript is named in this file or stands near it.'));
  if (more.length > 0) {
    return plain(
      l10n.t('Several transcripts stand near this file. Follow the link to choose one.'),
    );
  }
  if (registry.get(uri) === null && (await sizeOf(uri)) > MAX_HOVER_READ) {
    return plain(l10n.t('Follow the link to read this long session.'));
  }
  const open = await registry.open(uri, undefined, token);
  const session = sessionIndex(open, found.session);
  return messageHover({ open, session, number }, words);
}

/** Index of the session with this id; 0 where there is none. */
export function sessionIndex({ transcript }: Location['open'], id: string | null): number {
  return Math.max(
    0,
    transcript.sessions.findIndex((one) => one.id === id),
  );
}

async function sizeOf(uri: Uri): Promise<number> {
  return (await workspace.fs.stat(uri)).size;
}

const plain = (text: string) => new MarkdownString().appendText(text);

/** What the message says goes in as text only. */
function messageHover({ open, session, number }: Location, words: Words): MarkdownString {
  const { messages } = sessionAt(open.transcript, session);
  const message = messages[number];
  if (message === undefined) {
    const last = grouped(messages.length - 1);
    return plain(l10n.t('The session has no message {0}: its last one is {1}.', number, last));
  }
  const hover = new MarkdownString();
  const facts = [`#${number} ${words.author[message.author]}`];
  if (message.time !== null) facts.push(`${day(message.time)} ${clock(message.time)}`);
  hover.appendMarkdown('**');
  hover.appendText(facts.join(' · '));
  hover.appendMarkdown('**\n\n');
  for (const flag of flagsByNumber(open.findings(session)).get(number) ?? []) {
    hover.appendMarkdown('_');
    hover.appendText(flagNote(flag, messages, words));
    hover.appendMarkdown('_\n\n');
  }
  const text = message.parts.find((part) => part.kind === 'text' && !part.body.blank);
  const body = text?.kind === 'text' ? text.body : null;
  hover.appendText(body === null ? summaryOf(message) : beginning(body.text, MAX_SHOWN));
  if (body !== null && body.length > MAX_SHOWN) {
    const rest = l10n.t('… {0} more characters', grouped(body.length - MAX_SHOWN));
    hover.appendMarkdown('\n\n');
    hover.appendText(rest);
  }
  return hover;
}
