import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import {
  createUnpackedFolder,
  removeLeftOvers,
} from '../../../../src/node/containers/unpacked-folder';
import { folderWith } from '../../cli/support';

const NOW = 1_800_000_000_000;

test('what killed processes left behind is removed, and nothing else', async () => {
  const root = folderWith({ 'mine.txt': 'kept' });
  const folder = createUnpackedFolder(root);
  writeFileSync(await folder.newFile(), '');
  const [live = ''] = readdirSync(root).filter((name) => name.includes('unpacked'));
  // A process that has ended for certain.
  const { pid } = spawnSync(process.execPath, ['--version']);
  const left = live.replace(String(process.pid), String(pid));
  const elsewhere = live.replace(/unpacked-\w+-\d+/, `unpacked-other-${pid}`);
  for (const name of [left, elsewhere]) {
    mkdirSync(path.join(root, name));
    writeFileSync(path.join(root, name, '1.jsonl'), 'private');
  }
  utimesSync(path.join(root, elsewhere), NOW / 1000, NOW / 1000);

  await removeLeftOvers(root, NOW);
  assert.deepEqual(readdirSync(root).sort(), [elsewhere, live, 'mine.txt'].sort());
  await removeLeftOvers(root, NOW + 8 * 24 * 3_600_000);
  assert.deepEqual(readdirSync(root).sort(), [live, 'mine.txt'].sort());

  await removeLeftOvers(path.join(root, 'nowhere'), NOW);
  folder.dispose();
  assert.deepEqual(readdirSync(root), ['mine.txt']);
});
