import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseLog } from '../../../src/core/review/log';
import { appendLine } from '../../../src/node/append-log';

const writer = fileURLToPath(new URL('append-until-killed.ts', import.meta.url));

/** Runs the writer, kills it `ms` after its first event, and gives the ids it said were saved. */
function writeUntilKilled(file: string, ms: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', writer, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (data: Buffer) => {
      if (printed === '') setTimeout(() => child.kill('SIGKILL'), ms);
      printed += data.toString();
    });
    child.once('error', reject);
    // An id whose line break is missing was not printed to its end.
    child.once('close', () => {
      resolve(printed.split('\n').slice(0, -1));
    });
  });
}

describe('appending to a review file', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'append-log-'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });
  const read = (file: string) => readFileSync(file, 'utf8');

  it('makes the file, and adds to its end', async () => {
    const file = path.join(folder, 'new.jsonl');
    await appendLine(file, 'one\n');
    await appendLine(file, 'two\n');
    assert.equal(read(file), 'one\ntwo\n');
  });

  it('begins a line of its own after a torn one', async () => {
    const file = path.join(folder, 'torn.jsonl');
    writeFileSync(file, 'one\n{"v":1,"id"');
    await appendLine(file, 'two\n');
    assert.equal(read(file), 'one\n{"v":1,"id"\ntwo\n');
  });

  it('begins a line of its own whenever another writer tears one', async () => {
    const file = path.join(folder, 'torn-between.jsonl');
    const wanted = Array.from({ length: 100 }, (_, count) => `line ${count}`);
    // In turn a piece and its end, so that the file looks whole at one moment and is torn at the next.
    let pieces = 0;
    const tear = () => {
      appendFileSync(file, pieces % 2 === 0 ? 'torn' : '\n');
      pieces += 1;
    };
    let tearing = setImmediate(function again() {
      tear();
      tearing = setImmediate(again);
    });
    for (const line of wanted) await appendLine(file, `${line}\n`);
    clearImmediate(tearing);
    const lines = new Set(read(file).split('\n'));
    assert.deepEqual(
      wanted.filter((line) => !lines.has(line)),
      [],
    );
  });

  it('follows no link', { skip: process.platform === 'win32' }, async () => {
    const target = path.join(folder, 'precious');
    writeFileSync(target, 'keep');
    symlinkSync(target, path.join(folder, 'link.jsonl'));
    await assert.rejects(appendLine(path.join(folder, 'link.jsonl'), 'one\n'));
    assert.equal(read(target), 'keep');
  });

  it('writes to no folder', async () => {
    await assert.rejects(appendLine(folder, 'one\n'));
  });

  it('keeps every event that was acknowledged, with two writers killed at any moment', async () => {
    const file = path.join(folder, 'killed.jsonl');
    const saved: string[] = [];
    for (const [first, second] of [
      [0, 40],
      [25, 10],
      [60, 33],
    ] as const) {
      const both = await Promise.all([
        writeUntilKilled(file, first),
        writeUntilKilled(file, second),
      ]);
      saved.push(...both.flat());
    }
    assert.ok(saved.length >= 6, 'the writers wrote nothing');
    const ids = new Set(parseLog(readFileSync(file)).events.map(({ id }) => id));
    assert.deepEqual(
      saved.filter((id) => !ids.has(id)),
      [],
    );
  });
});
