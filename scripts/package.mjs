// npm run package: makes the .vsix, lists what is in it, and fails when it is too big or when
// something that package.json names is not in it.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createVSIX, listFiles } from '@vscode/vsce';
import { repositoryRoot } from './host/prepare-host.mjs';

const mostBytes = 1_000_000; // the package stays under 1 MB

/** The files that package.json says are there. */
function namedFiles(manifest) {
  const programs = [manifest.main, ...Object.values(manifest.bin ?? {}), manifest.icon];
  return programs.filter((file) => file !== undefined).map((file) => path.normalize(file));
}

async function main() {
  const manifest = JSON.parse(await readFile(path.join(repositoryRoot, 'package.json'), 'utf8'));
  const packagePath = path.join(repositoryRoot, `${manifest.name}-${manifest.version}.vsix`);
  await createVSIX({
    cwd: repositoryRoot,
    dependencies: false, // everything is bundled
    allowMissingRepository: true,
    rewriteRelativeLinks: false, // there is no repository address to put before them
    packagePath,
  });
  const files = await listFiles({ cwd: repositoryRoot, packageManager: 0 });
  for (const file of files.sort()) {
    console.log(`${String(statSync(path.join(repositoryRoot, file)).size).padStart(9)}  ${file}`);
  }
  const missing = namedFiles(manifest).filter((file) => !files.includes(file));
  if (missing.length > 0) throw new Error(`Not in the package: ${missing.join(', ')}`);
  const { size } = statSync(packagePath);
  console.log(
    `${path.basename(packagePath)}: ${files.length} files, ${(size / 1000).toFixed(0)} kB packed`,
  );
  if (size > mostBytes) throw new Error(`The package is over ${mostBytes / 1000} kB.`);
}

try {
  await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
