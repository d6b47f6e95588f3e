import { oneLine } from './sentences';

/** Shows on a terminal what is being read; does nothing where there is no terminal. */
export interface Progress {
  /** A file begins. */
  begin(path: string): void;
  /** Bytes read of the file's size. */
  advance(done: number, total: number): void;
  /** Takes the progress line away, so that something else can be printed. */
  clear(): void;
}

const SHOW_EVERY_MS = 100;
/** Some terminals do not tell their width. */
const USUAL_COLUMNS = 80;
const CLEAR_LINE = '\r\u001b[K';

const silent: Progress = {
  begin: () => undefined,
  advance: () => undefined,
  clear: () => undefined,
};

/** Progress on one line of this stream, when it is a terminal. */
export function createProgress(stream: NodeJS.WriteStream): Progress {
  if (!stream.isTTY) return silent;
  let files = 0;
  let current = '';
  let shownAt = -Infinity;
  let isShown = false;

  const show = (percent: number) => {
    const now = performance.now();
    if (now - shownAt < SHOW_EVERY_MS) return;
    shownAt = now;
    isShown = true;
    const facts = `File ${files}, ${percent} %  `;
    const columns = stream.columns > 0 ? stream.columns : USUAL_COLUMNS;
    const room = Math.max(0, columns - facts.length - 1);
    // The end of a path says more than its beginning.
    stream.write(`${CLEAR_LINE}${facts}${room === 0 ? '' : current.slice(-room)}`);
  };

  return {
    begin(path) {
      files += 1;
      current = oneLine(path);
      show(0);
    },
    advance: (done, total) => {
      show(total === 0 ? 100 : Math.floor((done / total) * 100));
    },
    clear() {
      if (!isShown) return;
      isShown = false;
      shownAt = -Infinity;
      stream.write(CLEAR_LINE);
    },
  };
}
