// What is measured, one process each: `node subject.cjs WHAT FILE` prints one line of JSON.
// Bundled by run.mjs as production code is.
import { createReadStream, openSync, readSync, readFileSync, closeSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { findSilence } from '../../src/core/findings/find-silence.ts';
import { readBodies, rowsOfMessage } from '../../src/core/formats/message-bodies.ts';
import { readTranscript } from '../../src/core/formats/read-transcript.ts';
import { readingText } from '../../src/core/reading/reading-text.ts';
import { englishWords } from '../../src/core/reading/words.ts';
import { openFileSource } from '../../src/node/file-source.ts';
import { readInThread } from '../../src/node/read-in-thread.ts';
import * as generate from './generate.mjs';

/** What a reader found, to compare with what was written. */
const counts = ({ sessions, rows }, findings) => ({
  rows: rows.read,
  accounted: rows.understood + rows.unknown + rows.malformed,
  odd: rows.unknown + rows.malformed,
  messages: sessions.reduce((sum, { messages }) => sum + messages.length, 0),
  flags: findings.reduce((sum, { flags }) => sum + flags.length, 0),
});

async function read(file) {
  const source = await openFileSource(file);
  try {
    const transcript = await readTranscript(source);
    return { transcript, findings: transcript.sessions.map((session) => findSilence(session)) };
  } finally {
    await source.close();
  }
}

const subjects = {
  /** The floor: every line read and parsed, nothing else done. */
  async 'parse-lines'(file) {
    let rows = 0;
    for await (const line of createInterface({
      input: createReadStream(file),
      crlfDelay: Infinity,
    })) {
      if (line === '') continue;
      JSON.parse(line);
      rows += 1;
    }
    return { rows };
  },
  /** The floor of a document: the whole file parsed at once. */
  'parse-whole': (file) => ({ rows: JSON.parse(readFileSync(file, 'utf8')).messages.length }),
  /** What `wc -l` does. */
  'count-lines'(file) {
    const handle = openSync(file, 'r');
    const bytes = Buffer.allocUnsafe(256 * 1024);
    let rows = 0;
    for (let length = readSync(handle, bytes); length > 0; length = readSync(handle, bytes)) {
      const piece = bytes.subarray(0, length);
      for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) rows += 1;
    }
    closeSync(handle);
    return { rows };
  },
  async flags(file) {
    const { transcript, findings } = await read(file);
    return counts(transcript, findings);
  },
  /** As the editor reads: in a thread, and this thread stays free. */
  async thread(file) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const thread = path.join(path.dirname(process.argv[1]), 'reader-thread.js');
    const { transcript, findings } = await readInThread(thread, file, {});
    delay.disable();
    return { ...counts(transcript, findings), blockMs: delay.max / 1e6 };
  },
  /** The reading document, and the largest message read again as a whole. */
  async document(file) {
    const { transcript, findings } = await read(file);
    const began = performance.now();
    const { text } = readingText(transcript, 0, findings[0], englishWords, 'bench');
    const documentMs = performance.now() - began;
    const size = ({ places }) => places.reduce((sum, { start, end }) => sum + end - start, 0);
    const { messages } = transcript.sessions[0];
    const largest = messages.reduce((most, one) => (size(one) > size(most) ? one : most));
    const source = await openFileSource(file);
    const again = performance.now();
    await readBodies(source, rowsOfMessage(transcript, 0, largest), 'whole');
    const messageMs = performance.now() - again;
    await source.close();
    const preview = largest.parts.some(
      (part) => (part.body ?? part.output)?.length > 1e6 && (part.body ?? part.output).text !== '',
    );
    return {
      ...counts(transcript, findings),
      documentBytes: Buffer.byteLength(text),
      documentMs,
      messageMs,
      preview,
    };
  },
  /** Writes a session: `generate` with the name of its writer and its options. */
  generate: (file, writer, options) => generate[writer](file, JSON.parse(options)),
};

const [what, file, ...rest] = process.argv.slice(2);
const began = performance.now();
Promise.resolve(subjects[what](file, ...rest)).then((found) => {
  const ms = performance.now() - began;
  // `maxRSS` is in kilobytes on every platform.
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify({ ms, peakBytes, ...found }));
});
