import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSilence } from '../../../src/core/findings/find-silence';
import type { Finish, Part } from '../../../src/core/model/message';
import { assistant, excerpt, person, session, text, tool } from '../../support/build';

const REQUEST =
  'Rename the parser module to reader and update every import of it in the source folder.';
const PLAN = 'I will move parser.ts to reader.ts and rewrite the imports.';

/** What this message is after a plan and an empty response to it. */
function recoveryOf(words: string, finish: Finish = 'stop'): string {
  const { incidents } = findSilence(
    session([
      person(REQUEST),
      assistant(
        [text(PLAN), tool('grep', { title: 'parser', input: excerpt('{"pattern":"parser"}') })],
        { finish: 'tool-calls' },
      ),
      assistant([], { finish }),
      person(words),
      assistant([text('Here it is.')], { finish: 'stop' }),
    ]),
  );
  return incidents.map(({ recovery }) => recovery).join();
}

const NUDGES = [
  'continue',
  'Continue.',
  'please continue',
  'ok, continue please',
  'go on',
  'Go ahead!',
  'keep going',
  'proceed',
  'retry',
  'try again',
  'Try again please',
  'continue generating',
  'continue where you left off',
  'pick up where you left off',
  'continue with the task',
  'ok can u start from where u stop please',
  'resume your work',
  '?',
  '???',
  '...',
  '.',
  '',
  'hello?',
  'are you there?',
  'yes',
  'ok',
  'next',
  'do it',
  'again',
  'Continue with the second step of the plan.',
  '👍',
  'carry on',
  'finish it',
  '继续',
  '重试',
  '请继续',
  '继续吧',
  '在吗',
  'weiter',
  'Mach bitte weiter',
  'continúa',
  'sigue por favor',
  'inténtalo de nuevo',
  "continue s'il te plaît",
  'vas-y',
  'réessaie',
  'continua',
  'prossiga',
  'tente novamente',
  '続けて',
  '続けてください',
  'もう一度',
];

const COMPLAINTS = [
  'you stopped',
  'You stopped again.',
  'why did you stop?',
  'Why have you stopped?',
  'no answer?',
  'empty response',
  'I got an empty response',
  'You did not answer.',
  "you didn't respond",
  'nothing happened',
  'are you stuck?',
  'I think you got an API error?',
  'What happened?',
  'still nothing',
  "I don't see any output",
  'it stopped again',
  'your last response was empty',
  'you went silent',
  'It crashed again',
  '没有回复',
  '你怎么停了',
  'keine Antwort?',
  'Warum hast du aufgehört?',
  'no hay respuesta',
  'pas de réponse',
  'sem resposta',
  '返事がない',
];

const REDIRECTS = [
  'Stop. Read all the documents in docs first, and do not change the script.',
  'No, leave parser.ts alone and make a new file instead.',
  "Don't touch the imports.",
  'wait, that is the wrong module',
  'Actually, revert that.',
  'Please read CONTRIBUTING.md first.',
  'I said rename the class, not the module.',
  'Only update the imports in the source folder, not in the tests.',
  'Use the parser of the standard library instead.',
  'continue, but do not edit the tests',
  'Why would you rewrite the imports by hand?',
  'The module reader, its imports and the parser in the source folder: only those.',
  'Update the imports of the reader module in source.',
];

const NEW_TASKS = [
  'Stop',
  'No.',
  'Wait for the nightly build and tell me how long it took.',
  'Never use jQuery there, and create a landing page for the bakery.',
  'What does the weather service return for an unknown city?',
  'Write a poem about autumn in four lines.',
  'Thanks! Tomorrow we look at the billing dashboard with the new customer numbers.',
  'wow, it works',
  'thanks, great',
  'How do I install numpy on Windows?',
];

for (const [kind, messages] of [
  ['nudge', NUDGES],
  ['complaint', COMPLAINTS],
  ['redirect', REDIRECTS],
  ['new-task', NEW_TASKS],
] as const) {
  test(`after an empty response these are a ${kind}`, () => {
    for (const words of messages) assert.equal(recoveryOf(words), kind, JSON.stringify(words));
  });
}

test('a request is a resend word for word, nearly so, or with something added', () => {
  const cases: readonly (readonly [string, number, number])[] = [
    [REQUEST, 1, 1],
    [REQUEST.toUpperCase(), 0.95, 0.99],
    [REQUEST.replace('every', 'each'), 0.85, 0.99],
    [`${REQUEST} The tests stay as they are for now.`, 0.6, 0.99],
  ];
  for (const [words, least, most] of cases) {
    const { flags } = findSilence(
      session([person(REQUEST), assistant([]), person(words), assistant([text('Done.')])]),
    );
    const flag = flags[1];
    assert.equal(flag?.kind, 'resend', words);
    assert.equal(flag.refersTo, 0);
    assert.ok(
      flag.similarity !== null && flag.similarity >= least && flag.similarity <= most,
      String(flag.similarity),
    );
  }
});

test('small edits, slips, quoting and attachments leave a resend what it is', () => {
  const file = {
    kind: 'file',
    name: 'plan.png',
    mime: 'image/png',
    image: true,
    bytes: 9,
  } as const;
  const kindOf = (words: string, parts: readonly Part[] = []) =>
    findSilence(
      session([
        person(REQUEST),
        assistant([]),
        person(words, { parts: [...parts, text(words)] }),
        assistant([text('Done.')]),
      ]),
    ).flags[1]?.kind;
  for (const words of [
    REQUEST.replace('module', 'modlue')
      .replace('import of it', 'imprt of it')
      .replace('source', 'sorce'),
    `> ${REQUEST}`,
    `"${REQUEST}"`,
    `I asked you:\n> ${REQUEST}`,
    `${REQUEST} @src/reader.ts`,
    REQUEST.replace(' in the source folder', ''),
  ]) {
    assert.equal(kindOf(words), 'resend', words);
  }
  assert.equal(kindOf(REQUEST, [file]), 'resend');
});

test('requests that differ in what they name are no resends', () => {
  const similarity = (one: string, two: string) =>
    findSilence(
      session([person(one), assistant([]), person(two), assistant([text('x')])]),
    ).flags.find(({ kind }) => kind === 'resend')?.similarity;
  assert.equal(similarity('Show me page 12', 'Show me page 13'), undefined);
  assert.equal(similarity('fix a.ts', 'fix b.ts'), undefined);
  assert.equal(similarity('open it', 'open it'), 1);
  assert.equal(
    similarity('Compare run 12 with run 14', 'Plot the losses of every run in one figure'),
    undefined,
  );
});

test('a redirect keeps what it speaks against, unless that was announced before the request', () => {
  const flagOf = (...messages: Parameters<typeof session>[0]) =>
    findSilence(session(messages)).flags.find(({ kind }) => kind === 'redirect');
  const correction = person('Do not touch the imports of the reader.');
  const plan = assistant([text(PLAN), tool('grep', { title: 'parser' })]);
  const announced = flagOf(person(REQUEST), plan, assistant([]), correction, plan);
  assert.equal(announced?.refersTo, 1);
  assert.equal(announced.announced, `${PLAN}\ngrep parser`);
  const old = assistant([text('The earlier question is answered.')]);
  const none = flagOf(person('Is it done?'), old, person(REQUEST), assistant([]), correction, plan);
  assert.equal(none?.refersTo, null);
  assert.equal(none.announced, null);
});

test('a request that is longer than its excerpt is compared by its hash', () => {
  const long = (hash: string, length: number) => ({
    kind: 'text' as const,
    body: excerpt('a long request about many modules '.repeat(100), length),
    synthetic: false,
    hash,
  });
  const similarity = (hash: string, length: number) =>
    findSilence(
      session([
        person('', { parts: [long('h1', 9000)] }),
        assistant([]),
        person('', { parts: [long(hash, length)] }),
        assistant([text('Done.')]),
      ]),
    ).flags.find(({ kind }) => kind === 'resend')?.similarity;
  assert.equal(similarity('h1', 9000), 1);
  assert.equal(similarity('h2', 9000), 0.99);
  assert.ok((similarity('h2', 9900) ?? 1) < 0.92);
});

test('a resend is found behind the nudges that came to nothing', () => {
  const { flags, incidents } = findSilence(
    session([
      person('Unrelated question about the build.'),
      assistant([text('Yes.')]),
      person(REQUEST),
      assistant([]),
      person('continue'),
      assistant([]),
      person(REQUEST),
      assistant([text('Done.')]),
    ]),
  );
  assert.deepEqual(
    flags.map(({ number, kind, answers, refersTo }) => [number, kind, answers, refersTo]),
    [
      [3, 'void', null, null],
      [4, 'nudge', 3, null],
      [5, 'void', null, null],
      [6, 'resend', 5, 2],
    ],
  );
  assert.equal(incidents.length, 1);
  assert.equal(incidents[0]?.attempts, 2);
  assert.equal(incidents[0].recovery, 'resend');
});

test('"hello" twice is a resend, "continue" twice a nudge', () => {
  const kinds = (words: string) =>
    findSilence(
      session([person(words), assistant([]), person(words), assistant([text('Hi.')])]),
    ).flags.map(({ kind }) => kind);
  assert.deepEqual(kinds('hi'), ['void', 'resend']);
  assert.deepEqual(kinds('continue'), ['void', 'nudge']);
});

test('after the person stopped the agent, steering words are enough for a redirect', () => {
  const words = 'how about we keep the old one for comparison?';
  assert.equal(recoveryOf(words, 'aborted'), 'redirect');
  assert.equal(recoveryOf(words), 'new-task');
  assert.equal(recoveryOf('wow, it works', 'aborted'), 'new-task');
});

test('a second message typed after a nudge does not make it a new task', () => {
  const { incidents } = findSilence(
    session([
      person(REQUEST),
      assistant([]),
      person('continue'),
      person('What does the weather service return for an unknown city?'),
      assistant([text('Done.')]),
    ]),
  );
  assert.equal(incidents[0]?.recovery, 'nudge');
  assert.equal(incidents[0].outcome, 'recovered');
});

test('a request is still waited for when a response with calls came to nothing', () => {
  const { flags } = findSilence(
    session([
      person(REQUEST),
      assistant([tool('bash')], { finish: 'tool-calls' }),
      assistant([]),
      person('Stop. Only do the imports.'),
      assistant([]),
      person(REQUEST),
      assistant([text('Done.')]),
    ]),
  );
  const resend = flags.find(({ kind }) => kind === 'resend');
  assert.equal(resend?.refersTo, 0);
  assert.equal(resend.answers, 4);
});

test('what the program puts around a message does not hide what it is', () => {
  assert.equal(recoveryOf('<system-reminder>Be brief.</system-reminder>\ncontinue'), 'nudge');
});

test('messages of the harness and the person’s commands are no recovery', () => {
  const { incidents } = findSilence(
    session([
      person(REQUEST),
      assistant([]),
      {
        role: 'user',
        author: 'harness',
        harness: 'continue-after-resume',
        parts: [text('Continue from where you left off.')],
      },
      assistant([text('Done.')]),
    ]),
  );
  assert.equal(incidents[0]?.recovery, 'auto');
  assert.deepEqual(incidents[0].correctives, []);
});
