import assert from 'node:assert/strict';
import test, { mock } from 'node:test';
import { LIVE_MS } from '../../../src/core/findings/live';
import { keepReading } from '../../../src/host/sessions/keep-reading';
import type { Reading } from '../../../src/node/reader-messages';
import { findings, person, session, transcript } from '../../support/build';

const DELAY_MS = 250;
const one = session([person('Sort the list.')]);
const readingOf = (isLive: boolean): Reading => ({
  transcript: transcript(one),
  findings: [findings(one)],
  isLive,
});

/** Lets everything that is already settled go on. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A reader whose readings end when the test says so, and what was made of them. */
function setUp(first: Reading) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const log: string[] = [];
  const open: ((reading: Reading | Error) => void)[] = [];
  const begin = (word: string) => {
    log.push(word);
    return new Promise<Reading>((resolve, reject) => {
      open.push((result) => {
        if (result instanceof Error) reject(result);
        else resolve(result);
      });
    });
  };
  const keeping = keepReading(
    { read: () => begin('read'), rest: () => begin('rest'), dispose: () => log.push('disposed') },
    first,
    {
      read: ({ isLive }) => log.push(isLive ? 'live' : 'at rest'),
      failed: (error) => log.push(String(error)),
    },
  );
  return {
    log,
    keeping,
    async end(result: Reading | Error) {
      open.shift()?.(result);
      await settle();
    },
    async wait(ms: number) {
      mock.timers.tick(ms);
      await settle();
    },
    [Symbol.dispose]() {
      keeping.dispose();
      mock.timers.reset();
    },
  };
}

test('a transcript at rest is left alone', async () => {
  using kept = setUp(readingOf(false));
  await kept.wait(LIVE_MS * 10);
  assert.deepEqual(kept.log, []);
});

test('changes in a burst lead to one reading, changes during it to one more', async () => {
  using kept = setUp(readingOf(false));
  kept.keeping.changed();
  await kept.wait(DELAY_MS - 1);
  kept.keeping.changed();
  await kept.wait(DELAY_MS - 1);
  assert.deepEqual(kept.log, []);
  await kept.wait(1);
  for (let count = 0; count < 3; count += 1) {
    kept.keeping.changed();
    await kept.wait(DELAY_MS);
  }
  assert.deepEqual(kept.log, ['read']);
  await kept.end(readingOf(true));
  assert.deepEqual(kept.log, ['read', 'live', 'read']);
  await kept.end(readingOf(true));
  assert.deepEqual(kept.log, ['read', 'live', 'read', 'live']);
});

test('some time after the last change it is brought to rest, once', async () => {
  using kept = setUp(readingOf(true));
  await kept.wait(LIVE_MS - 1000);
  kept.keeping.changed();
  await kept.wait(DELAY_MS);
  await kept.end(readingOf(true));
  await kept.wait(LIVE_MS - 1);
  assert.deepEqual(kept.log, ['read', 'live']);
  await kept.wait(1);
  await kept.end(readingOf(false));
  await kept.wait(LIVE_MS * 10);
  assert.deepEqual(kept.log, ['read', 'live', 'rest', 'at rest']);
});

test('a change while it is brought to rest is read afterwards', async () => {
  using kept = setUp(readingOf(true));
  await kept.wait(LIVE_MS);
  kept.keeping.changed();
  await kept.wait(DELAY_MS);
  assert.deepEqual(kept.log, ['rest']);
  await kept.end(readingOf(false));
  assert.deepEqual(kept.log, ['rest', 'at rest', 'read']);
});

test('a reading that fails is told, and the next change is read', async () => {
  using kept = setUp(readingOf(false));
  kept.keeping.changed();
  await kept.wait(DELAY_MS);
  await kept.end(new Error('gone'));
  kept.keeping.changed();
  await kept.wait(DELAY_MS);
  assert.deepEqual(kept.log, ['read', 'Error: gone', 'read']);
});

test('what was closed tells nothing and reads nothing any more', async () => {
  using kept = setUp(readingOf(true));
  kept.keeping.changed();
  await kept.wait(DELAY_MS);
  kept.keeping.changed();
  kept.keeping.dispose();
  await kept.end(readingOf(true));
  await kept.wait(LIVE_MS * 10);
  assert.deepEqual(kept.log, ['read', 'disposed']);
});
