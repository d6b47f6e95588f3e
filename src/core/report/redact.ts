import { baseName } from '../base-name';
import { contentHash } from '../model/text';
import type { SessionReport } from './scan-report';

/** Ids that agents make look like this; anything else may be a name, a path or a sentence. */
const OPAQUE_ID = /^[\w.:-]{1,100}$/;

/**
 * A report without any text of the transcript and without the path's folders. What stays is numbers,
 * kinds, codes, opaque ids and the file's own name. An id that is not opaque becomes its hash, so that
 * a subagent's session still names its parent.
 */
export function redacted(report: SessionReport): SessionReport {
  return {
    ...report,
    path: baseName(report.path),
    sessionId: opaque(report.sessionId),
    ...(report.parent === undefined ? {} : { parent: opaque(report.parent) }),
    flags: report.flags.map((flag) => ({
      ...flag,
      id: flag.id === null ? null : opaque(flag.id),
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
