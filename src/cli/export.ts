import path from 'node:path';
import { version } from '../../package.json';
import { findSilence } from '../core/findings/find-silence';
import { readTranscript } from '../core/formats/read-transcript';
import type { Transcript } from '../core/model/session';
import { reviewReport } from '../core/report/review-report';
import type { ReviewEvent } from '../core/review/events';
import { problemWords } from '../core/review/problem-words';
import { createReviewStore } from '../core/review/review-store';
import { openFileSource } from '../node/file-source';
import { readReviewFile, reviewFilesBeside } from '../node/review-files';
import type { ExportArguments } from './arguments';
import type { ScanWorld } from './scan';
import { errorLine, oneLine } from './sentences';

/**
 * Prints the report of a transcript with its reviews.
 * @returns 0; 3 when the transcript or a review file could not be read
 */
export async function exportReview(args: ExportArguments, world: ScanWorld): Promise<0 | 3> {
  const { out, err, progress } = world;
  const say = async (line: string) => {
    progress.clear();
    await err.write(`${oneLine(line)}\n`);
  };
  let transcript: Transcript;
  try {
    transcript = await readNamed(args.path, world);
  } catch (error) {
    if (!world.signal.aborted) await say(errorLine(args.path, error, false));
    return 3;
  }
  const reviews = await readReviews(args, say);
  const store = createReviewStore();
  store.replace(reviews.files);
  const report = reviewReport({
    file: args.path,
    version,
    transcript,
    findings: transcript.sessions.map((session) => findSilence(session)),
    threads: transcript.sessions.map((_, index) => store.threads(transcript, index)),
    remarks: reviews.remarks,
  });
  progress.clear();
  await out.write(args.exporter.write(report));
  return reviews.isComplete ? 0 : 3;
}

async function readNamed(file: string, { progress, signal }: ScanWorld): Promise<Transcript> {
  progress.begin(file);
  const source = await openFileSource(file);
  try {
    return await readTranscript(source, {
      signal,
      onProgress: (done, total) => {
        progress.advance(done, total);
      },
    });
  } finally {
    await source.close();
  }
}

interface Reviews {
  readonly files: ReadonlyMap<string, readonly ReviewEvent[]>;
  readonly remarks: readonly string[];
  /** False: a file could not be read. */
  readonly isComplete: boolean;
}

/** The reviews beside the transcript and those that were named, each file once. */
async function readReviews(
  args: ExportArguments,
  say: (line: string) => Promise<void>,
): Promise<Reviews> {
  const files = new Map<string, readonly ReviewEvent[]>();
  const remarks: string[] = [];
  let isComplete = true;
  const fail = async (file: string, error: unknown) => {
    isComplete = false;
    await say(errorLine(file, error, false));
  };
  let beside: readonly string[] = [];
  try {
    beside = await reviewFilesBeside(args.path);
  } catch (error) {
    await fail(path.dirname(args.path), error);
  }
  for (const file of [...beside, ...args.reviews]) {
    const known = path.resolve(file);
    if (files.has(known)) continue;
    try {
      const { events, problems } = await readReviewFile(file);
      files.set(known, events);
      const sentence = problemWords(path.basename(file), problems);
      if (sentence !== null) {
        remarks.push(sentence);
        await say(sentence);
      }
    } catch (error) {
      await fail(file, error);
    }
  }
  return { files, remarks, isComplete };
}
