import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { flagNote } from '../../../src/core/reading/flag-note';
import { englishWords } from '../../../src/core/reading/words';
import { assistant, flag, person, reasoning, session, text } from '../../support/build';

const tokens = { input: 10, output: 0, reasoning: 900, cacheRead: null, cacheWrite: null };
const { messages } = session([
  person('Go', { time: 0 }),
  assistant([reasoning('Hm.')], { time: 1000, tokens }),
  person('Go', { time: 43_000 }),
]);
const note = (one: ReturnType<typeof flag>) => flagNote(one, messages, englishWords);

describe('flagNote', () => {
  it('says what is empty, and what it cost where that is recorded', () => {
    assert.equal(note(flag(1, 'reasoning-only')), 'empty · reasoning only · 0 out');
    assert.equal(note(flag(0, 'missing')), 'empty · no response recorded');
  });

  it('says how a person went on, and how much later', () => {
    assert.equal(
      note(flag(2, 'resend', { answers: 1, similarity: 1 })),
      're-sent word for word · 42 s later',
    );
    assert.equal(
      note(flag(2, 'resend', { answers: 1, similarity: 0.929 })),
      're-sent, 92 % the same · 42 s later',
    );
    assert.equal(
      note(flag(2, 'redirect', { answers: 1, refersTo: 0 })),
      'redirect · against message 0 · 42 s later',
    );
    assert.equal(note(flag(2, 'nudge')), 'nudge');
  });
});

it('an empty response that stores text says that there is nothing to see in it', () => {
  const envelope = assistant([text('<conversation_data>\n</conversation_data>')]);
  const { messages: own } = session([person('Go'), envelope, assistant([])]);
  const note = (number: number) => flagNote(flag(number, 'void'), own, englishWords);
  assert.equal(note(1), 'empty · nothing to see in its text');
  assert.equal(note(2), 'empty · no content at all');
});
