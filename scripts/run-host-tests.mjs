// node scripts/run-host-tests.mjs [oldest|newest|desktop] [--grep=TITLE] [--no-build]
// Runs test/host in a real VS Code: the browser host of scripts/host (VS Code 1.100 or the newest
// one prepared there), or the desktop VS Code that @vscode/test-electron downloads.
import { cpSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { buildAll } from './build.mjs';
import { prepareHost, repositoryRoot } from './host/prepare-host.mjs';
import { makeTempDir } from './host/temp-dir.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: 'string' }, 'no-build': { type: 'boolean' } },
});
const where = positionals[0] ?? 'oldest';

async function main() {
  if (!['oldest', 'newest', 'desktop'].includes(where)) {
    throw new Error(`Unknown host '${where}': expected oldest, newest or desktop.`);
  }
  if (values['no-build'] !== true) await buildAll();
  if (where !== 'desktop') await prepareHost(where);

  const temp = makeTempDir();
  const workspace = path.join(temp, 'workspace');
  cpSync(path.join(repositoryRoot, 'test/fixtures/workspace'), workspace, { recursive: true });
  const launcher = fileURLToPath(new URL('host/vscode-launcher.mjs', import.meta.url));

  await runTests({
    ...(where === 'desktop' ? {} : { vscodeExecutablePath: launcher }),
    extensionDevelopmentPath: repositoryRoot,
    extensionTestsPath: path.join(repositoryRoot, 'out/test/host/index.js'),
    launchArgs: [
      workspace,
      '--disable-extensions',
      `--user-data-dir=${path.join(temp, 'data')}`,
      `--extensions-dir=${path.join(temp, 'extensions')}`,
    ],
    extensionTestsEnv: {
      ...(where === 'desktop' ? {} : { VSCODE_HOST: where }),
      ...(values.grep === undefined ? {} : { HOST_TEST_GREP: values.grep }),
    },
  });
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
