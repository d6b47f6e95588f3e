import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactionRules } from '../../../src/core/redaction/rules';
import { exporters } from '../../../src/core/report/exporters';
import { redactedReview } from '../../../src/core/report/redact';
import { reviewReport } from '../../../src/core/report/review-report';
import {
  assistant,
  findings,
  flag,
  incident,
  person,
  session,
  text,
  tool,
  transcript,
} from '../../support/build';
import { fakeKeys } from '../../support/fake-keys';

/** A text that must be in no redacted report, in every place a report has. */
const SECRET = fakeKeys['github'] ?? '';
const words = `Deploy with ${SECRET} now.`;

function whole() {
  const one = session(
    [
      person(words, { id: words }),
      assistant([text(words), tool(words, { title: words, status: 'error', outputTail: words })], {
        model: words,
        error: { name: words, message: words },
      }),
      assistant([text(words)]),
    ],
    { id: words, title: words, agentVersion: words, parent: words },
  );
  const comment = { id: 'c', author: words, body: words, created: 0, edited: null };
  const thread = {
    id: 't',
    sessionId: words,
    number: 2,
    match: 'id' as const,
    anchoredNumber: 2,
    quote: words,
    resolved: false,
    comments: [comment],
  };
  return reviewReport({
    file: `/home/lovelace/${SECRET}.jsonl`,
    version: '1.2.3',
    transcript: transcript(one),
    findings: [
      {
        ...findings(one, [flag(1, 'void')]),
        incidents: [
          incident({
            empties: [1],
            changes: [{ kind: 'model-switch', number: 2, to: words }],
            causes: [
              {
                code: 'x',
                label: 'Some cause',
                confidence: 'likely',
                evidence: [
                  { text: `It ends in “Deploy with ${SECRET.slice(0, 20)}…”.`, messages: [0] },
                ],
              },
            ],
          }),
        ],
      },
    ],
    threads: [[thread, { ...thread, id: 'u', number: null }]],
    marks: [
      new Map([
        [
          1,
          {
            verdicts: [{ author: words, flag: 'void', verdict: 'right', time: 0 }],
            labels: [{ author: words, label: words, scope: 'incident' }],
            reviewed: [words],
          },
        ],
      ]),
    ],
    labelName: (id) => id,
    remarks: [words],
  });
}

test('no export of a redacted report holds what was found, in any place', async () => {
  const { report, hits } = await redactedReview(whole(), redactionRules);
  assert.ok(hits.length > 10);
  for (const exporter of exporters) {
    const written = exporter.write(report);
    assert.ok(!written.includes(SECRET.slice(0, 12)), exporter.id);
    assert.doesNotMatch(written, /lovelace/, exporter.id);
    assert.match(written, /redacted: github key/, exporter.id);
  }
});

test('a redacted report says so, with counts by kind', async () => {
  const { report } = await redactedReview(whole(), redactionRules);
  assert.deepEqual(
    report.replaced?.map(({ rule }) => rule),
    ['github key'],
  );
  const [markdown] = exporters;
  assert.match(markdown?.write(report) ?? '', /- Redacted; replaced: github key \d+\./);
});

test('places are told in words', async () => {
  const { hits } = await redactedReview(whole(), redactionRules);
  const places = new Set(hits.map(({ place }) => place));
  for (const place of [
    'name of the transcript',
    'about the session',
    'message 1',
    'evidence of incident 1',
    'comment on message 2',
    'marks on message 1',
    'notes',
  ])
    assert.ok(places.has(place), place);
});
