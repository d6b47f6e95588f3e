// node scripts/run-ui-tests.mjs [PART OF A FILE'S PATH...] [--no-build] [--test-name-pattern=...]
// One after the other: each starts its own VS Code. UI_HOST=newest runs them on the newest one.
import { buildAll } from './build.mjs';
import { findChromium } from './host/find-chromium.mjs';
import { prepareHost } from './host/prepare-host.mjs';
import { oneByOne, runNodeTests } from './node-tests.mjs';

const args = process.argv.slice(2);

try {
  if (!args.includes('--no-build')) await buildAll();
  await prepareHost(process.env.UI_HOST ?? 'oldest');
  findChromium();
  await runNodeTests(
    'test/ui',
    args.filter((arg) => arg !== '--no-build'),
    oneByOne,
  );
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
