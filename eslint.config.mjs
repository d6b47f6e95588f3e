import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/** Forbids imports from the given rings (dependencies point inwards only) and, where asked, of outside modules. */
const ring = (files, { rings = [], modules = [] }) => ({
  files,
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          ...rings.map((name) => ({
            regex: `^(\\.\\.?/)+(.*/)?${name}(/|$)`,
            message: `This ring must not know '${name}' (see ARCHITECTURE.md).`,
          })),
          ...modules.map((regex) => ({
            regex,
            message: 'This ring must not use this module (see ARCHITECTURE.md).',
          })),
        ],
      },
    ],
  },
});

const node = '^(node:.*|fs|path|os|crypto|child_process|worker_threads|stream|util|url|buffer)$';

export default tseslint.config(
  { ignores: ['dist', 'out', '.vscode-test', 'node_modules', 'test-results', 'test/fixtures'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: ['./tsconfig.test.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unnecessary-condition': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-assertions': [
        'error',
        { assertionStyle: 'as', objectLiteralTypeAssertions: 'never' },
      ],
      eqeqeq: 'error',
      // Control characters and escape sequences are what a transcript reader must look for.
      'no-control-regex': 'off',
      'no-misleading-character-class': ['error', { allowEscape: true }],
    },
  },
  ring(['src/core/**/*.ts'], {
    rings: ['host', 'webview', 'cli', 'node', 'shared', 'extension'],
    modules: ['^vscode$', node],
  }),
  ring(['src/node/**/*.ts'], {
    rings: ['host', 'webview', 'cli', 'shared', 'extension'],
    modules: ['^vscode$'],
  }),
  // Of core only its data: what it imports is bundled into the webview.
  ring(['src/shared/**/*.ts'], {
    rings: ['host', 'webview', 'cli', 'node', 'extension', 'core/(?!markdown/markdown-node$).*'],
    modules: ['^vscode$', node],
  }),
  ring(['src/host/**/*.ts'], { rings: ['webview', 'cli', 'extension'] }),
  ring(['src/webview/**/*.ts'], {
    rings: ['host', 'cli', 'node', 'core', 'extension'],
    modules: ['^vscode$', node],
  }),
  ring(['src/cli/**/*.ts'], {
    rings: ['host', 'webview', 'shared', 'extension'],
    modules: ['^vscode$'],
  }),
  {
    // Mocha and Node's runner return promises that their callers own.
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-floating-promises': 'off' },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        Buffer: 'readonly',
      },
    },
  },
);
