import { spawn } from 'node:child_process';
import path from 'node:path';
import { repositoryRoot } from './host/prepare-host.mjs';

/**
 * Bundles everything into dist/ and out/, as `npm run build` does.
 * @throws Error when it fails; esbuild has printed why
 */
export function buildAll() {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(repositoryRoot, 'esbuild.mjs')], {
      cwd: repositoryRoot,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('The build failed.'))));
  });
}
