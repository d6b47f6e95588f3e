import { findSilence } from '../../src/core/findings/find-silence';
import { reviewReport, type ReviewReport } from '../../src/core/report/review-report';
import { anchorOf } from '../../src/core/review/anchor';
import type { MarkEvent, ReviewEvent } from '../../src/core/review/events';
import { createReviewStore } from '../../src/core/review/review-store';
import { readText } from './read';
import type { OpencodeExport } from './opencode-export';

/** 16 March 2026, 09:00 UTC. */
const REVIEWED = 1_773_651_600_000;

const mark = (at: number, author: string, saying: MarkSaying): ReviewEvent => ({
  v: 1,
  id: `event-${at}`,
  time: REVIEWED + at * 60_000,
  author,
  ...saying,
});

type MarkSaying =
  | Says<'verdict-given', 'flag' | 'verdict'>
  | Says<'label-set', 'label' | 'scope' | 'on'>
  | Says<'state-set', 'reviewed'>;

type Says<E extends MarkEvent['event'], K extends keyof Extract<MarkEvent, { event: E }>> = Pick<
  Extract<MarkEvent, { event: E }>,
  'event' | 'anchor' | K
>;

/** What two reviewers wrote about the message with this number and the one before it, and a stale comment. */
export async function reviewOfCase(
  file: string,
  content: OpencodeExport,
  empty: number,
): Promise<ReviewReport> {
  const transcript = await readText(JSON.stringify(content), file);
  const [session] = transcript.sessions;
  const anchor = anchorOf(session, empty);
  const before = anchorOf(session, empty - 1);
  if (anchor === null || before === null) throw new Error(`${file} has no message ${empty}.`);
  const gone = { ...before, number: 3, messageId: null, hash: 'gone', quote: 'Words of long ago.' };
  const added = (
    at: number,
    author: string,
    thread: string,
    body: string,
    on: typeof anchor,
  ): ReviewEvent => ({
    v: 1,
    id: `event-${at}`,
    time: REVIEWED + at * 60_000,
    author,
    thread,
    event: 'comment-added',
    comment: `comment-${at}`,
    body,
    anchor: on,
  });
  const store = createReviewStore();
  store.replace(
    new Map([
      [
        'ada',
        [
          added(
            0,
            'Ada',
            'thread-1',
            'Nothing came back. Twice **the same** question:\n\n- look at the gateway’s log\n- see [the run](https://example.org/runs/41)',
            anchor,
          ),
          added(
            2,
            'Ada',
            'thread-2',
            '-1: this is where the plan should have been checked.',
            before,
          ),
          mark(6, 'Ada', { event: 'verdict-given', flag: 'void', verdict: 'right', anchor }),
          mark(7, 'Ada', {
            event: 'label-set',
            label: 'provider',
            scope: 'incident',
            on: true,
            anchor,
          }),
          mark(8, 'Ada', {
            event: 'label-set',
            label: 'plan',
            scope: 'message',
            on: true,
            anchor: before,
          }),
          mark(9, 'Ada', { event: 'state-set', reviewed: true, anchor }),
        ],
      ],
      [
        'ben',
        [
          added(
            1,
            'Ben',
            'thread-1',
            '=HYPERLINK("x") is no formula here, and <b>this</b> no HTML.',
            anchor,
          ),
          added(3, 'Ben', 'thread-3', 'What was this about?', gone),
          {
            v: 1,
            id: 'event-4',
            time: REVIEWED + 300_000,
            author: 'Ben',
            thread: 'thread-2',
            event: 'thread-resolved',
          },
          mark(5, 'Ben', { event: 'verdict-given', flag: 'void', verdict: 'other-cause', anchor }),
        ],
      ],
    ]),
  );
  return reviewReport({
    file: `sessions/${file}`,
    version: '1.2.3',
    transcript,
    findings: transcript.sessions.map((one) => findSilence(one)),
    threads: transcript.sessions.map((_, index) => store.threads(transcript, index)),
    marks: transcript.sessions.map(
      (_, index) => store.marks(transcript).sessions.get(index) ?? new Map(),
    ),
    labelName: (id) => (id === 'provider' ? 'Provider fault' : id),
    remarks: ['review.jsonl: 1 line gives no event and is passed over: 7 (malformed).'],
  });
}
