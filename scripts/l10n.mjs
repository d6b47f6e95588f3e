// npm run l10n: writes l10n/bundle.l10n.json, the texts that translators begin with.
// With --check it fails when the file is not what src says.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { repositoryRoot } from './host/prepare-host.mjs';

const bundle = path.join(repositoryRoot, 'l10n/bundle.l10n.json');

/** Every literal text given to `l10n.t` in a file. */
function* textsOf(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  const pending = [source];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    node.forEachChild((child) => void pending.push(child));
    if (!ts.isCallExpression(node) || node.expression.getText(source) !== 'l10n.t') continue;
    const [text] = node.arguments;
    if (text === undefined || !ts.isStringLiteralLike(text)) {
      throw new Error(`${file}: l10n.t needs a literal text, or nobody can translate it.`);
    }
    yield text.text;
  }
}

const files = readdirSync(path.join(repositoryRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => path.join(repositoryRoot, 'src', name));
const texts = [...new Set(files.flatMap((file) => [...textsOf(file)]))].sort();
const content = `${JSON.stringify(Object.fromEntries(texts.map((text) => [text, text])), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  writeFileSync(bundle, content);
  console.log(`l10n/bundle.l10n.json: ${texts.length} texts`);
} else if (readFileSync(bundle, 'utf8') !== content) {
  console.error("l10n/bundle.l10n.json is not what src says: run 'npm run l10n'.");
  process.exit(1);
}
