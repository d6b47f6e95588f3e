import * as z from 'zod';

/** A label that reviewers put on messages and incidents. */
export interface Label {
  /** Stands in the review log: it stays when the label is renamed. */
  readonly id: string;
  readonly name: string;
  /** Ids of labels that were merged into this one. */
  readonly replaces: readonly string[];
}

/** The labels in the order of their number keys. */
export type Codebook = readonly Label[];

const entry = z.union([
  z
    .string()
    .min(1)
    .transform((name) => ({ id: name, name, replaces: [] })),
  z.object({
    id: z.string().min(1),
    name: z.string().min(1),
    replaces: z.array(z.string()).default([]),
  }),
]);

/** The codebook that a setting holds: names, or objects with an id. What is neither is left out, as are repeated ids. */
export function codebookOf(setting: unknown): Codebook {
  const entries: readonly unknown[] = Array.isArray(setting) ? setting : [];
  const labels = entries.flatMap((one) => entry.safeParse(one).data ?? []);
  return labels.filter(({ id }, at) => labels.findIndex((other) => other.id === id) === at);
}

/** The label that an id of the log means now; an id that no label has is shown as it is. */
export function labelOf(codebook: Codebook, id: string): Label {
  return (
    codebook.find((label) => label.id === id) ??
    codebook.find((label) => label.replaces.includes(id)) ?? { id, name: id, replaces: [] }
  );
}

/** With a new label at its end; the same codebook when there is one of this name. */
export function withLabel(codebook: Codebook, name: string): Codebook {
  const isThere = codebook.some((label) => label.name === name || label.id === name);
  return isThere ? codebook : [...codebook, { id: name, name, replaces: [] }];
}

/** With another name for a label; what the log holds stays right. */
export function renamed(codebook: Codebook, id: string, name: string): Codebook {
  return codebook.map((label) => (label.id === id ? { ...label, name } : label));
}

/** With one label instead of two: what was labelled with `from` is labelled with `into`. */
export function merged(codebook: Codebook, from: string, into: string): Codebook {
  const gone = codebook.find((label) => label.id === from);
  if (gone === undefined || from === into) return codebook;
  return codebook
    .filter((label) => label.id !== from)
    .map((label) =>
      label.id === into
        ? { ...label, replaces: [...label.replaces, from, ...gone.replaces] }
        : label,
    );
}
