import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import * as z from 'zod';
import type { Flag } from '../../src/core/findings/findings';
import { findSilence } from '../../src/core/findings/find-silence';
import { groupBy } from '../../src/core/group-by';
import { readTranscript } from '../../src/core/formats/read-transcript';
import type { Transcript } from '../../src/core/model/session';
import { isCorrective } from '../../src/core/reading/flag-note';
import { openFileSource } from '../../src/node/file-source';

// Real transcripts stand beside the project where it is developed, and nowhere else.
const samples = path.join(import.meta.dirname, '../../../shared/samples');
const labelsFile = path.join(samples, 'labels.jsonl');

const factsSchema = z.object({
  what: z.literal('facts'),
  file: z.string(),
  messages_person: z.number(),
  responses: z.number(),
  tool_calls: z.number(),
});

/** Files whose facts count what we, with reason, count otherwise. */
const OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/stage0-small\.jsonl$/, 'a queued command without an answer is a message of a person'],
  [/^claude\/.*trade_arena/, 'calls written as text are text'],
  [/^claude\/.*Soul__/, 'a hook log, which is no transcript'],
  [/\.md$/, 'Markdown, which is not read yet'],
];

const isCountedOtherwise = (file: string) => OTHERWISE.some(([name]) => name.test(file));

const facts = existsSync(labelsFile)
  ? readFileSync(labelsFile, 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => factsSchema.safeParse(JSON.parse(line)).data ?? [])
      .filter(({ file }) => /^(claude|opencode)\//.test(file) && !isCountedOtherwise(file))
  : [];

async function readFile(file: string): Promise<Transcript> {
  const source = await openFileSource(path.join(samples, file));
  try {
    return await readTranscript(source);
  } finally {
    await source.close();
  }
}

for (const { file, messages_person, responses, tool_calls } of facts) {
  test(`${file} holds what a careful reader counted`, async () => {
    const { sessions, rows } = await readFile(file);
    const messages = sessions.flatMap((session) => session.messages);
    const counted = {
      messages_person: messages.filter(({ author }) => author === 'person').length,
      responses: messages.filter(({ role, synthetic }) => role === 'assistant' && !synthetic)
        .length,
      tool_calls: messages.flatMap(({ parts }) => parts).filter(({ kind }) => kind === 'tool')
        .length,
    };
    assert.deepEqual(counted, { messages_person, responses, tool_calls });
    assert.equal(rows.read, rows.understood + rows.unknown + rows.malformed);
  });
}

const flagSchema = z.object({
  file: z.string(),
  what: z.enum(['empty', 'corrective', 'doubtful', 'none']),
  about: z.enum(['empty', 'corrective', 'both']).optional(),
  line: z.number().optional(),
  kind: z.string().optional(),
  alt: z.array(z.string()).default([]),
  alt_lines: z.array(z.number()).default([]),
});

type Label = z.infer<typeof flagSchema>;

const labels = existsSync(labelsFile)
  ? readFileSync(labelsFile, 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => flagSchema.safeParse(JSON.parse(line)).data ?? [])
      .filter(({ file }) => /^(claude|opencode)\//.test(file) && !isCountedOtherwise(file))
  : [];

/** The group of labels that a kind of flag is compared with. */
const groupOf = (kind: Flag['kind']) => (isCorrective(kind) ? 'corrective' : 'empty');

const fits = (label: Label, flag: { kind: string; line: number | null }) =>
  (label.kind === flag.kind || label.alt.includes(flag.kind)) &&
  (label.line === flag.line || label.alt_lines.some((line) => line === flag.line));

for (const [file, own] of groupBy(labels, (label) => label.file)) {
  test(`${file} has the flags that a careful reader gave it, and no others`, async () => {
    const { sessions } = await readFile(file);
    const flags = sessions.flatMap((session) =>
      findSilence(session).flags.map(({ number, kind }) => ({
        kind,
        line: session.messages[number]?.places[0].line ?? null,
      })),
    );
    const wanted = own.filter(({ what }) => what === 'empty' || what === 'corrective');
    const missed = wanted.filter((label) => !flags.some((flag) => fits(label, flag)));
    const isDoubtful = (flag: (typeof flags)[number]) =>
      own.some(
        ({ what, about, line }) =>
          what === 'doubtful' &&
          line === flag.line &&
          (about === 'both' || about === groupOf(flag.kind)),
      );
    const extra = flags.filter(
      (flag) => !isDoubtful(flag) && !wanted.some((label) => fits(label, flag)),
    );
    assert.deepEqual({ missed, extra }, { missed: [], extra: [] });
  });
}
