import { createContext, Script } from 'node:vm';
import * as z from 'zod';
import { errorWords } from '../core/error-words';
import type { RedactionRule, Span } from '../core/redaction/rule';
import { errorCode } from './error-code';

/** A pattern that takes longer than this for all texts of a report is a bad one; in ms. */
const MOST_MS = 1000;

const found = z.array(z.array(z.tuple([z.int(), z.int()])));

/** `/…/i` as it is, anything else as the inside of one. */
const WITH_FLAGS = /^\/(.+)\/([imsu]*)$/s;

/**
 * The person's own patterns as rules. A pattern can be such that some texts take it years: it runs
 * where it can be stopped.
 * @throws Error with a sentence that names the pattern that is no regular expression
 */
export function ownPatternRules(patterns: readonly string[]): readonly RedactionRule[] {
  return patterns.map((pattern, index) => {
    const [, inside = pattern, flags = ''] = WITH_FLAGS.exec(pattern) ?? [];
    try {
      new RegExp(inside, flags);
    } catch (error) {
      throw new Error(`The pattern ${pattern} is no regular expression: ${errorWords(error)}.`, {
        cause: error,
      });
    }
    const label = `own pattern ${index + 1}`;
    return {
      find: (texts) =>
        Promise.resolve(
          run(pattern, inside, `${flags}g`, texts).map((spans) =>
            spans.map(([start, end]): Span => ({ start, end, label, isEverywhere: true })),
          ),
        ),
    };
  });
}

const FIND = new Script(`
  JSON.stringify(texts.map((text) =>
    Array.from(text.matchAll(new RegExp(inside, flags)), ({ index, 0: { length } }) => [index, index + length])
      .filter(([start, end]) => end > start)))
`);

function run(
  pattern: string,
  inside: string,
  flags: string,
  texts: readonly string[],
): readonly (readonly (readonly [start: number, end: number])[])[] {
  try {
    const context = createContext({ inside, flags, texts: [...texts] });
    const result: unknown = FIND.runInContext(context, { timeout: MOST_MS });
    return found.parse(JSON.parse(String(result)));
  } catch (error) {
    if (errorCode(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(
      `The pattern ${pattern} takes too long: it was stopped after ${MOST_MS / 1000} s. Write it without repetitions inside repetitions.`,
      { cause: error },
    );
  }
}
