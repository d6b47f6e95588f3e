// What the extension host of a test run calls. Works the same in desktop VS Code and in the
// browser host of scripts/host.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';

const timeoutMs = 30_000;

function testFiles(): string[] {
  return readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js'))
    .sort()
    .map((name) => path.join(__dirname, name));
}

/**
 * Runs every `*.test.js` beside this file with mocha (`describe` and `it`) and prints
 * `N passed, N failed` on a line of its own at the end.
 * `HOST_TEST_GREP` in the environment runs only the tests whose full title contains it.
 * @throws Error when a test failed or none ran, which makes VS Code exit with a failure
 */
export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', reporter: 'spec', color: false, timeout: timeoutMs });
  const wanted = process.env['HOST_TEST_GREP'];
  if (wanted !== undefined && wanted !== '') mocha.fgrep(wanted);
  for (const file of testFiles()) mocha.addFile(file);

  const { passed, failed, skipped } = await new Promise<
    Record<'passed' | 'failed' | 'skipped', number>
  >((resolve) => {
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures, skipped: pending });
    });
  });
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  if (failed > 0) throw new Error(`${failed} host tests failed`);
  if (passed === 0) throw new Error('No host test ran');
}
