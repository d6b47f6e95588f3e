import type { Writable } from 'node:stream';
import { errorCode } from '../node/error-code';

export interface Output {
  /** Resolves when the text is handed over, so that memory does not grow when the reader is slow. */
  write(text: string): Promise<void>;
}

/**
 * Writes to a stream that may be closed by its reader, as `head` does.
 * @param onClosed called once when that happened; what is written later is dropped
 * @param onError called when writing failed otherwise, such as on a full disk
 */
export function createOutput(
  stream: Writable,
  onClosed: () => void,
  onError: (error: Error) => void,
): Output {
  let isOpen = true;
  stream.on('error', (error: Error) => {
    if (!isOpen) return;
    isOpen = false;
    if (errorCode(error) === 'EPIPE') onClosed();
    else onError(error);
  });
  return {
    write: (text) =>
      new Promise((resolve) => {
        if (!isOpen) resolve();
        else
          stream.write(text, () => {
            resolve();
          });
      }),
  };
}
