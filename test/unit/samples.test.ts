import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import * as z from 'zod';
import { readTranscript } from '../../src/core/formats/read-transcript';
import type { Transcript } from '../../src/core/model/session';
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

const factsSchema = z.object({
  what: z.literal('facts'),
  file: z.string(),
  messages_person: z.number(),
  responses: z.number(),
  tool_calls: z.number(),
});

/** Files whose facts count what we, with reason, count otherwise. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'claude/jazzyalex__agent-sessions__stage0-small.jsonl':
    'a queued command without an answer is a message of a person',
  'claude/pratikbuilds__trade_arena__claude-session.jsonl': 'calls written as text are text',
  'claude/therealjhay__Soul__claude-session.jsonl': 'a hook log, which is no transcript',
  'opencode/iesta__TUIPTV__session-ses_1c58.md': 'Markdown, which is not read yet',
};

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
