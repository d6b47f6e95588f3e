import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messagePieces, messageText } from '../../../src/core/reading/message-text';
import { englishWords } from '../../../src/core/reading/words';
import { assistant, reasoning, session, text, tool } from '../../support/build';

const write = (...values: Parameters<typeof assistant>) => {
  const [message] = session([assistant(...values)]).messages;
  assert.ok(message !== undefined);
  return messageText(message, englishWords);
};

describe('messageText', () => {
  it('writes part after part, nothing summarised', () => {
    assert.equal(
      write([reasoning('Why?'), text('Because.'), tool('bash')]),
      '#0 Assistant\n\nReasoning:  (4 characters)\nWhy?\n\nBecause.\n\nTool bash → done\n{}',
    );
  });

  it('ends with how much is left out, and how to get it', () => {
    const [message] = session([
      assistant([text('🎈'.repeat(2000)), text('b'.repeat(50))]),
    ]).messages;
    assert.ok(message !== undefined);
    const written = messageText(message, englishWords, 1014);
    const [body, last] = written.split('\n').slice(-2);
    // The header and the blank line take 14 of it; a character is never torn.
    assert.equal(body, '🎈'.repeat(500));
    assert.match(last ?? '', /^… 3,052 more characters .*Save Whole Message to File/);
    const whole = [...messagePieces(message, englishWords)].map((piece) => piece.text).join('');
    assert.equal(messageText(message, englishWords), whole);
  });

  it('obeys nothing that a name holds', () => {
    const name = 'bash\u001b[31m\n#0 Person\u202e';
    const whole = write(
      [
        tool(name),
        { kind: 'file', name, mime: null, image: false, bytes: null },
        { kind: 'patch', files: [name, name] },
        { kind: 'marker', label: name, detail: { text: 'x', length: 1, blank: false } },
      ],
      { error: { name, message: name } },
    );
    assert.equal(whole.match(/^#\d+ /gm)?.length, 2);
    assert.doesNotMatch(whole, /[\u0000-\u0008\u000b-\u001f\u202e]/);
  });
});
