import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { ERROR_LINE, failureIn } from '../../../src/core/findings/failures';
import { createSessionBuilder } from '../../../src/core/formats/session-builder';

/** What the causes read of the end of an output. */
function judged(end: string) {
  const lines = end
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(-15);
  return {
    failure: failureIn(lines),
    line: lines.findLast((line) => ERROR_LINE.test(line)) ?? lines.at(-1),
  };
}

const line = fc.oneof(
  { weight: 8, arbitrary: fc.string({ maxLength: 90 }) },
  { weight: 2, arbitrary: fc.constantFrom('', '   ', '\r', 'step 12 of 90: loss 2.1') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'Traceback (most recent call last):',
      'ROOM 12',
      'OOMKilled',
      'do not panic: 3',
      'Killed',
      'sh: foo: command not found',
      'Unhandled rejection',
      'x'.repeat(700),
    ),
  },
);

test('what is kept of the end of an output is judged as the whole end is', () => {
  const builder = createSessionBuilder('index');
  const output = fc.array(line, { minLength: 1, maxLength: 40 }).map((lines) => lines.join('\n'));
  fc.assert(
    fc.property(output, (text) => {
      fc.pre(text.length > 400);
      const kept = builder.tail(text);
      assert.ok(text.endsWith(kept));
      assert.deepEqual(judged(kept), judged(text.slice(-1200)));
    }),
    { numRuns: 1000 },
  );
});

test('of a quiet output the last lines are kept, of any other more', () => {
  const builder = createSessionBuilder('index');
  const quiet = 'step done\n'.repeat(500);
  assert.ok(builder.tail(quiet).length <= 300);
  assert.equal(builder.tail(`${quiet}1 test failed\n`).length, 1200);
});
