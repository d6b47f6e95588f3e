import { record, type Call, type OpencodeExport, type Recording } from './opencode-export';
import { ordinaryTurns } from './ordinary-turns';
import { seededRandom, type Random } from './random';

/**
 * The three cases the product must handle, as opencode exports. The index of a message is its number.
 * Story and content are invented; every run builds the same objects.
 */

const ROOT = '/home/dev/project';
/** 2 March 2026, 08:00 UTC. */
const START = 1_772_438_400_000;

/**
 * 8130 reports a breakthrough, 8131 asks with a table, 8132 is empty, 8133 repeats 8131 word for
 * word 42 seconds later, 8134 answers.
 */
export function resentQuestion(): OpencodeExport {
  const { recording, random } = begin('Distil the student model', 1);
  ordinaryTurns(recording, random, 8126);
  recording.pause(95_000);
  recording.person('Run the sweep over the temperature with three seeds each and report.');
  recording.respond({
    reasoning: 'Three seeds for each of four temperatures: twelve short runs, one after the other.',
    calls: [
      bash({
        command: 'python sweep.py --temperature 1 2 4 8 --seeds 3',
        output: '12 runs finished, results in runs/sweep-41/table.csv',
        title: 'Run the sweep',
        ms: 2_840_000,
      }),
    ],
    finish: 'tool-calls',
    thinkMs: 4200,
    output: 118,
  });
  recording.respond({
    calls: [
      bash({
        command: 'cat runs/sweep-41/table.csv',
        output: 'temperature,loss,seeds\n1,2.412,3\n2,2.304,3\n4,2.087,3\n8,2.296,3',
        title: 'Show the table',
        ms: 14,
      }),
    ],
    finish: 'tool-calls',
    thinkMs: 1900,
    output: 54,
  });
  recording.respond({
    calls: [
      bash({
        command: 'python eval.py --run sweep-41/t4 --split held-out',
        output: 'perplexity 8.06 (baseline 9.91)',
        title: 'Evaluate the best run',
        ms: 61_000,
      }),
    ],
    finish: 'tool-calls',
    thinkMs: 2300,
    output: 66,
  });
  recording.respond({
    reasoning: 'Temperature 4 wins with every seed, and the held-out split agrees.',
    text: 'This is the breakthrough: at temperature 4 the student reaches a loss of **2.087**, and 8.06 perplexity on the held-out split where the baseline has 9.91. All three seeds agree.',
    finish: 'stop',
    thinkMs: 7400,
    output: 212,
  });
  const question = [
    'I put your numbers beside those of the earlier sweep:',
    '',
    '| temperature | earlier loss | new loss | change |',
    '| ---: | ---: | ---: | ---: |',
    '| 1 | 2.431 | 2.412 | -0.019 |',
    '| 2 | 2.398 | 2.304 | -0.094 |',
    '| 4 | 2.377 | 2.087 | -0.290 |',
    '| 8 | 2.384 | 2.296 | -0.088 |',
    '',
    'Why is the gain at 4 three times as large as at its neighbours? Is the held-out split really held out?',
  ].join('\n');
  recording.pause(388_000);
  recording.person(question);
  recording.pause(400);
  recording.respond({ finish: 'unknown', thinkMs: 2600, output: 0 });
  // The person's time counts from when the empty response began.
  recording.pause(42_000 - 2600 - 300);
  recording.person(question);
  recording.pause(400);
  recording.respond({
    reasoning:
      'A jump at one temperature only is suspicious. The split is made by document, but the packed rows cross documents.',
    text: [
      'You are right to doubt it. Two things come together:',
      '',
      '1. At 4 the soft targets carry the most information: the entropy of the teacher is highest there.',
      '2. The held-out split is **not** clean. Rows are packed before the split, so 3.1 % of its rows share a document with the training rows.',
      '',
      'I would split by document before packing and repeat the sweep for 2, 4 and 8.',
    ].join('\n'),
    finish: 'stop',
    thinkMs: 14_800,
    output: 341,
  });
  ordinaryTurns(recording, random, 160);
  return recording.finish();
}

const OUT_OF_MEMORY = [
  'step 1180 loss 2.204 lr 3.0e-04 mem 74.1 GiB',
  'step 1190 loss 2.199 lr 3.0e-04 mem 77.8 GiB',
  'Exception in thread teacher-worker:',
  'Traceback (most recent call last):',
  '  File "/usr/lib/python3.12/threading.py", line 1075, in _bootstrap_inner',
  '    self.run()',
  `  File "${ROOT}/distill/teacher.py", line 88, in run`,
  '    self.queue.put(self.forward(batch))',
  `  File "${ROOT}/distill/loss.py", line 57, in chunked_kl`,
  '    probabilities = torch.softmax(logits / temperature, dim=-1)',
  'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.81 GiB. GPU 0 has a total capacity of 79.15 GiB of which 1.02 GiB is free.',
].join('\n');

/**
 * 9283 starts a training run, the result in 9284 ends in a traceback in a thread (out of memory),
 * 9285 is empty, 9286 is "continue", 9287 reasons about it, 9288 answers.
 */
export function silenceAfterCrash(): OpencodeExport {
  const { recording, random } = begin('Fit the teacher on one GPU', 2);
  ordinaryTurns(recording, random, 9280);
  recording.pause(130_000);
  recording.person('Train with the chunked KL loss until step 2000 and watch the memory.');
  recording.respond({
    calls: [read('configs/chunked.yaml', 'batch_size: 48\nchunk: 1024\nteacher: base-7b')],
    finish: 'tool-calls',
    thinkMs: 2100,
    output: 61,
  });
  recording.respond({
    reasoning: 'The chunk of 1024 positions should keep the logits of the teacher below 4 GiB.',
    calls: [
      bash({
        command: 'nvidia-smi --query-gpu=memory.used,memory.total --format=csv,noheader',
        output: '412 MiB, 81050 MiB',
        title: 'Memory before the run',
        ms: 310,
      }),
    ],
    finish: 'tool-calls',
    thinkMs: 3300,
    output: 74,
  });
  recording.respond({
    text: 'The GPU is free. I start the run.',
    calls: [
      bash({
        command: 'nohup python train.py --config configs/chunked.yaml > runs/612/train.log 2>&1 &',
        output: '[1] 48213',
        title: 'Start the training run',
        ms: 900,
      }),
    ],
    finish: 'tool-calls',
    thinkMs: 2400,
    output: 83,
  });
  recording.respond({
    calls: [
      bash({
        command: 'wait 48213; status=$?; tail -n 11 runs/612/train.log; exit $status',
        output: OUT_OF_MEMORY,
        title: 'Wait for the run and show the end of its log',
        exit: 1,
        ms: 1_316_000,
      }),
    ],
    finish: 'tool-calls',
    thinkMs: 1800,
    output: 79,
  });
  recording.respond({ finish: 'stop', thinkMs: 1400, output: 0 });
  recording.pause(186_000);
  recording.person('continue');
  recording.pause(300);
  recording.respond({
    reasoning:
      'Still OOM even with chunked KL: the softmax of the teacher runs in its own thread and keeps two batches of logits alive at once. A smaller chunk alone will not help.',
    calls: [
      read(
        'distill/teacher.py',
        '00084|     def run(self):\n00088|         self.queue.put(self.forward(batch))',
      ),
    ],
    finish: 'tool-calls',
    thinkMs: 8900,
    output: 134,
  });
  recording.respond({
    text: 'The run ended at step 1190: the GPU ran out of memory in the teacher’s thread, in `chunked_kl`. The queue lets the teacher hold two batches of logits. I would bound the queue to one batch and compute the softmax in place; that saves about 3.8 GiB.',
    finish: 'stop',
    thinkMs: 9700,
    output: 236,
  });
  ordinaryTurns(recording, random, 150);
  return recording.finish();
}

/**
 * 8583 plans an edit and runs a grep, 8584 holds only an envelope around white space, 8585 says to
 * read all documents first and not to change the script, 8586 reads them.
 */
export function silenceThenCorrection(): OpencodeExport {
  const { recording, random } = begin('Prepare the long-context run', 3);
  ordinaryTurns(recording, random, 8580);
  recording.pause(240_000);
  recording.person('Prepare the long-context run that docs/ describes. The data is in place.');
  recording.respond({
    calls: [read('train.py', '00012| LENGTH = 2048\n00113| loader = build_loader(LENGTH)')],
    finish: 'tool-calls',
    thinkMs: 2700,
    output: 58,
  });
  recording.respond({
    calls: [
      bash({
        command: 'ls docs data/long',
        output:
          'docs:\ndata.md\nlong-context.md\nrules.md\n\ndata/long:\nshard-000.bin\nshard-001.bin',
        title: 'List documents and data',
        ms: 12,
      }),
    ],
    finish: 'tool-calls',
    thinkMs: 1600,
    output: 49,
  });
  recording.respond({
    reasoning: 'The length is a constant in the script. The quickest way is to edit it there.',
    text: 'I will edit the script `train.py`: set `LENGTH` to 8192 and pass it to the loader. First I look where it is used.',
    calls: [
      {
        tool: 'grep',
        title: 'LENGTH',
        input: { pattern: 'LENGTH', path: ROOT },
        output:
          'Found 3 matches\ntrain.py:\n  Line 12: LENGTH = 2048\n  Line 113: loader = build_loader(LENGTH)\n  Line 240: assert LENGTH <= 4096',
        metadata: { matches: 3 },
        ms: 31,
      },
    ],
    finish: 'tool-calls',
    thinkMs: 5200,
    output: 156,
  });
  recording.respond({
    text: '\n<conversation_data>\n\n</conversation_data>\n',
    finish: 'stop',
    thinkMs: 2200,
    output: 11,
  });
  recording.pause(74_000);
  recording.person(
    'Stop. Read all the documents in docs/ first, every one of them, and do not change the script: the length belongs in the configuration.',
  );
  recording.pause(300);
  recording.respond({
    reasoning: 'All three documents first, and no edit.',
    calls: [
      read('docs/data.md', '# Data\n\nThe shards under data/long hold 8192 tokens a row.'),
      read(
        'docs/long-context.md',
        '# Long context\n\nSet `length` in the configuration of the run.',
      ),
      read('docs/rules.md', '# Rules\n\ntrain.py is shared by all runs. Never edit it for one.'),
    ],
    finish: 'tool-calls',
    thinkMs: 3900,
    output: 143,
  });
  recording.respond({
    text: 'I have read all three documents. `train.py` is shared and stays as it is; the length goes into a configuration of its own, `configs/long.yaml`, with `length: 8192`. Shall I write that file?',
    finish: 'stop',
    thinkMs: 6100,
    output: 174,
  });
  ordinaryTurns(recording, random, 140);
  return recording.finish();
}

function begin(title: string, seed: number): { recording: Recording; random: Random } {
  return { recording: record(title, seed, START), random: seededRandom(seed) };
}

interface Command {
  readonly command: string;
  readonly output: string;
  readonly title: string;
  readonly exit?: number;
  readonly ms: number;
}

function bash({ command, output, title, exit = 0, ms }: Command): Call {
  return { tool: 'bash', title, input: { command }, output, metadata: { exit }, ms };
}

function read(file: string, output: string): Call {
  return { tool: 'read', title: file, input: { filePath: `${ROOT}/${file}` }, output, ms: 18 };
}
