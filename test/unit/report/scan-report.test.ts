import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Findings } from '../../../src/core/findings/findings';
import { baseName } from '../../../src/core/base-name';
import { redactionRules } from '../../../src/core/redaction/rules';
import { redacted } from '../../../src/core/report/redact';
import { sessionReport } from '../../../src/core/report/scan-report';
import {
  assistant,
  findings,
  flag,
  incident,
  person,
  session,
  text,
  transcript,
} from '../../support/build';

const messages = [
  person('Is the split clean? My key is tiger-42.'),
  assistant([]),
  person('Is the split clean? My key is tiger-42.'),
  assistant([text('No.')]),
];

const found = (one: ReturnType<typeof session>): Findings => ({
  ...findings(one, [flag(1, 'void'), flag(2, 'resend', { answers: 1, similarity: 1 })]),
  incidents: [
    incident({
      empties: [1],
      correctives: [2],
      recovery: 'resend',
      recoveredBy: 3,
      outcome: 'recovered',
      attempts: 1,
      elapsedMs: 42_000,
      tokensRespent: 120,
      causes: [
        {
          code: 'tool-failure',
          label: 'a tool failed before it',
          confidence: 'likely',
          evidence: [{ text: 'The result says "tiger-42".', messages: [0, 1] }],
        },
      ],
    }),
  ],
});

test('names every field of the contract, in its order, and no other', () => {
  const one = session(messages);
  const report = sessionReport('/home/dev/a.json', transcript(one), one, found(one));
  assert.equal(
    JSON.stringify(report),
    JSON.stringify({
      path: '/home/dev/a.json',
      format: 'opencode-export',
      sessionId: 'session-1',
      messages: 4,
      turns: 2,
      rows: { read: 4, understood: 4, unknown: 0, malformed: 0 },
      flags: [
        {
          number: 1,
          id: 'message-1',
          line: 2,
          role: 'assistant',
          kind: 'void',
          incident: 'incident-1',
        },
        {
          number: 2,
          id: 'message-2',
          line: 3,
          role: 'user',
          kind: 'resend',
          incident: 'incident-1',
        },
      ],
      incidents: [
        {
          id: 'incident-1',
          empties: [1],
          correctives: [2],
          recovery: 'resend',
          outcome: 'recovered',
          attempts: 1,
          elapsedMs: 42_000,
          tokensRespent: 120,
          causes: [
            {
              code: 'tool-failure',
              confidence: 'likely',
              evidence: [{ text: 'The result says "tiger-42".', messages: [0, 1] }],
            },
          ],
        },
      ],
    }),
  );
});

test('gives null for what is not recorded', () => {
  const one = session([person('Hello?', { id: null, places: [{ start: 0, end: 9, line: null }] })]);
  const report = sessionReport('a', transcript(one), one, findings(one, [flag(0, 'missing')]));
  assert.deepEqual(report.flags, [
    { number: 0, id: null, line: null, role: 'user', kind: 'missing', incident: 'incident-1' },
  ]);
  const unknown = report.incidents.map((one) => [one.elapsedMs, one.tokensRespent]);
  assert.deepEqual(unknown, [[null, null]]);
});

test('gives a subagent’s session its parent', () => {
  const main = session(messages);
  const side = session([], { id: 'side', parent: 'session-1' });
  const all = transcript(main, side);
  const report = sessionReport('a', all, side, findings(side));
  assert.equal(report.parent, 'session-1');
  assert.equal(report.messages, 0);
  assert.ok(!('parent' in sessionReport('a', all, main, findings(main))));
});

test('redacted, it keeps the structure and nothing of the transcript or the path', async () => {
  const one = session(messages, { id: '/home/dev/secret notes' });
  const whole = sessionReport('/home/dev/secret/a.json', transcript(one), one, found(one));
  const report = await redacted(whole, redactionRules);
  assert.doesNotMatch(JSON.stringify(report), /tiger|secret|home|dev/);
  assert.equal(report.path, 'a.json');
  const [first] = report.incidents;
  assert.deepEqual(report.flags, whole.flags);
  assert.deepEqual(Object.keys(report), Object.keys(whole));
  assert.deepEqual(first?.causes, [
    {
      code: 'tool-failure',
      confidence: 'likely',
      evidence: [{ text: 'tool failure', messages: [0, 1] }],
    },
  ]);
});

test('redacted, a subagent’s session still names its parent', async () => {
  const main = session(messages, { id: 'my diary' });
  const side = session([person('Hi', { id: 'Dear diary' })], { id: 'side', parent: 'my diary' });
  const all = transcript(main, side);
  const parent = await redacted(sessionReport('a', all, main, findings(main)), redactionRules);
  const report = sessionReport('a', all, side, findings(side, [flag(0, 'missing')]));
  const child = await redacted(report, redactionRules);
  assert.equal(child.parent, parent.sessionId);
  assert.doesNotMatch(JSON.stringify([parent, child]), /diary/);
});

test('takes the base name of any path', () => {
  assert.equal(baseName('/home/dev/a.json'), 'a.json');
  assert.equal(baseName('C:\\Users\\dev\\a.json'), 'a.json');
  assert.equal(baseName('a.json'), 'a.json');
  assert.equal(baseName('/home/dev/'), 'dev');
  assert.equal(baseName('/'), '');
});
