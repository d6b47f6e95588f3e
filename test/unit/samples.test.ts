import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import * as z from 'zod';
import { groupBy } from '../../src/core/group-by';
import { readMessages } from '../../src/core/formats/message-bodies';
import { readTranscript } from '../../src/core/formats/read-transcript';
import type { Part } from '../../src/core/model/message';
import type { Transcript } from '../../src/core/model/session';
import { memorySource } from '../../src/core/source/memory-source';
import { parseLabels } from '../../src/core/quality/labels';
import { searchBatches } from '../../src/core/search/search-batches';
import { asUtf8 } from '../../src/core/source/utf8';
import { openFileSource } from '../../src/node/file-source';
import { compareFile } from '../../src/node/quality';
import { readInParts } from '../support/in-steps';

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
  [/^(claude|opencode)\/.*\.md$/, 'notes in Markdown, which are no transcripts'],
  [/codex-schema_drift|session_branch|session_toolcall/, 'rows of no version of Codex'],
  [/(__|\.)(summary|state)\.json$/, 'a file that stands beside a transcript'],
  [/droid.*stream_json_small/, 'a call before the answer is a response of its own'],
  [/^qwen\/.*0005\.jsonl$/, 'two rows glued into one line, which is no JSON'],
  [/^copilot\/ABDxD9/, 'prompts and completions, which no version of VS Code writes'],
  [/^copilot\/agent-sessions__small/, 'trimmed rows whose ids are all one stand-in'],
  [/^openhands\//, 'fixtures of a viewer, which OpenHands itself never wrote'],
  [/codex-small/, 'sample rows of many sessions that are no conversation'],
];

/** Folders of formats that are read. */
// prettier-ignore
const READ = [
  'aider',
  'atif',
  'claude',
  'cline',
  'codex',
  'copilot',
  'cursor',
  'droid',
  'gemini',
  'grok',
  'hermes',
  'kimi',
  'openclaw',
  'opencode',
  'openhands',
  'pi',
  'qwen',
  'specstory',
  'swe-agent',
];

const isRead = (file: string) =>
  READ.includes(path.dirname(file)) && !OTHERWISE.some(([name]) => name.test(file));

const facts = existsSync(labelsFile)
  ? readFileSync(labelsFile, 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => factsSchema.safeParse(JSON.parse(line)).data ?? [])
      .filter(({ file }) => isRead(file))
  : [];

/** How long the bodies of a part are. */
function lengthsOf(part: Part): readonly number[] {
  if (part.kind === 'tool') return [part.input.length, part.output?.length ?? -1];
  if (part.kind === 'marker') return [part.detail?.length ?? -1];
  return part.kind === 'text' || part.kind === 'reasoning' ? [part.body.length] : [];
}

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

  test(`${file} read in parts is what it is as a whole`, async () => {
    const bytes = readFileSync(path.join(samples, file));
    const step = Math.ceil(bytes.length / 20);
    const { whole } = await readInParts(memorySource(path.join(samples, file), bytes), step);
    assert.deepEqual(whole, await readFile(file));
  });

  test(`${file} is searched message by message, and nothing is left out`, async () => {
    const source = memorySource(file, readFileSync(path.join(samples, file)));
    const transcript = await readTranscript(source);
    const searched = new Map<string, readonly number[]>();
    for (const { rows } of searchBatches(transcript, () => false)) {
      for (const { session, first, count, ...start } of rows) {
        const found = await readMessages(await asUtf8(source), start, count);
        for (const [nth, { parts }] of found.entries()) {
          searched.set(`${session}/${first + nth}`, parts.flatMap(lengthsOf));
        }
      }
    }
    const read = transcript.sessions.flatMap(({ messages }, session) =>
      messages.map(
        ({ number, parts }) => [`${session}/${number}`, parts.flatMap(lengthsOf)] as const,
      ),
    );
    assert.deepEqual(searched, new Map(read));
  });
}

const labels = existsSync(labelsFile) ? parseLabels(readFileSync(labelsFile, 'utf8')) : [];

for (const [file, own] of groupBy(labels, (label) => label.file)) {
  if (!isRead(file)) continue;
  test(`${file} has the flags that a careful reader gave it, and no others`, async () => {
    const { verdicts } = await compareFile(samples, file, own);
    assert.deepEqual(
      verdicts?.filter(({ result }) => result !== 'right'),
      [],
    );
  });
}
