/**
 * What outputs of tools say when something went wrong, by class. The lines are those that the programs
 * themselves print; each class has examples and near misses in `test/unit/findings/failures.test.ts`.
 */
export interface FailureClass {
  readonly code: string;
  /** Goes on from "The result of “bash” in message 12": what the output tells. */
  readonly words: string;
  /** Matched against one line without the white space around it. */
  readonly pattern: RegExp;
  /** Only a program that broke prints this: it counts without an exit state. */
  readonly isSure: boolean;
}

/** The most telling first: the first class that a line fits is taken. */
export const FAILURES: readonly FailureClass[] = [
  {
    code: 'out-of-memory',
    words: 'says that memory ran out',
    pattern:
      /out of memory|outofmemory(?:error|exception)?\b|\boom(?:[- ]?kill|killed)|\bOOMKilled\b|std::bad_alloc|^memoryerror\b|\bMemoryError\b|cannot allocate memory|\bENOMEM\b|java heap space|gc overhead limit exceeded|memory allocation of \d+ bytes failed|allowed memory size of \d+ bytes exhausted|\bexit(?:ed)?(?: with)?(?: code| status)?:? 137\b/i,
    isSure: true,
  },
  {
    code: 'disk-full',
    words: 'says that the disk is full',
    pattern:
      /no space left on device|\bENOSPC\b|disk quota exceeded|\bEDQUOT\b|not enough space on the disk/i,
    isSure: true,
  },
  {
    code: 'killed',
    words: 'says that the process was killed',
    pattern:
      /^killed(?:: 9)?$|killed process|^terminated$|signal: (?:killed|terminated)|\bSIG(?:KILL|TERM)\b|terminated by signal|\bline \d+:\s+\d+ killed\b/i,
    isSure: true,
  },
  {
    code: 'crash',
    words: 'ends in a crash',
    pattern:
      /segmentation fault|core dumped|\bSIG(?:SEGV|ABRT|BUS|ILL)\b|(?:address|undefinedbehavior|thread|memory)sanitizer:|\bbus error\b|illegal instruction|double free or corruption|stack smashing detected/i,
    isSure: true,
  },
  {
    code: 'panic',
    words: 'ends in a panic',
    pattern:
      /^thread '.*' (?:\(\d+\) )?panicked at|\bpanicked at\b|^panic: |^fatal error: all goroutines|^goroutine \d+ \[/i,
    isSure: true,
  },
  {
    code: 'python-traceback',
    words: 'ends in a Python traceback',
    pattern: /^Traceback \(most recent call last\):/,
    isSure: true,
  },
  {
    code: 'exception',
    words: 'ends in an exception that nobody caught',
    pattern:
      /^exception in thread |^uncaught (?:\w+)?(?:error|exception)|^unhandled (?:exception|rejection)|unhandledpromiserejection|^node:internal\/|^\S+\.rb:\d+:in [`']|php fatal error|^fatal error: uncaught|^\*\* \((?:\w+\.)*\w+(?:error|exit)\b|^\*\* \((?:exit|throw)\)|^terminate called after throwing/i,
    isSure: true,
  },
  {
    code: 'fatal',
    words: 'ends in a fatal error',
    pattern: /^(?:\S+: )?fatal(?: error)?: /i,
    isSure: true,
  },
  {
    code: 'time-out',
    words: 'says that the time ran out',
    pattern:
      /\btimed? ?out\b(?! ?=)|\bETIMEDOUT\b|deadline exceeded|\bTimeout(?:Error|Expired|Exception)\b|timeout (?:of|after) \d|exceeded (?:the )?(?:time limit|timeout)|\bexit(?:ed)?(?: with)?(?: code| status)?:? 124\b/i,
    isSure: false,
  },
  {
    code: 'permission',
    words: 'says that permission was denied',
    pattern:
      /permission denied|\bEACCES\b|\bEPERM\b|operation not permitted|access is denied|access denied/i,
    isSure: false,
  },
  {
    code: 'connection',
    words: 'says that a connection failed',
    pattern:
      /\bECONN(?:REFUSED|RESET|ABORTED)\b|\bENOTFOUND\b|\bEAI_AGAIN\b|connection (?:refused|reset|closed by)|could not resolve host|name resolution|name or service not known|network is unreachable|no route to host|socket hang up|getaddrinfo|could not connect to|failed to connect to/i,
    isSure: false,
  },
  {
    code: 'not-found',
    words: 'says that a command or file is not there',
    pattern: /command not found|not recognized as an? |no such file or directory|\bENOENT\b/i,
    isSure: false,
  },
];

export interface Failure {
  readonly found: FailureClass;
  /** The line that tells it. */
  readonly line: string;
}

/** The failure that the last lines of an output tell; null: none. The last line that tells one counts, sure ones first. */
export function failureIn(lines: readonly string[]): Failure | null {
  let weak: Failure | null = null;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = (lines[at] ?? '').trim().slice(0, LONGEST);
    const found = FAILURES.find(({ pattern }) => pattern.test(line));
    if (found?.isSure === true) return { found, line };
    if (found !== undefined) weak ??= { found, line };
  }
  return weak;
}

/** Characters of a line that are looked at. */
const LONGEST = 1000;

/** Lines that say in words what went wrong. */
export const ERROR_LINE =
  /error|exception|out of memory|panic|fatal|killed|segmentation fault|not found|denied|failed/i;

/** Whatever a class or `ERROR_LINE` finds in any line of a text, this finds in the text. */
const ANY =
  /error|exception|memory|oom|bad_alloc|ENOMEM|heap space|panic|goroutine|fatal|killed|terminate|signal: |SIG[A-Z]{2}|segmentation|core dumped|sanitizer|illegal instruction|double free|smashing|not found|denied|failed|traceback|uncaught|unhandled|node:internal|\.rb:|\*\* \(|time.?out|timed out|deadline|time limit|not permitted|EACCES|EPERM|ENOENT|ENOSPC|ENOTFOUND|EDQUOT|ECONN|EAI_AGAIN|connection|connect to|resolve|resolution|not known|unreachable|no route|hang up|getaddrinfo|not recognized|no such|no space|quota|not enough space|\b(?:137|124)\b/i;

/** False when no line of the text, whole or in part, tells of a failure. */
export const mayTellOfFailure = (text: string) => ANY.test(text);
