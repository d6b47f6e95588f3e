import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { countsOf, masked, redactionOf } from '../../../src/core/redaction/redaction';
import { redactionRules } from '../../../src/core/redaction/rules';
import { fakeKeys, fakePrivateKey } from '../../support/fake-keys';

const placedAt = (place: string) => (text: string) => ({ text, place });

/** Texts as they read when they are redacted together. */
async function read(...texts: readonly string[]): Promise<readonly string[]> {
  const { replace } = await redactionOf(texts.map(placedAt('here')), redactionRules);
  return texts.map(replace);
}

async function labels(text: string): Promise<readonly string[]> {
  const { hits } = await redactionOf([placedAt('here')(text)], redactionRules);
  return hits.map(({ label, value }) => `${label}: ${value}`);
}

describe('redaction of keys', () => {
  it('replaces every known kind, wherever it stands', async () => {
    for (const [name, key] of Object.entries(fakeKeys)) {
      const [line = '', inJson = ''] = await read(`Use ${key} for it.`, `{"key":"${key}"}`);
      for (const text of [line, inJson])
        assert.ok(!text.includes(key) && text.includes('[redacted: '), `${name}: ${text}`);
      assert.match(line, /^Use \[redacted: [\w -]+\] for it\.$/);
    }
  });

  it('is not switched off by what a transcript says', async () => {
    const [text = ''] = await read(`// secretlint-disable\ntoken ${fakeKeys['github'] ?? ''}`);
    assert.match(text, /\[redacted: github key\]$/);
  });

  it('replaces private keys, and what is left of one that was cut', async () => {
    const head = fakePrivateKey.slice(0, 120);
    const tail = fakePrivateKey.slice(60);
    assert.deepEqual(await read(`a\n${fakePrivateKey}\nb`, `a\n${head}`, `${tail}\nb`), [
      'a\n[redacted: private key]\nb',
      'a\n[redacted: private key]',
      '[redacted: private key]\nb',
    ]);
  });

  it('replaces passwords and tokens that are set, not words about them', async () => {
    assert.deepEqual(
      await read(
        'DB_PASSWORD=hunter2!x',
        '"api_key": "0123456789abcdef0123"',
        'postgres://app:s3cret@db.internal:5432/x',
        'curl -H "Authorization: Bearer abcdef0123456789abcdef"',
      ),
      [
        'DB_PASSWORD=[redacted: password]',
        '"api_key": "[redacted: key or token]"',
        '[redacted: database address]',
        'curl -H "Authorization: Bearer [redacted: authorization header]"',
      ],
    );
    for (const text of [
      'max_tokens: 162528, tokens spent again',
      'The token is a string. Password: required.',
      'const token = getToken(request)',
      'password: $PASSWORD',
    ])
      assert.deepEqual(await read(text), [text]);
  });

  it('replaces a key in the other texts too, where one of them was cut in it', async () => {
    const key = fakeKeys['github'] ?? '';
    const cut = `It ends in “export A=${key.slice(0, 14)}…”.`;
    const [, short, name] = await read(`export A=${key}`, cut, `x ${key}`);
    assert.equal(short, 'It ends in “export A=[redacted: github key]…”.');
    assert.equal(name, 'x [redacted: github key]');
  });

  it('replaces a long word of letters and digits that was cut: nobody knows any more what it was', async () => {
    assert.deepEqual(
      await read('It ends in “a1b2c3d4e5f6a7b8c9…”.', 'It ends in “the documents…”.'),
      ['It ends in “[redacted: cut word]…”.', 'It ends in “the documents…”.'],
    );
  });
});

describe('redaction of addresses', () => {
  it('replaces e-mail addresses and no names of repositories', async () => {
    assert.deepEqual(
      await read(
        'Ask ada.lovelace+x@mail.example.org, please.',
        'git clone git@github.com:acme/tool.git',
        'npm i @scope/name@1.2.3',
      ),
      [
        'Ask [redacted: e-mail address], please.',
        'git clone git@github.com:acme/tool.git',
        'npm i @scope/name@1.2.3',
      ],
    );
  });

  it('replaces addresses of machines and nothing that looks like one', async () => {
    for (const text of ['10.1.2.3', '192.168.0.17:8080', '2001:db8::8a2e:370:7334', 'fe80::1'])
      assert.match((await read(`at ${text}`))[0] ?? '', /^at \[redacted: IP address\]/, text);
    for (const text of [
      '127.0.0.1 and ::1',
      '0.0.0.0:80',
      'version 1.2.3',
      '999.1.1.1',
      '12:30:45',
      'std::vector and a::b',
      '00:1a:2b:3c:4d:5e',
      '1.2.3.4.5',
    ])
      assert.deepEqual(await read(text), [text]);
  });
});

describe('redaction of home folders', () => {
  it('replaces the name in every kind of path', async () => {
    for (const text of [
      '/home/lovelace/work/a.py',
      '/Users/lovelace/work',
      'C:\\Users\\lovelace\\work',
      'C:\\\\Users\\\\lovelace\\\\work',
      'c:/Users/lovelace',
      'file:///home/lovelace/a',
      '%2Fhome%2Flovelace%2Fa',
      '.claude/projects/-home-lovelace-work',
    ]) {
      const [read1 = ''] = await read(text);
      assert.doesNotMatch(read1, /lovelace/, text);
      assert.match(read1, /(?:home|Users)(?:[/\\-]|%2F){1,2}\[redacted: name of a home folder\]/);
    }
    assert.deepEqual(await read('C:\\Users\\Ada Lovelace\\work'), [
      'C:\\Users\\[redacted: name of a home folder]\\work',
    ]);
  });

  it('replaces the same name elsewhere, unless it is a common word or part of another', async () => {
    assert.deepEqual(await read('/home/lovelace/a', '-rw-r--r-- lovelace staff', 'lovelaces'), [
      '/home/[redacted: name of a home folder]/a',
      '-rw-r--r-- [redacted: name of a home folder] staff',
      'lovelaces',
    ]);
    assert.deepEqual(await read('/home/dev/a', 'the dev server'), [
      '/home/[redacted: name of a home folder]/a',
      'the dev server',
    ]);
  });
});

describe('a redaction', () => {
  it('tells each hit with its place, and counts by kind', async () => {
    const { hits } = await redactionOf(
      [
        placedAt('message 3')('a@b.example b@b.example'),
        placedAt('message 9')('to 10.0.0.1, a@b.example'),
      ],
      redactionRules,
    );
    assert.deepEqual(
      hits.map(({ label, place, value }) => [label, place, value]),
      [
        ['e-mail address', 'message 3', 'a@b.example'],
        ['e-mail address', 'message 3', 'b@b.example'],
        ['IP address', 'message 9', '10.0.0.1'],
        ['e-mail address', 'message 9', 'a@b.example'],
      ],
    );
    assert.deepEqual(countsOf(hits), [
      { rule: 'e-mail address', count: 3 },
      { rule: 'IP address', count: 1 },
    ]);
  });

  it('leaves what the person keeps', async () => {
    const text = 'a@b.example and b@b.example';
    const { replace } = await redactionOf(
      [placedAt('here')(text)],
      redactionRules,
      new Set(['a@b.example']),
    );
    assert.equal(replace(text), 'a@b.example and [redacted: e-mail address]');
  });

  it('replaces what overlaps once', async () => {
    const key = fakeKeys['anthropic'] ?? '';
    assert.deepEqual(await read(`ANTHROPIC_API_KEY=${key}`), [
      'ANTHROPIC_API_KEY=[redacted: anthropic key]',
    ]);
  });

  it('withholds a text that was not looked through', async () => {
    const { replace } = await redactionOf([], redactionRules);
    assert.equal(replace('anything'), '[redacted: not looked through]');
  });

  it('changes nothing but what it found', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '@', '.', '/', ':', '1', ' ', '-', '\n', '…'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
        const { hits, replace } = await redactionOf(texts.map(placedAt('here')), redactionRules);
        for (const one of texts) {
          const pieces = replace(one).split(/\[redacted: [^\]]+\]/);
          let at = 0;
          for (const piece of pieces) {
            const found = one.indexOf(piece, at);
            assert.ok(found >= at);
            at = found + piece.length;
          }
          if (hits.length === 0) assert.equal(replace(one), one);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('shows a value so that only who knows it recognises it', () => {
    assert.equal(masked('a@b.example'), 'a@b… (11 characters)');
    assert.equal(masked('abcdefghijklmnopqrstuvwxyz'), 'abcd… (26 characters)');
  });

  it('knows the kind of each password in an address', async () => {
    assert.deepEqual(await labels('see https://ada:hunter2pass@host.example/x'), [
      'password in an address: https://ada:hunter2pass@host.example',
    ]);
  });
});
