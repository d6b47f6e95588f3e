// Bundles the extension, the command line, the webview and the host tests.
// Switches: --production (minified, without source maps and tests), --watch.
import { chmodSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, context } from 'esbuild';

const production = process.argv.includes('--production');
const watch = process.argv.includes('--watch');

const common = {
  bundle: true,
  minify: production,
  sourcemap: !production,
  legalComments: 'none',
  logLevel: 'warning',
};
const node = { ...common, platform: 'node', target: 'node20', format: 'cjs' };
const browser = { ...common, platform: 'browser', target: 'es2022', format: 'iife' };

function hostTests() {
  const dir = 'test/host';
  return readdirSync(dir, { recursive: true })
    .map((name) => path.join(dir, name))
    .filter((file) => file.endsWith('.test.ts') || file === path.join(dir, 'index.ts'));
}

const makeExecutable = {
  name: 'make-executable',
  setup: ({ onEnd, initialOptions }) =>
    onEnd(({ errors }) => {
      if (errors.length === 0) chmodSync(initialOptions.outfile, 0o755);
    }),
};

const bundles = [
  {
    ...node,
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.js',
    external: ['vscode'],
  },
  { ...node, entryPoints: ['src/node/reader-thread.ts'], outfile: 'dist/reader-thread.js' },
  {
    ...node,
    entryPoints: ['src/node/containers/unpack-thread.ts'],
    outfile: 'dist/unpack-thread.js',
  },
  {
    ...node,
    entryPoints: ['src/cli/main.ts'],
    outfile: 'dist/cli.js',
    banner: { js: '#!/usr/bin/env node' },
    plugins: [makeExecutable],
  },
  { ...browser, entryPoints: ['src/webview/main.ts'], outfile: 'dist/webview.js' },
  { ...browser, entryPoints: ['src/webview/styles.css'], outfile: 'dist/webview.css' },
  ...(production
    ? []
    : [
        {
          ...node,
          entryPoints: hostTests(),
          outdir: 'out/test/host',
          outbase: 'test/host',
          external: ['vscode', 'mocha'],
        },
      ]),
];

// A removed test or entry must not live on as an old bundle.
rmSync('dist', { recursive: true, force: true });
rmSync('out', { recursive: true, force: true });

try {
  if (watch) {
    for (const options of bundles) await (await context({ ...options, logLevel: 'info' })).watch();
  } else {
    await Promise.all(bundles.map((options) => build(options)));
  }
} catch {
  process.exitCode = 1; // esbuild has printed the errors
}
