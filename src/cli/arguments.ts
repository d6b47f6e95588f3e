import { parseArgs } from 'node:util';
import { errorWords } from '../core/error-words';
import { exporterOf, exporters, type Exporter } from '../core/report/exporters';

export interface ScanArguments {
  readonly json: boolean;
  readonly redact: boolean;
  readonly failOnFlags: boolean;
  /** The session folders of every known agent as well. */
  readonly agents: boolean;
  readonly paths: readonly string[];
}

export interface ExportArguments {
  readonly path: string;
  readonly exporter: Exporter;
  /** Review files beside those that lie next to the transcript. */
  readonly reviews: readonly string[];
  /** The person's own patterns, with which the report is redacted; null: it is not. */
  readonly redact: readonly string[] | null;
  /** Print what would be replaced instead of the report. */
  readonly isPreview: boolean;
}

export type Arguments =
  | { readonly command: 'help' | 'version' }
  | { readonly command: 'scan'; readonly scan: ScanArguments }
  | { readonly command: 'export'; readonly export: ExportArguments }
  /** The sentence says what is wrong. */
  | { readonly command: 'wrong'; readonly sentence: string };

const FORMATS = exporters.map(({ id }) => id).join('|');

export const USAGE = `Usage: agent-session-review scan [--json] [--redact] [--fail-on-flags] [--agents] PATH...
       agent-session-review export PATH --format ${FORMATS} [--review FILE...]
              [--redact] [--redact-pattern REGEX...] [--redact-preview]`;

export const HELP = `${USAGE}

scan finds empty responses and the messages that got the agent going again.
A PATH is a transcript, a session folder or a folder tree; with --agents none is needed.

  --json           one JSON object per session and line
  --redact         no text of the transcripts, no folders
  --fail-on-flags  exit status 1 when anything is flagged
  --agents         also the folders in which known agents keep their sessions on this machine

export prints a report of a transcript's flags, incidents and review comments.
Review files beside the transcript are found by themselves.

  --format NAME    ${exporters.map(({ id }) => id).join(', ')}
  --review FILE... more review files
  --redact         keys and tokens, e-mail and IP addresses, names of home folders are replaced
  --redact-pattern REGEX...  what these find is replaced as well
  --redact-preview what would be replaced, with its places, instead of the report

  --help           this text
  --version        the version

Exit status: 0 done, 1 flags found under --fail-on-flags, 2 wrong usage,
3 a path could not be read or is no transcript (the others are done; 3 wins over 1).
`;

const OPTIONS = {
  json: { type: 'boolean', default: false },
  redact: { type: 'boolean', default: false },
  'fail-on-flags': { type: 'boolean', default: false },
  agents: { type: 'boolean', default: false },
  format: { type: 'string' },
  review: { type: 'string', multiple: true },
  'redact-pattern': { type: 'string', multiple: true },
  'redact-preview': { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

/** Which options a command knows. */
const KNOWN: Readonly<Record<'scan' | 'export', ReadonlySet<string>>> = {
  scan: new Set(['json', 'redact', 'fail-on-flags', 'agents']),
  export: new Set(['format', 'review', 'redact', 'redact-pattern', 'redact-preview']),
};

type Parsed = ReturnType<typeof parse>;

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, tokens: true });
}

/** Reads the arguments after the program's name; never throws. */
export function readArguments(args: readonly string[]): Arguments {
  try {
    const parsed = parse(args);
    if (parsed.values.help) return { command: 'help' };
    if (parsed.values.version) return { command: 'version' };
    const [command] = parsed.positionals;
    if (command === undefined) return wrong('A command is missing.');
    if (command !== 'scan' && command !== 'export')
      return wrong(`There is no command '${command}'.`);
    const foreign = parsed.tokens.find(
      (token) => token.kind === 'option' && !KNOWN[command].has(token.name),
    );
    if (foreign?.kind === 'option') return wrong(`'${command}' has no option --${foreign.name}.`);
    return command === 'scan' ? scanArguments(parsed) : exportArguments(parsed);
  } catch (error) {
    return wrong(errorWords(error));
  }
}

function scanArguments({ values, positionals: [, ...paths] }: Parsed): Arguments {
  const { json, redact, agents } = values;
  const isNothing = paths.length === 0 && !agents;
  if (isNothing || paths.includes('')) return wrong('A PATH is missing.');
  const failOnFlags = values['fail-on-flags'];
  return { command: 'scan', scan: { json, redact, failOnFlags, agents, paths } };
}

function exportArguments(parsed: Parsed): Arguments {
  const { format, redact, 'redact-preview': isPreview } = parsed.values;
  if (format === undefined) return wrong(`--format is missing: ${FORMATS}.`);
  const exporter = exporterOf(format);
  if (exporter === null) return wrong(`There is no format '${format}', only ${FORMATS}.`);
  const { paths, reviews, patterns } = valuesOf(parsed);
  const [path, ...more] = paths;
  if (path === undefined || path === '') return wrong('A PATH is missing.');
  if (more.length > 0) return wrong('Only one PATH can be exported at a time.');
  const isRedacted = redact || isPreview || patterns.length > 0;
  return {
    command: 'export',
    export: { path, exporter, reviews, redact: isRedacted ? patterns : null, isPreview },
  };
}

/** `--review` and `--redact-pattern` take every value after them, up to the next option. */
function valuesOf({ tokens }: Parsed) {
  const paths: string[] = [];
  const lists: Readonly<Record<string, string[]>> = { review: [], 'redact-pattern': [] };
  let list = paths;
  for (const token of tokens) {
    if (token.kind === 'option') {
      list = lists[token.name] ?? paths;
      if (list !== paths && token.value !== undefined) list.push(token.value);
    } else if (token.kind === 'option-terminator') list = paths;
    else list.push(token.value);
  }
  // The first is the command.
  return {
    paths: paths.slice(1),
    reviews: lists['review'] ?? [],
    patterns: lists['redact-pattern'] ?? [],
  };
}

const wrong = (sentence: string): Arguments => ({ command: 'wrong', sentence });
