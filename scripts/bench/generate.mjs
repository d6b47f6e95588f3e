// Writes the sessions of the benchmark: invented, seeded, the same bytes every time.
import { closeSync, openSync, writeSync } from 'node:fs';
import { seededRandom } from '../../test/support/random.ts';

const flushBytes = 4_000_000;
const start = Date.UTC(2026, 0, 5, 9, 0, 0);
const sessionId = '5e551011-0000-4000-8000-000000000001';

const words =
  'the loss of run is lower than before because batch was read twice and cache held old tokens so we train again with a smaller step model output checks config path warning retry value index shape'.split(
    ' ',
  );

/** A writer that hands its text over in large pieces. */
function openWriter(file) {
  const handle = openSync(file, 'w');
  let waiting = '';
  let written = 0;
  const flush = () => {
    written += writeSync(handle, waiting);
    waiting = '';
  };
  return {
    write(text) {
      waiting += text;
      if (waiting.length >= flushBytes) flush();
    },
    close() {
      flush();
      closeSync(handle);
      return written;
    },
  };
}

/** Lines of a log, of which most bodies in real sessions consist; cheap to make. */
function createBodies(random) {
  const lines = Array.from({ length: 400 }, (_, at) => {
    const some = Array.from({ length: random.between(4, 18) }, () => random.pick(words)).join(' ');
    return `${at % 7 === 0 ? '\t"' : ''}[${random.between(1, 99_999)}] ${some}${at % 7 === 0 ? '"' : ''}\n`;
  });
  // One line in forty says what most outputs do not.
  for (let at = 0; at < lines.length; at += 40) lines[at] = `error: ${lines[at]}`;
  const foreign = ['naïve Größe', '数据 加载', '✓ 12 passed', '├── src', '— done —'];
  const sentences = lines.map((line) => `${line.replace(/[^\p{L} ]/gu, '').trim()}. `);
  const make = (from, length) => {
    // One body in ten is not plain ASCII, as in real sessions: such texts take twice the memory.
    let body = random.chance(10) ? `${random.pick(foreign)}\n` : '';
    while (body.length < length) body += random.pick(from);
    return body.slice(0, length);
  };
  return {
    log: (length) => make(lines, length),
    prose: (length) => make(sentences, length).trimEnd(),
  };
}

const hex = (value, digits) => value.toString(16).padStart(digits, '0');

/**
 * What happens in a session, message by message, in a form that both layouts can be written from.
 * Every 500th message is an empty response and is answered with "continue": two flags.
 */
function* events(count, bytesEach, random) {
  const bodies = createBodies(random);
  let person = true;
  let left = 0;
  for (let number = 0; number < count; number += 1) {
    if (number % 500 === 300) {
      yield { kind: 'empty', number };
      person = true;
      continue;
    }
    if (number % 500 === 301) {
      yield { kind: 'person', number, text: 'continue' };
      person = false;
      left = 2;
      continue;
    }
    if (person) {
      yield { kind: 'person', number, text: `${bodies.prose(random.between(60, 700))}?` };
      person = false;
      left = random.between(2, 24);
      continue;
    }
    left -= 1;
    // Then somebody asks, and gets the empty response.
    if (left === 0 || number % 500 === 298) {
      yield { kind: 'answer', number, text: bodies.prose(random.between(300, 3000)) };
      person = true;
      continue;
    }
    const size = random.between(Math.round(bytesEach * 0.1), Math.round(bytesEach * 1.9));
    yield {
      kind: 'call',
      number,
      thought: random.chance(40) ? bodies.prose(random.between(80, 1200)) : '',
      command: `python -m pytest -q tests/test_${random.between(1, 90)}.py --maxfail=${random.between(1, 9)}`,
      output: bodies.log(size),
    };
  }
}

/**
 * Claude Code's JSON Lines: one content block a row, results twice as its own writer has them.
 * @returns what a reader must find
 */
export function writeLines(file, { messages, bytesEach, seed = 1 }) {
  const random = seededRandom(seed);
  const out = openWriter(file);
  let rows = 0;
  let flags = 0;
  let parent = null;
  const row = (values, number, seconds) => {
    const uuid = `${hex(rows, 8)}-0000-4000-8000-${hex(number, 12)}`;
    rows += 1;
    out.write(
      `${JSON.stringify({
        parentUuid: parent,
        isSidechain: false,
        userType: 'external',
        cwd: '/home/dev/project',
        sessionId,
        version: '2.1.30',
        gitBranch: 'main',
        ...values,
        uuid,
        timestamp: new Date(start + number * 30_000 + seconds * 1000).toISOString(),
      })}\n`,
    );
    parent = uuid;
  };
  const assistant = (number, content, stop, seconds) => {
    row(
      {
        type: 'assistant',
        requestId: `req_${hex(number, 12)}`,
        message: {
          id: `msg_${hex(number, 12)}`,
          type: 'message',
          role: 'assistant',
          model: 'example-model-1',
          content: [content],
          stop_reason: stop,
          stop_sequence: null,
          usage: {
            input_tokens: 12,
            cache_creation_input_tokens: 340,
            cache_read_input_tokens: 90_000,
            output_tokens: 210,
          },
        },
      },
      number,
      seconds,
    );
  };
  for (const event of events(messages, bytesEach, random)) {
    const { kind, number } = event;
    if (kind === 'person') {
      if (event.text === 'continue') flags += 1;
      row({ type: 'user', message: { role: 'user', content: event.text } }, number, 0);
    } else if (kind === 'answer')
      assistant(number, { type: 'text', text: event.text }, 'end_turn', 4);
    else if (kind === 'empty') {
      flags += 1;
      assistant(number, { type: 'text', text: '\n' }, 'end_turn', 4);
    } else {
      const { thought, command, output } = event;
      const id = `toolu_${hex(number, 12)}`;
      if (thought !== '')
        assistant(number, { type: 'thinking', thinking: thought, signature: 'c2lnbmVk' }, null, 2);
      assistant(number, { type: 'tool_use', id, name: 'Bash', input: { command } }, 'tool_use', 5);
      const [whole, part] =
        number % 3 === 0 ? [output.slice(0, output.length / 2), true] : [output];
      const content = [{ tool_use_id: id, type: 'tool_result', content: whole, is_error: false }];
      row(
        {
          type: 'user',
          message: { role: 'user', content },
          toolUseResult: { stdout: part ? whole : '', stderr: '', interrupted: false },
        },
        number,
        9,
      );
    }
  }
  return { bytes: out.close(), rows, messages, flags };
}

/**
 * Chat messages, one a line, whose bodies are texts throughout: the most that can be to judge.
 * @returns what a reader must find
 */
export function writeChat(file, { messages, bytesEach, seed = 1 }) {
  const random = seededRandom(seed);
  const bodies = createBodies(random);
  const out = openWriter(file);
  for (let number = 0; number < messages; number += 1) {
    const length = random.between(Math.round(bytesEach * 0.1), Math.round(bytesEach * 1.9));
    const role = number % 2 === 0 ? 'user' : 'assistant';
    const ask = number % 500 === 302 ? 'continue' : bodies.prose(length);
    const content = number % 500 === 301 ? '' : ask;
    out.write(`${JSON.stringify({ role, content })}\n`);
  }
  const flags = 2 * Math.floor((messages + 197) / 500);
  return { bytes: out.close(), rows: messages, messages, flags };
}

/**
 * An `opencode export`: one JSON document, indented as its own writer does, one element a message.
 * @returns what a reader must find
 */
export function writeDocument(file, { messages, bytesEach, seed = 1 }) {
  const random = seededRandom(seed);
  const out = openWriter(file);
  const sessionID = 'ses_bench0001';
  const id = (number) => `msg_${hex(number, 12)}`;
  let flags = 0;
  let asked = null;
  const head = {
    id: sessionID,
    title: 'Benchmark',
    directory: '/home/dev/project',
    version: '1.1.3',
  };
  const indented = (value) => JSON.stringify(value, null, 2).replaceAll('\n', '\n    ');
  out.write(`{\n  "info": ${JSON.stringify(head)},\n  "messages": [`);
  for (const event of events(messages, bytesEach, random)) {
    const { kind, number } = event;
    const created = start + number * 30_000;
    const part = (type, values) => ({ id: `prt_${number}_${type}`, type, ...values });
    let element;
    if (kind === 'person') {
      if (event.text === 'continue') flags += 1;
      asked = id(number);
      element = {
        info: { id: asked, sessionID, role: 'user', time: { created } },
        parts: [part('text', { text: event.text })],
      };
    } else {
      if (kind === 'empty') flags += 1;
      const finish = kind === 'call' ? 'tool-calls' : 'stop';
      const tokens = { input: 12, output: 210, reasoning: 0, cache: { read: 90_000, write: 340 } };
      element = {
        info: {
          id: id(number),
          sessionID,
          role: 'assistant',
          parentID: asked,
          modelID: 'example-model-1',
          time: { created, completed: created + 9000 },
          finish,
          tokens,
        },
        parts: [
          part('step-start', {}),
          ...(kind === 'answer' ? [part('text', { text: event.text })] : []),
          ...(kind === 'call' ? callParts(event, part, created) : []),
          part('step-finish', { reason: finish, tokens }),
        ],
      };
    }
    out.write(`${number === 0 ? '' : ','}\n    ${indented(element)}`);
  }
  out.write('\n  ]\n}\n');
  return { bytes: out.close(), rows: messages, messages, flags };
}

function callParts({ thought, command, output, number }, part, created) {
  const state = {
    status: 'completed',
    input: { command },
    output,
    title: command,
    metadata: { exit: 0 },
    time: { start: created + 2000, end: created + 8000 },
  };
  return [
    ...(thought === '' ? [] : [part('reasoning', { text: thought, time: { start: created } })]),
    part('tool', { callID: `call_${number}`, tool: 'bash', state }),
  ];
}

/**
 * Three messages, of which the second has a body of this many characters on one line.
 * @returns what a reader must find
 */
export function writeGiantLine(file, { characters, seed = 1 }) {
  const out = openWriter(file);
  const bodies = createBodies(seededRandom(seed));
  // ASCII, so that a character is a byte.
  const body = bodies
    .log(1_000_000)
    .replace(/[^ -~]/g, '.')
    .replace(/["\\]/g, '.');
  out.write('{"role":"user","content":"Print the whole log."}\n{"role":"assistant","content":"');
  for (let left = characters; left > 0; left -= body.length) out.write(body.slice(0, left));
  out.write('"}\n{"role":"user","content":"Thank you."}\n');
  out.write('{"role":"assistant","content":"You are welcome."}\n');
  return { bytes: out.close(), rows: 4, messages: 4, flags: 0 };
}
