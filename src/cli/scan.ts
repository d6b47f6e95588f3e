import os from 'node:os';
import path from 'node:path';
import { agentPlaces } from '../core/agents/places';
import { findSilence } from '../core/findings/find-silence';
import { looksLikeTranscript } from '../core/formats/detect';
import { readTranscript } from '../core/formats/read-transcript';
import { TranscriptError } from '../core/formats/transcript-error';
import type { Transcript } from '../core/model/session';
import { sessionReport } from '../core/report/scan-report';
import type { Entry } from '../node/containers/container';
import { entriesAt, isPackedTranscript, openTranscript } from '../node/containers/unpack';
import {
  createUnpackedFolder,
  removeLeftOvers,
  type UnpackedFolder,
} from '../node/containers/unpacked-folder';
import { openFileSource } from '../node/file-source';
import { findFiles, findInPlace, type Found, type FoundFile } from '../node/find-files';
import { thisMachine } from '../node/machine';
import type { ScanArguments } from './arguments';
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
  const temp = os.tmpdir();
  await removeLeftOvers(temp, Date.now());
  const unpacked = createUnpackedFolder(temp);
  // Also when the program ends in the middle.
  process.once('exit', unpacked.dispose);
  const reporter = createReporter(args, world);
  const scanner: Scanner = { args, world, reporter, unpacked, seen: new Set() };
  for (const named of args.paths) {
    if (world.signal.aborted) break;
    const isAnything = await scanFound(findFiles(named), scanner);
    if (!isAnything) await reporter.fail(noTranscriptLine(named, args.redact));
  }
  if (args.agents) await scanAgents(scanner);
  return reporter.finish();
}

interface Scanner {
  readonly args: ScanArguments;
  readonly world: ScanWorld;
  readonly reporter: Reporter;
  readonly unpacked: UnpackedFolder;
  /** Files that were scanned, by their whole path. */
  readonly seen: Set<string>;
}

/** That an agent's folder is not there, or holds no session, is no failure. */
async function scanAgents(scanner: Scanner): Promise<void> {
  let isAnything = false;
  for (const place of agentPlaces(thisMachine())) {
    if (scanner.world.signal.aborted) return;
    if (await scanFound(findInPlace(place), scanner)) isAnything = true;
  }
  if (!isAnything) await scanner.reporter.remark(noSessionsLine());
}

/** False when none of these is a transcript, and nothing was said about them. */
async function scanFound(files: AsyncIterable<Found>, scanner: Scanner): Promise<boolean> {
  const { args, world, reporter, seen } = scanner;
  let isAnything = false;
  for await (const found of files) {
    if (world.signal.aborted) break;
    if (found.kind === 'problem') {
      await reporter.fail(errorLine(found.path, found.error, args.redact));
      isAnything = true;
      continue;
    }
    const known = path.resolve(found.path);
    if (seen.has(known)) {
      isAnything = true;
      continue;
    }
    seen.add(known);
    if (await scanFile(found, scanner)) isAnything = true;
  }
  return isAnything || world.signal.aborted;
}

/** False when the file is no transcript and the person did not name it. */
async function scanFile(file: FoundFile, scanner: Scanner): Promise<boolean> {
  const { args, world, reporter } = scanner;
  const trying = async (work: () => Promise<boolean>) => {
    try {
      return await work();
    } catch (error) {
      if (!world.signal.aborted) await reporter.fail(errorLine(file.path, error, args.redact));
      return true;
    }
  };
  return trying(async () => {
    world.progress.begin(file.path);
    if (!(await isLikely(file))) return false;
    let isAnything = false;
    for (const entry of await entriesAt(file.path)) {
      if (world.signal.aborted) break;
      // What is wrong with one transcript of a container says nothing about the others.
      if (await trying(() => scanEntry(file, entry, scanner))) isAnything = true;
    }
    return isAnything;
  });
}

/** False when it is no transcript and the person did not name its file. */
async function scanEntry(file: FoundFile, entry: Entry, scanner: Scanner): Promise<boolean> {
  const transcript = await readEntry(file, entry, scanner);
  if (transcript === null) return false;
  for (const session of transcript.sessions) {
    const report = sessionReport(file.path, transcript, session, findSilence(session));
    await scanner.reporter.session(report);
  }
  return true;
}

/**
 * The transcript; null when it is none and the person did not name its file.
 * @throws Node's error or a TranscriptError
 */
async function readEntry(
  file: FoundFile,
  entry: Entry,
  { world: { progress, signal }, unpacked }: Scanner,
): Promise<Transcript | null> {
  const control = {
    signal,
    onProgress(done: number, total: number) {
      progress.advance(done, total);
    },
  };
  const source = await openTranscript(entry, unpacked, control);
  try {
    return await readTranscript(source, control);
  } catch (error) {
    if (!file.named && isNoTranscript(error)) return null;
    throw error;
  } finally {
    await source.close();
  }
}

/** Whether it is worth reading to its end. */
async function isLikely(file: FoundFile): Promise<boolean> {
  if (file.named || JSON_NAME.test(file.path)) return true;
  if (await isPackedTranscript(file.path)) return true;
  const source = await openFileSource(file.path);
  try {
    return await looksLikeTranscript(source);
  } finally {
    await source.close();
  }
}

const isNoTranscript = (error: unknown) =>
  error instanceof TranscriptError &&
  (error.reason === 'not-a-transcript' || error.reason === 'empty');
