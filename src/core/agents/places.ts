import { groupBy } from '../group-by';
import { agents, CODE_DATA, CODE_PRODUCTS, CODE_SERVERS, ROOTS, type Agent } from './table';

/** What decides where the session folders are. */
export interface Machine {
  /** The person's home folder. */
  readonly home: string;
  /** As Node names it, such as `linux`. */
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A folder that holds sessions of one agent, or that a person added. Plain data. */
export interface SessionPlace {
  /** Id of the agent; for an added folder its path. */
  readonly owner: string;
  /** Absolute, with `/` or `\`. */
  readonly folder: string;
  /** What of it is wanted: patterns relative to the folder, in pieces between `/`. */
  readonly patterns: readonly (readonly string[])[];
}

/** A file that a pattern wants. */
export interface Match {
  /** Name of the folder that stands for its project; null when none does. */
  readonly project: string | null;
}

/** What is wanted of a folder. */
export interface Wanted {
  /** What is wanted of a folder in it; null: nothing. */
  folder(name: string): Wanted | null;
  file(name: string): Match | null;
}

/** All of a folder. */
export const everything: Wanted = {
  folder: () => everything,
  file: () => ({ project: null }),
};

/** Transcripts that people keep have these names; what they hold decides. */
const ADDED = ['**/*.{jsonl,ndjson,json,traj,md}'];

/** The folders of every known agent, whether they are there or not. */
export function agentPlaces(
  machine: Machine,
  table: readonly Agent[] = agents,
): readonly SessionPlace[] {
  return table.flatMap(({ id, files }) => placesOf(id, files, machine));
}

/** Folders that a person added; `~` is the home folder, and what is no absolute path is left out. */
export function addedPlaces(
  folders: readonly string[],
  { home, platform }: Machine,
): readonly SessionPlace[] {
  const isAbsolute = platform === 'win32' ? /^(?:[a-z]:)?[/\\]/i : /^\//;
  return folders
    .map((folder) => folder.trim().replace(/^~(?=$|[/\\])/, () => home))
    .filter((folder) => isAbsolute.test(folder))
    .map((folder) => ({ owner: folder, folder, patterns: ADDED.map(piecesOf) }));
}

function placesOf(owner: string, files: readonly string[], machine: Machine): SessionPlace[] {
  const rooted = files.flatMap((file) => rootsOf(file, machine)).map(splitAtWildcard);
  return [...groupBy(rooted, ({ folder }) => folder)].map(([folder, found]) => ({
    owner,
    folder,
    patterns: found.map(({ pattern }) => pattern),
  }));
}

const VARIABLE = /^\$([A-Z_]+)/;

/** The pattern with its beginning filled in, once for each folder that it can mean. */
function rootsOf(pattern: string, machine: Machine): readonly string[] {
  const name = VARIABLE.exec(pattern)?.[1];
  const rest = pattern.replace(VARIABLE, '');
  if (name === undefined) return [pattern.replace(/^~/, () => machine.home)];
  const starts = name === 'CODE_USER' ? codeFolders(machine) : startsOf(name, machine);
  return [...new Set(starts)].map((start) => start + rest);
}

function startsOf(name: string, { env, home }: Machine): readonly string[] {
  const own = ROOTS[name] ?? null;
  return [env[name], own?.replace(/^~/, () => home)].filter(
    (start): start is string => start !== undefined && start !== '',
  );
}

/** The folders with people's data of the editors made from VS Code. */
function codeFolders(machine: Machine): readonly string[] {
  const { home, platform, env } = machine;
  const data = (CODE_DATA[platform] ?? CODE_DATA['linux'] ?? '')
    .replace('$XDG_CONFIG_HOME', () => env['XDG_CONFIG_HOME'] ?? '~/.config')
    .replace('$APPDATA', () => env['APPDATA'] ?? '~/AppData/Roaming')
    .replace(/^~/, () => home);
  return [
    ...CODE_PRODUCTS.map((product) => `${data}/${product}/User`),
    ...CODE_SERVERS.map((server) => `${home}/${server}/data/User`),
  ];
}

const WILD = /[*{<]/;
const PROJECT = '<project>';

const piecesOf = (pattern: string): readonly string[] => pattern.split('/');

function splitAtWildcard(pattern: string) {
  const pieces = piecesOf(pattern);
  const wild = pieces.findIndex((piece) => WILD.test(piece));
  return { folder: pieces.slice(0, wild).join('/'), pattern: pieces.slice(wild) };
}

interface Open extends Match {
  /** The pieces that are still to be met. */
  readonly rest: readonly string[];
}

/** What the patterns of a place want of its folder. */
export function wantedIn({ patterns }: SessionPlace): Wanted {
  return wanted(patterns.map((rest) => ({ rest, project: null })));
}

function wanted(open: readonly Open[]): Wanted {
  return {
    folder(name) {
      const next = open.flatMap((one) => enter(one, name));
      return next.length === 0 ? null : wanted(next);
    },
    file(name) {
      const found = open.find(({ rest }) => endsWith(rest, name));
      return found === undefined ? null : { project: found.project };
    },
  };
}

function enter(at: Open, name: string): readonly Open[] {
  const [piece, ...rest] = at.rest;
  if (piece === '**') return [at, ...enter({ ...at, rest }, name)];
  if (piece === undefined || rest.length === 0 || !fits(piece, name)) return [];
  return [{ rest, project: piece === PROJECT ? name : at.project }];
}

function endsWith([piece, ...rest]: readonly string[], name: string): boolean {
  if (piece === '**') return endsWith(rest, name);
  return piece !== undefined && rest.length === 0 && fits(piece, name);
}

const expressions = new Map<string, RegExp>();

function fits(piece: string, name: string): boolean {
  const known = expressions.get(piece);
  if (known !== undefined) return known.test(name);
  const made = new RegExp(`^${piece.split(TOKEN).map(expressionOf).join('')}$`);
  expressions.set(piece, made);
  return made.test(name);
}

const TOKEN = /(<project>|\*|\{[^}]*\})/;

function expressionOf(token: string): string {
  if (token === '*' || token === PROJECT) return '.*';
  if (!token.startsWith('{')) return literally(token);
  return `(?:${token.slice(1, -1).split(',').map(literally).join('|')})`;
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
