import { parseArgs } from 'node:util';
import { errorWords } from '../core/error-words';

export interface ScanArguments {
  readonly json: boolean;
  readonly redact: boolean;
  readonly failOnFlags: boolean;
  /** The session folders of every known agent as well. */
  readonly agents: boolean;
  readonly paths: readonly string[];
}

export type Arguments =
  | { readonly command: 'help' | 'version' }
  | { readonly command: 'scan'; readonly scan: ScanArguments }
  /** The sentence says what is wrong. */
  | { readonly command: 'wrong'; readonly sentence: string };

export const USAGE =
  'Usage: agent-session-review scan [--json] [--redact] [--fail-on-flags] [--agents] PATH...';

export const HELP = `${USAGE}

Finds empty responses and the messages that got the agent going again.
A PATH is a transcript, a session folder or a folder tree; with --agents none is needed.

  --json           one JSON object per session and line
  --redact         no text of the transcripts, no folders
  --fail-on-flags  exit status 1 when anything is flagged
  --agents         also the folders in which known agents keep their sessions on this machine
  --help           this text
  --version        the version

Exit status: 0 scanned, 1 flags found under --fail-on-flags, 2 wrong usage,
3 a path could not be read or is no transcript (the others are scanned; 3 wins over 1).
`;

const OPTIONS = {
  json: { type: 'boolean', default: false },
  redact: { type: 'boolean', default: false },
  'fail-on-flags': { type: 'boolean', default: false },
  agents: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const;

/** Reads the arguments after the program's name; never throws. */
export function readArguments(args: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    if (values.help) return { command: 'help' };
    if (values.version) return { command: 'version' };
    const [command, ...paths] = positionals;
    if (command === undefined) return wrong('A command is missing.');
    if (command !== 'scan') return wrong(`There is no command '${command}'.`);
    const { json, redact, agents } = values;
    const isNothing = paths.length === 0 && !agents;
    if (isNothing || paths.includes('')) return wrong('A PATH is missing.');
    return {
      command: 'scan',
      scan: { json, redact, failOnFlags: values['fail-on-flags'], agents, paths },
    };
  } catch (error) {
    return wrong(errorWords(error));
  }
}

const wrong = (sentence: string): Arguments => ({ command: 'wrong', sentence });
