import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failureIn, FAILURES, mayTellOfFailure } from '../../../src/core/findings/failures';

/** What programs print, by class. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  'out-of-memory': [
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    "terminate called after throwing an instance of 'std::bad_alloc'",
    'MemoryError',
    'fork: Cannot allocate memory',
    'java.lang.OutOfMemoryError: Java heap space',
    'Out of memory: Killed process 4242 (python)',
    'Reason: OOMKilled',
    'memory allocation of 34359738368 bytes failed',
    'PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted (tried to allocate 20480 bytes)',
    'command exited with code 137',
  ],
  'disk-full': [
    'cp: error writing out.bin: No space left on device',
    "Error: ENOSPC: no space left on device, write 'a.log'",
    'Disk quota exceeded',
  ],
  killed: [
    'Killed',
    'run.sh: line 3:  4242 Killed                  python train.py',
    'signal: killed',
    'process ended by SIGKILL',
    'Terminated',
  ],
  crash: [
    'Segmentation fault (core dumped)',
    'Aborted (core dumped)',
    'received SIGSEGV',
    '==42==ERROR: AddressSanitizer: heap-use-after-free on address 0x602',
    'Bus error',
    'free(): double free or corruption (out)',
  ],
  panic: [
    "thread 'main' panicked at src/main.rs:3:5:",
    "thread 'main' (12) panicked at src/main.rs:3:5:",
    'panic: runtime error: index out of range [3] with length 3',
    'goroutine 1 [running]:',
    'fatal error: all goroutines are asleep - deadlock!',
  ],
  'python-traceback': ['Traceback (most recent call last):'],
  exception: [
    'Exception in thread "main" java.lang.IllegalStateException: no',
    'Uncaught TypeError: x is not a function',
    'Unhandled exception. System.InvalidOperationException: no',
    'node:internal/modules/cjs/loader:1228',
    "app.rb:3:in `main': undefined method 'x' (NoMethodError)",
    'PHP Fatal error:  Uncaught Error: no',
    '** (ArithmeticError) bad argument in arithmetic expression',
    "terminate called after throwing an instance of 'std::runtime_error'",
  ],
  fatal: ['fatal: not a git repository', 'main.swift:3: Fatal error: Index out of range'],
  'time-out': [
    'Command timed out after 120000 ms',
    'Error: connect ETIMEDOUT 192.0.2.1:443',
    'context deadline exceeded',
    "subprocess.TimeoutExpired: Command 'make' timed out",
    'exit status 124',
  ],
  permission: [
    'bash: ./run.sh: Permission denied',
    "Error: EACCES: permission denied, open 'a'",
    'chown: changing ownership of a: Operation not permitted',
    'Access is denied.',
  ],
  connection: [
    'connect ECONNREFUSED 127.0.0.1:5432',
    'curl: (6) Could not resolve host: example.invalid',
    'ssh: connect to host example.invalid port 22: Connection refused',
    'socket hang up',
    'Temporary failure in name resolution',
  ],
  'not-found': [
    'bash: foo: command not found',
    "'foo' is not recognized as an internal or external command,",
    'cat: a.txt: No such file or directory',
  ],
};

/** Ordinary words that only look like it. */
const NEAR_MISSES: readonly string[] = [
  'step 12 of 90: loss 2.1',
  'The room is out of order',
  'killed 3 bugs today',
  'timeout = 30',
  'time 12 s, memory 3 GB',
  'do not panic',
  'src/errors/exception.ts',
  'loaded connection settings',
  'All tests passed',
  'terminated by a full stop',
  'heap size 12 MB',
];

for (const { code } of FAILURES) {
  test(`${code}: what programs print of it is told`, () => {
    const examples = EXAMPLES[code] ?? [];
    assert.ok(examples.length > 0);
    for (const line of examples) {
      assert.equal(failureIn(['ran the command', line])?.found.code, code, line);
      assert.ok(mayTellOfFailure(line), line);
    }
  });
}

test('every row of examples is a class', () => {
  assert.deepEqual(Object.keys(EXAMPLES).sort(), FAILURES.map(({ code }) => code).sort());
});

test('ordinary words tell of no failure', () => {
  for (const line of NEAR_MISSES) assert.equal(failureIn([line]), null, line);
});

test('a sure class counts before a later line that only speaks of something', () => {
  const lines = [
    'Traceback (most recent call last):',
    "FileNotFoundError: No such file or directory: 'a'",
  ];
  assert.equal(failureIn(lines)?.found.code, 'python-traceback');
  assert.equal(failureIn(['command not found', 'connection refused'])?.found.code, 'connection');
});
