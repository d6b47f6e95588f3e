import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { redactionOf } from '../../../src/core/redaction/redaction';
import { ownPatternRules } from '../../../src/node/own-patterns';

async function read(patterns: readonly string[], text: string): Promise<string> {
  const { replace } = await redactionOf([{ text, place: 'here' }], ownPatternRules(patterns));
  return replace(text);
}

describe('own patterns', () => {
  it('replace what they find, with flags where they have some', async () => {
    const text = 'Project Falcon-7 of ACME, falcon-8';
    assert.equal(
      await read(['Falcon-\\d', '/acme/i'], text),
      'Project [redacted: own pattern 1] of [redacted: own pattern 2], falcon-8',
    );
    assert.equal(await read(['/falcon-\\d/i', 'x*'], 'Falcon-7'), '[redacted: own pattern 1]');
  });

  it('that are none are named', () => {
    assert.throws(
      () => ownPatternRules(['fine', '(']),
      /^Error: The pattern \( is no regular expression: /,
    );
  });

  it('that would take for ever are stopped and named', async () => {
    await assert.rejects(
      read(['(a+)+$'], `${'a'.repeat(60)}!`),
      /^Error: The pattern \(a\+\)\+\$ takes too long: it was stopped after 1 s\./,
    );
  });
});
