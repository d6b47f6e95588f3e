/** Lines that only appear when something broke. */
export const FATAL =
  /Traceback \(most recent call last\)|out of memory|OutOfMemory|\bOOM(?:Killed)?\b|panicked at|^panic:|^fatal(?: error)?:|Segmentation fault|core dumped|^Killed\b|Killed process|Exception in thread|Unhandled (?:exception|rejection)|command not found$/im;

/** Lines that say what went wrong. */
export const ERROR_LINE =
  /error|exception|out of memory|panic|fatal|killed|segmentation fault|not found|denied|failed/i;

/** Whatever `FATAL` or `ERROR_LINE` finds in any line of a text, this finds in the text. */
const ANY =
  /error|exception|out of memory|outofmemory|oom|panic|fatal|killed|segmentation fault|not found|denied|failed|traceback|core dumped|unhandled/i;

/** False when no line of the text, whole or in part, tells of a failure. */
export const mayTellOfFailure = (text: string) => ANY.test(text);
