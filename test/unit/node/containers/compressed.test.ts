import assert from 'node:assert/strict';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readTranscript } from '../../../../src/core/formats/read-transcript';
import {
  isPackedTranscript,
  openTranscript,
  unpackTo,
} from '../../../../src/node/containers/unpack';
import { createUnpackedFolder } from '../../../../src/node/containers/unpacked-folder';
import { zstandardBomb, zstandardFrame } from '../../../support/zstandard';
import { chat, folderWith } from '../../cli/support';

const rows = chat(['user', 'Sort the list.'], ['assistant', ''], ['user', 'Sort the list.']);
const plain = Buffer.from(rows);
/** Two rows of chat messages, as the `zstd` program compresses them. */
const BY_PROGRAM =
  'KLUv/QRoZQIAYkQOEqC7AQWvKiL9vR8NGOg5kgpEHkaN9mZzYk7wLjblSWRcRY2hOSlU1NhskY/3au8qD2fK7eOqFrsLBQBRJPgJGjcxDxI09ONmGS09gvw=';

async function read(root: string, name: string) {
  const packed = { path: path.join(root, name), key: '' };
  const source = await openTranscript(packed, createUnpackedFolder(root), {});
  try {
    return await readTranscript(source);
  } finally {
    await source.close();
  }
}

test('compressed rows are read like the plain file, whatever the name says', async () => {
  const halves = [plain.subarray(0, 40), plain.subarray(40)];
  const root = folderWith({
    'plain.jsonl': rows,
    'a.jsonl.gz': gzipSync(plain),
    'several.bin': Buffer.concat(halves.map((half) => gzipSync(half))),
    'b.jsonl.zst': zstandardFrame(plain),
    'frames.json': Buffer.concat(halves.map((half) => zstandardFrame(half))),
  });
  const expected = await read(root, 'plain.jsonl');
  for (const name of ['a.jsonl.gz', 'several.bin', 'b.jsonl.zst', 'frames.json']) {
    const found = await read(root, name);
    assert.deepEqual(
      found.sessions.map(({ messages }) => messages),
      expected.sessions.map(({ messages }) => messages),
    );
    assert.deepEqual(found.rows, expected.rows);
  }
  assert.equal((await read(root, 'a.jsonl.gz')).sessions[0].id, 'a');
});

test('what the zstd program compresses is read', async () => {
  const root = folderWith({ 'real.zst': Buffer.from(BY_PROGRAM, 'base64') });
  const [session] = (await read(root, 'real.zst')).sessions;
  assert.deepEqual(
    session.messages.flatMap(({ parts }) =>
      parts.map((part) => part.kind === 'text' && part.body.text),
    ),
    ['Sort the list, then sort the list again.', 'Sorted the list, then sorted the list again.'],
  );
});

test('what is unpacked is for this person only, as old as its container, and gone when it is closed', async () => {
  const root = folderWith({ 'a.gz': gzipSync(plain) });
  utimesSync(path.join(root, 'a.gz'), 1_700_000_000, 1_700_000_000);
  const folder = createUnpackedFolder(root);
  const source = await openTranscript({ path: path.join(root, 'a.gz'), key: '' }, folder, {});
  const made = readdirSync(root).find((name) => name.includes('unpacked'));
  assert.ok(made);
  const [file = '', ...others] = readdirSync(path.join(root, made));
  assert.deepEqual(others, []);
  const info = statSync(path.join(root, made, file));
  if (process.platform !== 'win32') {
    assert.equal(info.mode & 0o777, 0o600);
    assert.equal(statSync(path.join(root, made)).mode & 0o777, 0o700);
  }
  assert.equal(info.mtimeMs, 1_700_000_000_000);
  await source.close();
  assert.deepEqual(readdirSync(path.join(root, made)), []);
  folder.dispose();
  assert.equal(existsSync(path.join(root, made)), false);
});

test('a compressed file that can’t be unpacked is refused in one sentence and leaves nothing', async () => {
  const gz = gzipSync(plain);
  const zst = zstandardFrame(plain);
  const broken = Buffer.from(gz);
  broken.fill(255, 12, 30);
  const cases: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['torn.gz', gz.subarray(0, -12), /torn\.gz can’t be unpacked: it ends too early/],
    ['torn.zst', zst.subarray(0, -12), /torn\.zst can’t be unpacked: it ends too early/],
    ['broken.gz', broken, /broken\.gz can’t be unpacked: it is damaged \(/],
    ['after.zst', Buffer.concat([zst, plain]), /after\.zst can’t be unpacked: it is damaged \(/],
    ['window.zst', zstandardFrame(plain, 30), /takes 1074 MB of memory/],
    ['bomb.zst', zstandardBomb(900), /more than 1000 times as large/],
  ];
  const root = folderWith(Object.fromEntries(cases.map(([name, bytes]) => [name, bytes])));
  for (const [name, , sentence] of cases) {
    const file = path.join(root, 'unpacked.jsonl');
    await assert.rejects(unpackTo({ path: path.join(root, name), key: '' }, file, {}), {
      name: 'TranscriptError',
      message: sentence,
    });
    assert.deepEqual(
      readdirSync(root).filter((one) => one.startsWith('unpacked')),
      [],
    );
  }
});

test('only the beginning of a compressed file is looked at to know what it holds', async () => {
  const noise = Buffer.alloc(200_000, 'no rows at all, ');
  const root = folderWith({
    'rows.gz': gzipSync(plain),
    'torn.gz': gzipSync(plain).subarray(0, -9),
    'noise.gz': gzipSync(noise),
    'bomb.zst': zstandardBomb(900),
    'plain.jsonl': rows,
  });
  const names = ['rows.gz', 'torn.gz', 'noise.gz', 'bomb.zst', 'plain.jsonl'];
  const are = names.map((name) => isPackedTranscript(path.join(root, name)));
  assert.deepEqual(await Promise.all(are), [true, true, false, false, false]);
});
