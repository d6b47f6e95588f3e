import assert from 'node:assert/strict';
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { SessionReport } from '../../../src/core/report/scan-report';
import { resentQuestion, silenceAfterCrash, silenceThenCorrection } from '../../support/cases';
import { chat, folderWith, outcome, run, start } from './support';

const isReport = (value: unknown): value is SessionReport =>
  typeof value === 'object' && value !== null && 'flags' in value && Array.isArray(value.flags);

/** What `--json` prints, line by line; every line must be an object of its own. */
function reports(stdout: string): SessionReport[] {
  assert.match(stdout, /\n$/);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => {
      const value: unknown = JSON.parse(line);
      assert.ok(isReport(value));
      return value;
    });
}

const QUESTION = 'How large is the tiger-42 data set, and where is it kept?';
const silent = chat(
  ['user', QUESTION],
  ['assistant', ''],
  ['user', QUESTION],
  ['assistant', 'Small.'],
);
const healthy = chat(['user', 'Sort the list.'], ['assistant', 'Sorted.']);

test('prints one object a session with exactly the names of the contract', async () => {
  const folder = folderWith({ 'a.jsonl': silent });
  const { status, stdout, stderr } = await run(folder, 'scan', '--json', 'a.jsonl');
  assert.equal(stderr, '');
  assert.equal(status, 0);
  const [report, ...rest] = reports(stdout);
  assert.ok(report);
  assert.equal(rest.length, 0);
  assert.deepEqual(Object.keys(report), [
    'path',
    'format',
    'sessionId',
    'messages',
    'turns',
    'rows',
    'flags',
    'incidents',
  ]);
  assert.equal(report.path, 'a.jsonl');
  assert.equal(report.format, 'chat-messages');
  assert.equal(report.messages, 4);
  assert.equal(report.turns, 2);
  assert.deepEqual(report.rows, { read: 4, understood: 4, unknown: 0, malformed: 0 });
  assert.deepEqual(
    report.flags.map(({ number, id, line, role, kind }) => [number, id, line, role, kind]),
    [
      [1, null, 2, 'assistant', 'void'],
      [2, null, 3, 'user', 'resend'],
    ],
  );
  const [incident] = report.incidents;
  assert.ok(incident);
  assert.deepEqual(Object.keys(incident), [
    'id',
    'empties',
    'correctives',
    'recovery',
    'outcome',
    'attempts',
    'elapsedMs',
    'tokensRespent',
    'causes',
  ]);
  assert.deepEqual(
    report.flags.map((flag) => flag.incident),
    [incident.id, incident.id],
  );
});

test('finds the flags of the three cases and nothing else', async () => {
  const cases = [resentQuestion(), silenceAfterCrash(), silenceThenCorrection()];
  const texts = cases.map((one) => JSON.stringify(one, null, 2));
  const folder = folderWith(
    Object.fromEntries(texts.map((text, index) => [`${index + 1}.json`, text])),
  );
  const { status, stdout, stderr } = await run(folder, 'scan', '--json', '--fail-on-flags', '.');
  assert.equal(stderr, '');
  assert.equal(status, 1);
  const found = reports(stdout);
  assert.deepEqual(
    found.map(({ path: file, flags }) => [file, ...flags.map((one) => [one.number, one.kind])]),
    [
      ['1.json', [8132, 'void'], [8133, 'resend']],
      ['2.json', [9285, 'void'], [9286, 'nudge']],
      ['3.json', [8584, 'void'], [8585, 'redirect']],
    ],
  );
  for (const [index, report] of found.entries()) {
    const messages = cases[index]?.messages ?? [];
    const lines = texts[index]?.split('\n') ?? [];
    assert.equal(report.messages, messages.length);
    assert.equal(report.rows.read, messages.length);
    assert.equal(report.rows.understood, messages.length);
    assert.deepEqual(
      report.incidents.map(({ outcome: how, attempts }) => [how, attempts]),
      [['recovered', 1]],
    );
    for (const { number, id, line } of report.flags) {
      assert.ok(id !== null && line !== null);
      assert.equal(id, messages[number]?.info.id);
      assert.equal(lines[line - 1]?.trim(), '{');
      assert.ok(lines.slice(line, line + 2).some((text) => text.includes(id)));
    }
  }
  const crash = found[1]?.incidents[0]?.causes.flatMap(({ evidence }) => evidence) ?? [];
  assert.ok(crash.some(({ messages }) => messages.includes(9284)));
});

test('gives a subagent’s session an object of its own', async () => {
  const row = (
    uuid: string,
    parentUuid: string | null,
    type: string,
    content: unknown,
    more: object,
  ) =>
    `${JSON.stringify({ uuid, parentUuid, sessionId: 'main-1', type, timestamp: '2026-03-02T08:00:00.000Z', message: { role: type, content }, ...more })}\n`;
  const side = { isSidechain: true, agentId: 'agent-7' };
  const main = { isSidechain: false };
  const folder = folderWith({
    'claude.jsonl': [
      row('a', null, 'user', 'Look for the leak.', main),
      row('b', 'a', 'assistant', [{ type: 'text', text: 'I ask a helper.' }], main),
      row('c', null, 'user', 'Where is the file closed?', side),
      row('d', 'c', 'assistant', [{ type: 'text', text: 'Nowhere.' }], side),
      row('e', 'b', 'user', 'Thanks.', main),
      row('f', 'e', 'assistant', [{ type: 'text', text: 'It is never closed.' }], main),
    ].join(''),
  });
  const { stdout } = await run(folder, 'scan', '--json', 'claude.jsonl');
  const found = reports(stdout);
  assert.deepEqual(
    found.map(({ format, messages }) => [format, messages]),
    [
      ['claude-code', 4],
      ['claude-code', 2],
    ],
  );
  assert.ok(!('parent' in (found[0] ?? {})));
  assert.equal(found[1]?.parent, found[0]?.sessionId);
});

test('walks folders in a fixed order and skips what is no transcript', async () => {
  const folder = folderWith({
    'sessions/b.jsonl': healthy,
    'sessions/B.jsonl': healthy,
    'sessions/a/z.txt': healthy,
    'sessions/a/notes.md': '# Notes\n',
    'sessions/a/empty.jsonl': '',
    'sessions/a/package.json': '{"name":"x","version":"1"}',
    'sessions/node_modules/c.jsonl': healthy,
    'sessions/b.jsonl.dev.review.jsonl': '{"role":"user","content":"a comment"}\n',
  });
  const args = ['scan', '--json', 'sessions', 'sessions/b.jsonl'];
  const { status, stdout, stderr } = await run(folder, ...args);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  assert.deepEqual(
    reports(stdout).map((report) => report.path.split(path.sep).join('/')),
    ['sessions/B.jsonl', 'sessions/a/z.txt', 'sessions/b.jsonl'],
  );
});

test('scans the folders of known agents, and says what could not be read there', async () => {
  const folder = folderWith({
    '.pi/agent/sessions/--shop--/1.jsonl': silent,
    '.pi/agent/sessions/--shop--/notes.txt': silent,
    '.factory/sessions/2.jsonl': healthy,
    '.factory/sessions/sessions-index.jsonl': '{"version":1}\n',
    'elsewhere/3.jsonl': healthy,
  });
  const pathsOf = (stdout: string) =>
    reports(stdout).map((report) => path.relative(folder, report.path).split(path.sep).join('/'));
  const all = await run(folder, 'scan', '--agents', '--json');
  assert.equal(all.stderr, '');
  assert.equal(all.status, 0);
  assert.deepEqual(pathsOf(all.stdout), [
    '.pi/agent/sessions/--shop--/1.jsonl',
    '.factory/sessions/2.jsonl',
  ]);

  const more = await run(folder, 'scan', '--agents', '--json', 'elsewhere', '.factory');
  assert.equal(more.stderr, '');
  assert.deepEqual(
    reports(more.stdout).map(({ path: file }) => path.basename(file)),
    ['3.jsonl', '2.jsonl', '1.jsonl'],
    'what a PATH named is not scanned again',
  );

  mkdirSync(path.join(folder, '.grok'));
  writeFileSync(path.join(folder, '.grok/sessions'), 'a file where a folder is expected');
  symlinkSync(folder, path.join(folder, '.pi/agent/sessions/circle'), 'junction');
  const odd = await run(folder, 'scan', '--agents');
  assert.equal(odd.status, 0);
  assert.match(odd.stdout, /^2 sessions, 2 flags, 1 incident$/m);
});

test(
  'counts what could not be read',
  // There links need a privilege.
  { skip: process.platform === 'win32' },
  async () => {
    const folder = folderWith({ '.grok/readme': '' });
    for (const name of ['closed', '.grok/sessions'])
      symlinkSync(path.join(folder, name), path.join(folder, name));
    const { status, stderr } = await run(folder, 'scan', '--agents', 'closed');
    assert.equal(status, 3);
    assert.match(
      stderr,
      /closed: its links lead in circles\.\n.*sessions: its links lead in circles\.\n2 paths could/,
    );
  },
);

test('a machine without sessions of agents is no failure', async () => {
  const { status, stdout, stderr } = await run(folderWith({}), 'scan', '--agents', '--json');
  assert.equal(status, 0);
  assert.equal(stdout, '');
  assert.match(stderr, /^No session was found in the folders of known agents/);
});

test('says in one line each what could not be scanned, and scans the others', async () => {
  const folder = folderWith({
    'a.jsonl': silent,
    'notes.md': '# Notes\nNothing here.\n',
    'none/readme.txt': 'Nothing here either.\n',
  });
  const args = ['scan', '--json', '--fail-on-flags', 'gone.jsonl', 'notes.md', 'none', 'a.jsonl'];
  const { status, stdout, stderr } = await run(folder, ...args);
  assert.equal(status, 3, 'a path that failed wins over flags');
  assert.deepEqual(
    reports(stdout).map((report) => report.path),
    ['a.jsonl'],
  );
  const lines = stderr.trimEnd().split('\n');
  assert.equal(lines.length, 4);
  assert.equal(lines[3], '3 paths could not be scanned.');
  for (const [index, name] of ['gone.jsonl', 'notes.md', 'none'].entries()) {
    assert.ok(lines[index]?.includes(name), `${name} is not named in: ${lines[index] ?? ''}`);
  }
});

test('redacted, prints no text, no folder and nothing of what is no transcript', async () => {
  const folder = folderWith({
    'secret/a.jsonl': silent,
    'secret/b.json': '{"secretName":"x"}',
  });
  const [good, bad] = ['a.jsonl', 'b.json'].map((name) => path.join(folder, 'secret', name));
  assert.ok(good !== undefined && bad !== undefined);
  for (const json of [['--json'], []]) {
    const { status, stdout, stderr } = await run(folder, 'scan', '--redact', ...json, good, bad);
    assert.equal(status, 3);
    assert.match(stdout, /a\.jsonl/);
    assert.match(stderr, /b\.json/);
    assert.doesNotMatch(stdout + stderr, /tiger|secret|scan-test/);
  }
});

test('prints a table for people, in which nothing of a transcript is obeyed', async () => {
  const hostile = process.platform === 'win32' ? 'b.jsonl' : 'b\u001b[31m.jsonl';
  const folder = folderWith({ 'a.jsonl': silent, [hostile]: healthy });
  const { status, stdout, stderr } = await run(folder, 'scan', '.');
  assert.equal(status, 0);
  assert.equal(stderr, '', 'no progress where there is no terminal');
  assert.match(stdout, /^a\.jsonl$/m);
  assert.match(stdout, /^ +message +line +role +flag +incident$/m);
  assert.match(stdout, /^ +1 +2 +assistant +void +1$/m);
  assert.match(stdout, /^ +2 +3 +user +resend +1$/m);
  assert.match(stdout, /no flags/);
  assert.match(stdout, /^2 sessions, 2 flags, 1 incident$/m);
  assert.ok(!stdout.includes('\u001b'));
});

test('tells wrong usage from everything else', async () => {
  const folder = folderWith({});
  for (const args of [[], ['scan'], ['export', 'a'], ['scan', '--colour', 'a'], ['scan', '']]) {
    const { status, stdout, stderr } = await run(folder, ...args);
    assert.equal(status, 2, args.join(' '));
    assert.equal(stdout, '');
    assert.match(stderr, /Usage: agent-session-review scan/);
  }
  const help = await run(folder, '--help');
  assert.equal(help.status, 0);
  assert.match(help.stdout, /--fail-on-flags/);
  const version = await run(folder, '--version');
  assert.equal(version.status, 0);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
});

/** Many names of one large file, so that a scan takes long enough to be stopped. */
function longFolder(): string {
  const folder = folderWith({});
  const first = path.join(folder, '000.json');
  writeFileSync(first, JSON.stringify(resentQuestion(), null, 2));
  mkdirSync(path.join(folder, 'more'));
  for (let number = 1; number < 60; number += 1)
    linkSync(first, path.join(folder, 'more', `${String(number).padStart(3, '0')}.json`));
  return folder;
}

test('ends quietly when its reader has seen enough', async () => {
  const child = start(longFolder(), 'scan', '--json', '.');
  child.stdout.once('data', () => child.stdout.destroy());
  const { status, stderr } = await outcome(child);
  assert.equal(stderr, '');
  assert.equal(status, 0);
});

test(
  'stops at an interrupt with whole lines only',
  { skip: process.platform === 'win32' },
  async () => {
    const child = start(longFolder(), 'scan', '--json', '.');
    child.stdout.once('data', () => child.kill('SIGINT'));
    const { status, stdout, stderr } = await outcome(child);
    assert.equal(stderr, '');
    assert.equal(status, 130);
    assert.ok(reports(stdout).length < 60);
  },
);

test('compressed transcripts are scanned, and compressed files of other kinds skipped', async () => {
  const folder = folderWith({
    'a.jsonl.gz': gzipSync(silent),
    'noise.gz': gzipSync('no rows'),
    'torn.gz': gzipSync(silent).subarray(0, -9),
  });
  const { status, stdout, stderr } = await run(folder, 'scan', '--json', '.');
  assert.deepEqual(
    reports(stdout).map(({ path: file, sessionId, messages }) => [file, sessionId, messages]),
    [['a.jsonl.gz', 'a', 4]],
  );
  assert.match(stderr, /^torn\.gz can’t be unpacked: it ends too early\./);
  assert.equal(status, 3);
});
