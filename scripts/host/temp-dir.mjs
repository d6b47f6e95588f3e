// Short-lived folders below the system's temp folder, removed again whatever happens.
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

// The name carries the owner's process id, so that a later run can tell what a killed run left.
// It is short because the server puts unix sockets below such a folder (limit about 100 bytes).
const prefix = 'asr-';

/** Whether a process with this id exists. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes a folder and what is in it; a folder that is already gone is no error. */
export function removeDir(dir) {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** Removes the temp folders of runs that were killed before they could clean up. */
function removeLeftovers(root) {
  for (const name of readdirSync(root)) {
    const pid = /^asr-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      removeDir(path.join(root, name));
    } catch {
      // Another user's folder: not ours to remove.
    }
  }
}

/**
 * Makes a new temp folder and returns its absolute path. It is removed when this process exits;
 * if this process is killed outright, the next run removes it.
 */
export function makeTempDir() {
  const root = realpathSync(os.tmpdir());
  removeLeftovers(root);
  const dir = mkdtempSync(path.join(root, `${prefix}${process.pid}-`));
  process.once('exit', () => {
    try {
      removeDir(dir);
    } catch {
      // Something still writes there: the next run removes it.
    }
  });
  return dir;
}
