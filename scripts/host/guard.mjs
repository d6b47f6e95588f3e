// node guard.mjs DIR PROGRAM ARGS...
// Runs a program in a process group of its own. When the program ends, or when standard input
// closes (which happens however our starter ends, even by SIGKILL), it ends the whole group and
// removes DIR.
import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { removeDir } from './temp-dir.mjs';

const graceMs = 2000;
const [dir, program, ...args] = process.argv.slice(2);

const child = spawn(program, args, {
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: process.platform !== 'win32',
});
const ended = new Promise((resolve) => {
  child.once('error', (error) => {
    console.error(`'${program}' did not start: ${error.message}`);
    resolve(1);
  });
  child.once('exit', (code) => resolve(code ?? 1));
});

function signalGroup(signal) {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The group is gone already.
  }
}

async function finish() {
  signalGroup('SIGTERM');
  await Promise.race([ended, delay(graceMs)]);
  signalGroup('SIGKILL');
  const code = await Promise.race([ended, delay(graceMs)]);
  removeDir(dir);
  process.exit(code ?? 1);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});
process.stdin
  .on('close', finish)
  .on('error', () => {})
  .resume();
ended.then(finish);
