import { rmSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { contentHash } from '../../core/model/text';

/** Where unpacked transcripts are while they are open. Only this person may read it. */
export interface UnpackedFolder {
  /** The path of a file that is not there yet. */
  newFile(): Promise<string>;
  /** Removes everything, at once: to be called when the program ends. */
  readonly dispose: () => void;
}

/** Folders are named by machine and process, so that those of killed processes are known. */
const PREFIX = 'agent-session-review-unpacked';
const NAME = new RegExp(`^${PREFIX}-(\\w+)-(\\d+)-`);
/** What another machine left behind in a shared folder is removed after so long, in ms. */
const OLD_MS = 7 * 24 * 3_600_000;

const machine = () => contentHash(os.hostname()).replace(/\W/g, '');

/** A folder below `root`, made on first use. */
export function createUnpackedFolder(root: string): UnpackedFolder {
  let made: Promise<string> | null = null;
  let folder: string | null = null;
  let count = 0;
  const make = async () => {
    await mkdir(root, { recursive: true });
    folder = await mkdtemp(path.join(root, `${PREFIX}-${machine()}-${process.pid}-`));
    return folder;
  };
  return {
    async newFile() {
      made ??= make();
      const inside = await made;
      count += 1;
      return path.join(inside, `${count}.jsonl`);
    },
    dispose() {
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Removes what killed processes left behind below `root`; what can't be removed stays. */
export async function removeLeftOvers(root: string, now: number): Promise<void> {
  const names = await readdir(root).catch(() => []);
  for (const name of names) {
    const [, where, pid] = NAME.exec(name) ?? [];
    if (where === undefined) continue;
    const folder = path.join(root, name);
    const isLeft = where === machine() ? !isAlive(Number(pid)) : await isOld(folder, now);
    if (isLeft) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function isOld(folder: string, now: number): Promise<boolean> {
  const info = await lstat(folder).catch(() => null);
  return info !== null && now - info.mtimeMs > OLD_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and is somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
