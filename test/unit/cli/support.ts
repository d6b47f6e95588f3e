import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const MAIN = path.join(ROOT, 'src/cli/main.ts');

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command line in the folder. */
export function start(folder: string, ...args: readonly string[]): ChildProcessWithoutNullStreams {
  // tsx is found from the repository, not from the folder of the test.
  const loader = path.join(ROOT, 'node_modules/tsx/dist/loader.mjs');
  return spawn(process.execPath, ['--import', loader, MAIN, ...args], {
    cwd: folder,
    // The folder is the home as well: agents of this machine have no part in tests.
    env: { PATH: process.env['PATH'], TMPDIR: os.tmpdir(), HOME: folder, USERPROFILE: folder },
  });
}

/** Collects what a started command line prints until it ends. */
export async function outcome(child: ChildProcessWithoutNullStreams): Promise<Outcome> {
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { status, stdout, stderr };
}

export const run = (folder: string, ...args: readonly string[]) => outcome(start(folder, ...args));

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder with these files that goes when the process ends. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'scan-test-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}

/** One chat message a line. */
export const chat = (...rows: readonly (readonly [role: string, content: string])[]) =>
  rows.map(([role, content]) => `${JSON.stringify({ role, content })}\n`).join('');
