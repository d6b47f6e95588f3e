import { bytesOfRows, indexedMessage, rowsOfMessage } from '../../core/formats/message-bodies';
import type { Message } from '../../core/model/message';
import type { Transcript } from '../../core/model/session';
import type { Words } from '../../core/reading/words';
import { isDecodedWhole } from '../../core/source/utf8';
import { createMessageThreads } from '../../node/message-thread';
import {
  doMessageWork,
  type MessageResult,
  type MessageWork,
  type WorkControl,
} from '../../node/message-work';
import type { Disposable } from '../lifecycle';
import type { RawFile } from './raw-files';
import { openSource } from './source';

/** Rows of more bytes than this are parsed on a thread of their own: here they would be felt. */
const MAX_HERE = 250_000;

/** What is done with one message. */
type BodyWork = Exclude<MessageWork, { kind: 'search' }>;

/** Which message of a transcript; `session` is an index. */
export interface MessageAddress {
  readonly session: number;
  readonly number: number;
}

/** Reads messages again, with more of their bodies than the index has. All reject with a sentence. */
export interface MessageReader {
  /** The message with as much of each body as a view shows: its beginning and its end. */
  preview(at: MessageAddress, signal: AbortSignal): Promise<Message>;
  /** The whole message as a document of its own; a last line says what is left out. */
  text(at: MessageAddress, words: Words, signal?: AbortSignal): Promise<string>;
  /**
   * Writes all of the message to a new file on disk, readable for this person only. A file that was
   * begun stays when this fails.
   * @returns characters written
   */
  save(at: MessageAddress, words: Words, file: string, control: WorkControl): Promise<number>;
  /** Bytes of the rows that hold the message. */
  bytes(at: MessageAddress): number;
}

/**
 * Small messages are read here, large ones on a thread. Where only this thread can reach the file,
 * all of them are read here.
 * @param thread path of the bundled `reader-thread`
 * @param current the transcript as it was read last
 */
export function createMessageReader(
  { uri, name }: Pick<RawFile, 'uri' | 'name'>,
  thread: string,
  current: () => Transcript,
): MessageReader & Disposable {
  const threads = uri.scheme === 'file' ? createMessageThreads(thread, uri.fsPath, name) : null;

  const run = async (work: BodyWork, control: WorkControl): Promise<MessageResult> => {
    const source = await openSource(uri, name);
    try {
      const isLong = bytesOfRows(work.rows) > MAX_HERE || (await isDecodedWhole(source));
      return threads !== null && isLong
        ? await threads.run(work, control)
        : await doMessageWork(source, work, control);
    } finally {
      await source.close();
    }
  };
  const find = ({ session, number }: MessageAddress) => {
    const transcript = current();
    const message = indexedMessage(transcript, session, number, name);
    return { message, rows: rowsOfMessage(transcript, session, message) };
  };
  const headed = (at: MessageAddress, words: Words) => {
    const { message, rows } = find(at);
    return { rows, number: message.number, author: message.author, words };
  };
  return {
    async preview(at, signal) {
      const { message, rows } = find(at);
      const result = await run({ kind: 'preview', rows }, { signal });
      return result.kind === 'preview' ? { ...message, ...result.bodies } : message;
    },
    async text(at, words, signal) {
      const work: BodyWork = { kind: 'text', ...headed(at, words) };
      const result = await run(work, signal === undefined ? {} : { signal });
      return result.kind === 'text' ? result.text : '';
    },
    async save(at, words, file, control) {
      const result = await run({ kind: 'save', file, ...headed(at, words) }, control);
      return result.kind === 'save' ? result.characters : 0;
    },
    bytes: (at) => bytesOfRows(find(at).rows),
    dispose: () => threads?.dispose(),
  };
}
