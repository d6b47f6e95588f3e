import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { compareFolder } from '../../../src/node/quality';
import { resentQuestion } from '../../support/cases';

test('the transcripts of a folder are compared with its labels; what is not read is told apart', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'quality-'));
  try {
    await writeFile(path.join(folder, 'case.json'), JSON.stringify(resentQuestion()));
    await writeFile(path.join(folder, 'notes.md'), '# Notes');
    await mkdir(path.join(folder, 'store'));
    const empty = { file: 'case.json', what: 'empty', kind: 'void', number: 8132 };
    const resend = { file: 'case.json', what: 'corrective', kind: 'resend', number: 8133 };
    const rows = [
      empty,
      resend,
      { file: 'notes.md', what: 'none' },
      { file: 'store', what: 'none' },
    ];
    const files = await compareFolder(folder, rows.map((row) => JSON.stringify(row)).join('\n'));
    assert.deepEqual(
      files.map(({ file, format, verdicts }) => [
        file,
        format,
        verdicts?.map(({ result, kind }) => `${result} ${kind}`) ?? null,
      ]),
      [
        ['case.json', 'opencode-export', ['right void', 'right resend']],
        ['notes.md', 'notes.md', null],
        ['store', 'store', null],
      ],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
