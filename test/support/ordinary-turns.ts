import type { Call, Recording } from './opencode-export';
import type { Random } from './random';

/** Ordinary work on an invented training script: nothing in it is empty and nobody has to correct. */

const ROOT = '/home/dev/project';

interface Topic {
  readonly file: string;
  readonly test: string;
  readonly symbol: string;
  readonly words: string;
  readonly line: string;
  readonly better: string;
}

const TOPICS: readonly [Topic, ...Topic[]] = [
  {
    file: 'distill/loss.py',
    test: 'tests/test_loss.py',
    symbol: 'chunked_kl',
    words: 'the KL loss',
    line: 'return F.kl_div(student, teacher, reduction="batchmean")',
    better: 'return F.kl_div(student, teacher, reduction="batchmean", log_target=True)',
  },
  {
    file: 'distill/data.py',
    test: 'tests/test_data.py',
    symbol: 'PackedDataset',
    words: 'the packed data set',
    line: 'tokens = self.tokens[start:start + self.length]',
    better: 'tokens = self.tokens[start:min(start + self.length, self.end)]',
  },
  {
    file: 'distill/schedule.py',
    test: 'tests/test_schedule.py',
    symbol: 'warmup_cosine',
    words: 'the learning rate schedule',
    line: 'return base * step / warmup',
    better: 'return base * min(1.0, (step + 1) / warmup)',
  },
  {
    file: 'distill/model.py',
    test: 'tests/test_model.py',
    symbol: 'StudentBlock',
    words: 'the student model',
    line: 'self.norm = nn.LayerNorm(width)',
    better: 'self.norm = nn.RMSNorm(width, eps=1e-6)',
  },
  {
    file: 'distill/checkpoint.py',
    test: 'tests/test_checkpoint.py',
    symbol: 'save_checkpoint',
    words: 'checkpoints',
    line: 'torch.save(state, path)',
    better: 'torch.save(state, partial); os.replace(partial, path)',
  },
  {
    file: 'eval.py',
    test: 'tests/test_eval.py',
    symbol: 'perplexity',
    words: 'the evaluation',
    line: 'return math.exp(total / count)',
    better: 'return math.exp(total / max(count, 1))',
  },
  {
    file: 'distill/sampler.py',
    test: 'tests/test_sampler.py',
    symbol: 'LengthSampler',
    words: 'the length sampler',
    line: 'random.shuffle(buckets)',
    better: 'self.generator.shuffle(buckets)',
  },
];

type Ask = (topic: Topic, random: Random) => string;

const QUESTIONS: readonly [Ask, ...Ask[]] = [
  ({ words, file }) => `How does ${words} behave at the last batch of an epoch? Look at ${file}.`,
  ({ symbol, file }, random) =>
    `Please add a test for ${symbol} in ${file} with a batch of ${random.between(1, 64)}.`,
  ({ words }, random) =>
    `Compare ${words} between run ${random.between(10, 480)} and run ${random.between(481, 900)} and tell me which settings differ.`,
  ({ symbol }) => `Where is ${symbol} called, and with which arguments?`,
  ({ words }, random) =>
    `The loss at step ${random.between(2, 90) * 500} has a bump. Could ${words} be the reason?`,
  ({ file, symbol }) => `Can you make ${symbol} faster? Profile ${file} first.`,
  ({ words }, random) =>
    `Write down in docs/notes.md what we know about ${words} after ${random.between(2, 40)} runs.`,
  ({ file }) => `Review the last change to ${file} before I push the branch.`,
  ({ words }, random) =>
    `What happens to ${words} when I set the batch size to ${random.pick([8, 16, 32, 48, 96])}?`,
];

const THOUGHTS: readonly [Ask, ...Ask[]] = [
  ({ symbol, file }) => `${symbol} is defined in ${file}; its callers decide about the shape.`,
  ({ words }) => `I should check what the tests say about ${words} before I touch anything.`,
  ({ symbol }, random) =>
    `With ${random.between(2, 16)} workers the order is not fixed, so ${symbol} must not rely on it.`,
  ({ words }) => `The configuration of the run decides this, not ${words} alone.`,
  ({ test }) => `${test} covers the common case. The last batch is shorter, which it does not.`,
];

const ANSWERS: readonly [Ask, ...Ask[]] = [
  ({ symbol, file }, random) =>
    `\`${symbol}\` in \`${file}\` handles it: the last batch is shorter by ${random.between(1, 31)} rows and is weighted by its length. Nothing to change.`,
  ({ words, test }, random) =>
    `Done. I changed ${words} and ran \`${test}\`: ${random.between(4, 40)} tests pass.`,
  ({ words }, random) => {
    const [first, second] = [random.between(180, 240), random.between(180, 240)];
    return `Here is ${words} side by side:\n\n| run | loss | tokens/s |\n| --- | --- | --- |\n| a | 2.${first} | ${random.between(20, 60)},000 |\n| b | 2.${second} | ${random.between(20, 60)},000 |\n\nThe difference is within the noise of three seeds.`;
  },
  ({ symbol, better }) =>
    `\`${symbol}\` was nearly right. The line is now\n\n\`\`\`python\n${better}\n\`\`\`\n\nand the tests pass.`,
  ({ words, file }, random) =>
    `I found ${random.between(2, 9)} places in \`${file}\` that depend on ${words}. All of them go through one function, so the change stays small.`,
  ({ symbol }, random) =>
    `The profile shows ${random.between(3, 30)} % of the time in \`${symbol}\`, most of it in a copy to the host. I noted it and left the code as it is.`,
];

type MakeCall = (topic: Topic, random: Random) => Call;

const CALLS: readonly [MakeCall, ...MakeCall[]] = [
  ({ file, symbol, line }, random) => ({
    tool: 'read',
    title: file,
    input: { filePath: `${ROOT}/${file}` },
    output: `00041| def ${symbol.toLowerCase()}_${random.between(1, 9)}(self, start):\n00042|     ${line}`,
    ms: random.between(4, 30),
  }),
  ({ symbol, file }, random) => ({
    tool: 'grep',
    title: symbol,
    input: { pattern: symbol },
    output: `Found 2 matches\n${file}:\n  Line ${random.between(10, 90)}: ${symbol}(`,
    ms: random.between(8, 60),
  }),
  ({ test }, random) => ({
    tool: 'bash',
    title: 'Run the tests',
    input: { command: `python -m pytest -q ${test}` },
    output: `${random.between(3, 40)} passed in ${random.between(1, 19)}.${random.between(10, 99)}s`,
    metadata: { exit: 0 },
    ms: random.between(1500, 21_000),
  }),
  ({ file, line, better }, random) => ({
    tool: 'edit',
    title: file,
    input: { filePath: `${ROOT}/${file}`, oldString: line, newString: better },
    output: 'Edit applied successfully.',
    ms: random.between(20, 90),
  }),
  (_topic, random) => ({
    tool: 'bash',
    title: 'Last lines of the log',
    input: { command: `tail -n 1 runs/${random.between(10, 900)}/train.log` },
    output: `step ${random.between(10, 900) * 50} loss 2.${random.between(100, 999)} lr 3.0e-04`,
    metadata: { exit: 0 },
    ms: random.between(10, 80),
  }),
];

/** Writes whole turns, exactly `count` messages (0 or at least 2), the last one an answer. */
export function ordinaryTurns(recording: Recording, random: Random, count: number): void {
  const end = recording.next() + count;
  while (recording.next() < end) {
    const left = end - recording.next();
    const length = random.between(2, 10);
    // What would remain must be enough for a turn of its own.
    ordinaryTurn(recording, random, left - length < 2 ? left : length);
  }
}

function ordinaryTurn(recording: Recording, random: Random, length: number): void {
  const topic = random.pick(TOPICS);
  recording.pause(personPause(random));
  recording.person(random.pick(QUESTIONS)(topic, random));
  recording.pause(random.between(200, 900));
  for (let step = 2; step < length; step += 1) {
    recording.respond({
      ...(random.chance(12) ? { reasoning: random.pick(THOUGHTS)(topic, random) } : {}),
      ...(random.chance(8) ? { text: `I look at ${topic.words} next.` } : {}),
      calls: [random.pick(CALLS)(topic, random)],
      finish: 'tool-calls',
      short: true,
      thinkMs: random.between(900, 7000),
      output: random.between(40, 260),
    });
  }
  recording.respond({
    ...(random.chance(30) ? { reasoning: random.pick(THOUGHTS)(topic, random) } : {}),
    text: random.pick(ANSWERS)(topic, random),
    finish: 'stop',
    short: true,
    thinkMs: random.between(2500, 16_000),
    output: random.between(90, 420),
  });
}

/** Mostly the person answers within minutes; now and then they are away for hours. */
function personPause(random: Random): number {
  if (random.chance(2)) return random.between(3, 14) * 3_600_000;
  return random.between(15, 420) * 1000;
}
