// Checks what package.json promises against package.nls.json, src and the files it names.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from './host/prepare-host.mjs';

const prefix = 'agentSessionReview.';
const category = 'Agent Session Review';

const read = (file) => readFileSync(path.join(repositoryRoot, file), 'utf8');
const manifest = JSON.parse(read('package.json'));
const { contributes } = manifest;
const strings = JSON.parse(read('package.nls.json'));
const source = readdirSync(path.join(repositoryRoot, 'src'), { recursive: true })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => read(path.join('src', name)))
  .join('\n');

/** Every text in a JSON value, however deep. */
function texts(value) {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(texts);
}

/** Whether a text stands in src between quotes. */
const isInSource = (text) => ["'", '"', '`'].some((quote) => source.includes(quote + text + quote));

function* checkStrings() {
  const used = new Set(texts(manifest).flatMap((text) => /^%(.+)%$/.exec(text)?.[1] ?? []));
  for (const key of used) {
    if (!(key in strings)) yield `%${key}% is not in package.nls.json`;
  }
  for (const key of Object.keys(strings)) {
    if (!used.has(key)) yield `package.nls.json has ${key}, which package.json does not use`;
  }
}

function* checkCommands() {
  const declared = new Set(contributes.commands.map(({ command }) => command));
  for (const entry of contributes.commands) {
    const { command } = entry;
    if (!command.startsWith(prefix)) yield `command ${command} does not begin with ${prefix}`;
    if (entry.category !== category) yield `command ${command} lacks the category '${category}'`;
    if (!/^%.+%$/.test(entry.title))
      yield `command ${command}: its title is not in package.nls.json`;
    if (!isInSource(command)) yield `command ${command} is declared, but src does not name it`;
  }
  const menus = Object.entries(contributes.menus).flatMap(([menu, items]) =>
    items.map((item) => [`menu ${menu}`, item.command]),
  );
  const keys = (contributes.keybindings ?? []).map((item) => [`key ${item.key}`, item.command]);
  for (const [where, command] of [...menus, ...keys]) {
    if (command?.startsWith(prefix) && !declared.has(command)) {
      yield `${where} names ${command}, which is not declared`;
    }
  }
}

/** Commands of comment menus act on what they are called on: the palette has nothing to give them. */
function* checkPalette() {
  const hidden = new Set(
    (contributes.menus.commandPalette ?? [])
      .filter(({ when }) => when === 'false')
      .map(({ command }) => command),
  );
  const needContext = Object.entries(contributes.menus)
    .filter(([menu]) => menu.startsWith('comments/'))
    .flatMap(([, items]) => items.map(({ command }) => command));
  for (const command of new Set(needContext)) {
    if (command?.startsWith(prefix) && !hidden.has(command)) {
      yield `command ${command} needs a comment, but the palette shows it`;
    }
  }
}

function* checkIds() {
  const views = Object.values(contributes.views ?? {}).flat();
  const settings = [contributes.configuration ?? []].flat();
  const ids = [
    ...views.map(({ id }) => ['view', id]),
    ...(contributes.colors ?? []).map(({ id }) => ['colour', id]),
    ...settings.flatMap(({ properties }) => Object.keys(properties).map((id) => ['setting', id])),
  ];
  for (const [kind, id] of ids) {
    if (!id.startsWith(prefix)) yield `${kind} ${id} does not begin with ${prefix}`;
    // Colours may be put together from parts.
    if (kind === 'colour') continue;
    const short = id.slice(prefix.length);
    if (!isInSource(id) && !isInSource(short))
      yield `${kind} ${id} is declared, but src does not name it`;
  }
  for (const { id, defaults } of contributes.colors ?? []) {
    for (const kind of ['dark', 'light', 'highContrast', 'highContrastLight']) {
      if (defaults[kind] === undefined) yield `colour ${id} has no value for ${kind}`;
    }
  }
}

function* checkFiles() {
  const files = texts(manifest).filter((text) => /^(\.\/)?(media|l10n)(\/|$)/.test(text));
  for (const file of new Set(files)) {
    if (!existsSync(path.join(repositoryRoot, file))) yield `${file} is named, but does not exist`;
  }
}

const problems = [checkStrings, checkCommands, checkPalette, checkIds, checkFiles].flatMap(
  (check) => [...check()],
);
for (const problem of problems) console.error(`package.json: ${problem}`);
if (problems.length > 0) process.exitCode = 1;
else
  console.log(`package.json: ${contributes.commands.length} commands and all names are in order`);
