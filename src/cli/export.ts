import path from 'node:path';
import { version } from '../../package.json';
import { findSilence } from '../core/findings/find-silence';
import { readTranscript } from '../core/formats/read-transcript';
import type { Transcript } from '../core/model/session';
import { errorWords } from '../core/error-words';
import { countsOf, masked, type Hit } from '../core/redaction/redaction';
import { redactionRules } from '../core/redaction/rules';
import { redactedReview } from '../core/report/redact';
import { reviewReport, type ReviewReport } from '../core/report/review-report';
import type { ReviewEvent } from '../core/review/events';
import { problemWords, staleWords } from '../core/review/problem-words';
import { createReviewStore } from '../core/review/review-store';
import { openFileSource } from '../node/file-source';
import { ownPatternRules } from '../node/own-patterns';
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
    if (!world.signal.aborted) await say(errorLine(args.path, error, args.redact !== null));
    return 3;
  }
  const reviews = await readReviews(args, say);
  const store = createReviewStore();
  store.replace(reviews.files);
  const marks = store.marks(transcript);
  const whole = reviewReport({
    file: args.path,
    version,
    transcript,
    findings: transcript.sessions.map((session) => findSilence(session)),
    threads: transcript.sessions.map((_, index) => store.threads(transcript, index)),
    marks: transcript.sessions.map((_, index) => marks.sessions.get(index) ?? new Map()),
    // Names that were changed later are a setting of the editor.
    labelName: (id) => id,
    remarks: [...reviews.remarks, ...staleWords(marks.stale.length)],
  });
  progress.clear();
  const text = await textOf(whole, args, say);
  if (text === null) return 3;
  await out.write(text);
  return reviews.isComplete ? 0 : 3;
}

/** What is printed; null: a pattern failed, which was said. */
async function textOf(
  whole: ReviewReport,
  { redact, isPreview, exporter }: ExportArguments,
  say: (line: string) => Promise<void>,
): Promise<string | null> {
  if (redact === null) return exporter.write(whole);
  try {
    const rules = [...redactionRules, ...ownPatternRules(redact)];
    const { report, hits } = await redactedReview(whole, rules);
    if (isPreview) return previewText(hits);
    await say(replacedWords(hits));
    return exporter.write(report);
  } catch (error) {
    await say(errorWords(error));
    return null;
  }
}

/** A line for each kind and place, with what is there as far as it may be seen. */
function previewText(hits: readonly Hit[]): string {
  const lines = hits.map(({ label, place, value }) => `${label}\t${place}\t${masked(value)}`);
  return [...lines, replacedWords(hits)].map((line) => `${oneLineOf(line)}\n`).join('');
}

const oneLineOf = (line: string) => line.split('\t').map(oneLine).join('\t');

function replacedWords(hits: readonly Hit[]): string {
  if (hits.length === 0) return 'Nothing had to be replaced.';
  const counts = countsOf(hits).map(({ rule, count }) => `${rule} ${count}`);
  return `Replaced: ${counts.join(', ')}.`;
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
    await say(errorLine(file, error, args.redact !== null));
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
