import path from 'node:path';
import { agentPlaces } from '../core/agents/places';
import { findSilence } from '../core/findings/find-silence';
import { looksLikeTranscript } from '../core/formats/detect';
import { readTranscript } from '../core/formats/read-transcript';
import { TranscriptError } from '../core/formats/transcript-error';
import type { Transcript } from '../core/model/session';
import { sessionReport } from '../core/report/scan-report';
import { openFileSource } from '../node/file-source';
import { findFiles, findInPlace, type Found, type FoundFile } from '../node/find-files';
import { thisMachine } from '../node/machine';
import type { ScanArguments } from './arguments';
import type { Progress } from './progress';
import { createReporter, type Printers, type Reporter } from './reporter';
import { errorLine, noSessionsLine, noTranscriptLine } from './sentences';

export interface ScanWorld extends Printers {
  /** Aborted when nobody wants the rest. */
  readonly signal: AbortSignal;
}

/** Only these are read as far as needed to recognise them; of others the beginning decides. */
const JSON_NAME = /\.(?:jsonl?|ndjson)$/i;

/**
 * Scans every path once and prints what it finds, session by session.
 * @returns the exit status of section "Command line" in the README
 */
export async function scan(args: ScanArguments, world: ScanWorld): Promise<0 | 1 | 3> {
  const reporter = createReporter(args, world);
  const seen = new Set<string>();
  for (const named of args.paths) {
    if (world.signal.aborted) break;
    const isAnything = await scanFound(findFiles(named), args, world, reporter, seen);
    if (!isAnything) await reporter.fail(noTranscriptLine(named, args.redact));
  }
  if (args.agents) await scanAgents(args, world, reporter, seen);
  return reporter.finish();
}

/** That an agent's folder is not there, or holds no session, is no failure. */
async function scanAgents(
  args: ScanArguments,
  world: ScanWorld,
  reporter: Reporter,
  seen: Set<string>,
): Promise<void> {
  let isAnything = false;
  for (const place of agentPlaces(thisMachine())) {
    if (world.signal.aborted) return;
    if (await scanFound(findInPlace(place), args, world, reporter, seen)) isAnything = true;
  }
  if (!isAnything) await reporter.remark(noSessionsLine());
}

/** False when none of these is a transcript, and nothing was said about them. */
async function scanFound(
  files: AsyncIterable<Found>,
  { redact }: ScanArguments,
  { progress, signal }: ScanWorld,
  reporter: Reporter,
  seen: Set<string>,
): Promise<boolean> {
  let isAnything = false;
  for await (const found of files) {
    if (signal.aborted) break;
    if (found.kind === 'problem') {
      await reporter.fail(errorLine(found.path, found.error, redact));
      isAnything = true;
      continue;
    }
    const known = path.resolve(found.path);
    if (seen.has(known)) {
      isAnything = true;
      continue;
    }
    seen.add(known);
    if (await scanFile(found, redact, progress, signal, reporter)) isAnything = true;
  }
  return isAnything || signal.aborted;
}

/** False when the file is no transcript and the person did not name it. */
async function scanFile(
  file: FoundFile,
  redact: boolean,
  progress: Progress,
  signal: AbortSignal,
  reporter: Reporter,
): Promise<boolean> {
  try {
    const transcript = await readFound(file, progress, signal);
    if (transcript === null) return false;
    for (const session of transcript.sessions) {
      await reporter.session(sessionReport(file.path, transcript, session, findSilence(session)));
    }
  } catch (error) {
    if (!signal.aborted) await reporter.fail(errorLine(file.path, error, redact));
  }
  return true;
}

/**
 * The transcript in a file; null when it holds none and the person did not name it.
 * @throws Node's error or a TranscriptError
 */
async function readFound(
  file: FoundFile,
  progress: Progress,
  signal: AbortSignal,
): Promise<Transcript | null> {
  progress.begin(file.path);
  const source = await openFileSource(file.path);
  try {
    const isLikely = file.named || JSON_NAME.test(file.path) || (await looksLikeTranscript(source));
    if (!isLikely) return null;
    return await readTranscript(source, {
      signal,
      onProgress: (done, total) => {
        progress.advance(done, total);
      },
    });
  } catch (error) {
    if (!file.named && isNoTranscript(error)) return null;
    throw error;
  } finally {
    await source.close();
  }
}

const isNoTranscript = (error: unknown) =>
  error instanceof TranscriptError &&
  (error.reason === 'not-a-transcript' || error.reason === 'empty');
