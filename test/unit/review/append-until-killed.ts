import { eventLine } from '../../../src/core/review/events';
import { appendLine } from '../../../src/node/append-log';

/** Appends events to a file for as long as this process lives, and prints each id once it is saved. */
async function appendForEver(file: string): Promise<never> {
  for (let count = 0; ; count += 1) {
    const id = `${process.pid}-${count}`;
    const line = eventLine({
      v: 1,
      id,
      time: count,
      author: 'ada',
      event: 'comment-added',
      thread: 't',
      comment: id,
      body: 'x'.repeat(200),
    });
    await appendLine(file, line);
    process.stdout.write(`${id}\n`);
  }
}

void appendForEver(process.argv[2] ?? '');
