import * as z from 'zod';

/**
 * What a careful reader found in a transcript, one object a line of `labels.jsonl`. A file that has a row
 * is labelled completely; files without one are not scored.
 */
const label = z.object({
  /** Path below the folder of the labels. */
  file: z.string(),
  /** `doubtful`: reasonable readers differ, so it is not scored. `none` and `facts` label nothing. */
  what: z.enum(['empty', 'corrective', 'doubtful', 'none', 'facts']),
  /** Which findings are doubtful. */
  about: z.enum(['empty', 'corrective', 'both']).optional(),
  /** 1-based line of the message; for `missing` that of the person's message that got no response. */
  line: z.number().nullish(),
  /** 0-based index in the list of messages of a JSON document. */
  number: z.number().nullish(),
  kind: z.string().optional(),
  /** Kinds and lines that are right as well. */
  alt: z.array(z.string()).default([]),
  alt_lines: z.array(z.number()).default([]),
  note: z.string().optional(),
});

export type Label = z.infer<typeof label>;

/**
 * The labels of a file, one JSON object a line.
 * @throws Error that names the first line that is none
 */
export function parseLabels(text: string): readonly Label[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const parsed = label.safeParse(jsonOf(line));
    if (parsed.success) return [parsed.data];
    throw new Error(`Line ${at + 1} of the labels is no label: ${z.prettifyError(parsed.error)}`);
  });
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
