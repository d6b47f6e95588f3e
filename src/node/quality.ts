import { stat } from 'node:fs/promises';
import path from 'node:path';
import { findSilence } from '../core/findings/find-silence';
import { readTranscript } from '../core/formats/read-transcript';
import { TranscriptError } from '../core/formats/transcript-error';
import { groupBy } from '../core/group-by';
import type { Transcript } from '../core/model/session';
import { compare, type FoundFlag } from '../core/quality/compare';
import { parseLabels, type Label } from '../core/quality/labels';
import type { ComparedFile } from '../core/quality/quality-text';
import { openFileSource } from './file-source';

/**
 * Reads every labelled transcript of a folder and compares its flags with its labels.
 * @param labels the text of the folder's `labels.jsonl`
 * @throws Error when a line is no label, and Node's error when a file is not there
 */
export async function compareFolder(
  folder: string,
  labels: string,
): Promise<readonly ComparedFile[]> {
  const files: ComparedFile[] = [];
  for (const [file, own] of groupBy(parseLabels(labels), (label) => label.file)) {
    files.push(await compareFile(folder, file, own));
  }
  return files;
}

/** As `compareFolder`, for one file and its labels. */
export async function compareFile(
  folder: string,
  file: string,
  labels: readonly Label[],
): Promise<ComparedFile> {
  const transcript = await readOrNull(path.join(folder, file));
  return {
    file,
    // What is not read goes by its folder.
    format: transcript?.format ?? file.split('/')[0] ?? file,
    verdicts: transcript === null ? null : compare(labels, flagsOf(transcript)),
    measured: transcript?.sessions.flatMap((session) => findSilence(session).measured) ?? [],
  };
}

async function readOrNull(file: string): Promise<Transcript | null> {
  // No folder is read as a transcript yet.
  if ((await stat(file)).isDirectory()) return null;
  const source = await openFileSource(file);
  try {
    return await readTranscript(source);
  } catch (error) {
    if (error instanceof TranscriptError) return null;
    throw error;
  } finally {
    await source.close();
  }
}

function flagsOf({ sessions }: Transcript): readonly FoundFlag[] {
  return sessions.flatMap((session) =>
    findSilence(session).flags.map(({ number, kind }) => ({
      number,
      kind,
      line: session.messages[number]?.places[0].line ?? null,
    })),
  );
}
