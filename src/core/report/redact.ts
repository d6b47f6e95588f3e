import { baseName } from '../base-name';
import { contentHash } from '../model/text';
import { countsOf, redactionOf, type Hit, type PlacedText } from '../redaction/redaction';
import type { RedactionRule } from '../redaction/rule';
import { mapTexts } from './map-texts';
import type { ReviewReport } from './review-report';
import type { SessionReport } from './scan-report';

/** Ids that agents make look like this; anything else may be a name, a path or a sentence. */
const OPAQUE_ID = /^[\w.:-]{1,100}$/;

/** A report that may be shown to others, and what was replaced in it. */
export interface RedactedReport {
  readonly report: ReviewReport;
  readonly hits: readonly Hit[];
}

/**
 * A report without keys, addresses, names of home folders and whatever else the rules find, and without
 * the folders of the transcript's path.
 * @param kept values that stay, as the person decided
 */
export async function redactedReview(
  whole: ReviewReport,
  rules: readonly RedactionRule[],
  kept?: ReadonlySet<string>,
): Promise<RedactedReport> {
  const report = mapIds({ ...whole, file: baseName(whole.file) });
  const placed: PlacedText[] = [];
  mapTexts(report, (text, place) => {
    placed.push({ text, place });
    return text;
  });
  const { hits, replace } = await redactionOf(placed, rules, kept);
  return { report: { ...mapTexts(report, replace), replaced: countsOf(hits) }, hits };
}

function mapIds(report: ReviewReport): ReviewReport {
  const [main, ...others] = report.sessions;
  const opaqueIds = (session: typeof main): typeof main => ({
    ...session,
    id: opaque(session.id),
    parent: session.parent === null ? null : opaque(session.parent),
    threads: session.threads.map((thread) => ({ ...thread, sessionId: opaque(thread.sessionId) })),
  });
  return { ...report, sessions: [opaqueIds(main), ...others.map(opaqueIds)] };
}

/**
 * A scan's report without any text of the transcript and without the path's folders. What stays is
 * numbers, kinds, codes, opaque ids and the file's own name, and even of those what the rules find is
 * replaced. An id that is not opaque becomes its hash, so that a subagent's session still names its parent.
 */
export async function redacted(
  report: SessionReport,
  rules: readonly RedactionRule[],
): Promise<SessionReport> {
  const path = baseName(report.path);
  const sessionId = opaque(report.sessionId);
  const parent = report.parent === undefined ? undefined : opaque(report.parent);
  const ids = report.flags.map(({ id }) => (id === null ? null : opaque(id)));
  const texts = [path, sessionId, parent, ...ids].filter((text) => typeof text === 'string');
  const { replace } = await redactionOf(
    texts.map((text) => ({ text, place: '' })),
    rules,
  );
  return {
    ...report,
    path: replace(path),
    sessionId: replace(sessionId),
    ...(parent === undefined ? {} : { parent: replace(parent) }),
    flags: report.flags.map((flag) => ({
      ...flag,
      id: flag.id === null ? null : replace(opaque(flag.id)),
    })),
    incidents: report.incidents.map((incident) => ({
      ...incident,
      causes: incident.causes.map((cause) => ({
        ...cause,
        evidence: cause.evidence.map(({ messages }) => ({
          // The code alone says what it is about.
          text: cause.code.replaceAll('-', ' '),
          messages,
        })),
      })),
    })),
  };
}

function opaque(id: string): string {
  return OPAQUE_ID.test(id) ? id : contentHash(id);
}
