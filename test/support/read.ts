import type { Message } from '../../src/core/model/message';
import type { Session, Transcript } from '../../src/core/model/session';
import { indexedMessage, readBodies, rowsOfMessage } from '../../src/core/formats/message-bodies';
import { readTranscript } from '../../src/core/formats/read-transcript';
import type { ByteSource } from '../../src/core/source/byte-source';
import { sourceOf } from './rows';

export const lines = (...rows: readonly unknown[]) =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

export const readText = (text: string, name?: string): Promise<Transcript> =>
  readTranscript(sourceOf(text, name));

export async function mainSession(text: string): Promise<Session> {
  return (await readText(text)).sessions[0];
}

/** The whole message, as it is read again from the same text. */
export async function wholeMessage(text: string, number: number, session = 0): Promise<Message> {
  return readMessage(sourceOf(text), await readText(text), session, number);
}

/** A message with its whole bodies, or with as much of them as a view shows. */
export async function readMessage(
  source: ByteSource,
  transcript: Transcript,
  session: number,
  number: number,
  keep: 'whole' | 'preview' = 'whole',
): Promise<Message> {
  const message = indexedMessage(transcript, session, number, source.name);
  const rows = rowsOfMessage(transcript, session, message);
  return { ...message, ...(await readBodies(source, rows, keep)) };
}

/** One line a message: who, and its parts in a few words. */
export const outline = ({ messages }: Session): readonly string[] =>
  messages.map((message) => {
    const who = message.harness ?? message.author;
    return [`${message.number} ${who}`, ...message.parts.map(partWords)].join(' | ');
  });

function partWords(part: Message['parts'][number]): string {
  switch (part.kind) {
    case 'text':
      return part.synthetic ? `(${part.body.text})` : part.body.text;
    case 'reasoning':
      return `~${part.body.text}`;
    case 'tool':
      return `${part.name}: ${part.status}`;
    case 'file':
      return part.image ? 'image' : 'file';
    case 'patch':
      return `patch ${part.files.join(' ')}`;
    case 'marker':
      return `<${part.label}>`;
  }
}
