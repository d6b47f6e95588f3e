import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import * as z from 'zod';
import { findSilence } from '../../../src/core/findings/find-silence';
import {
  applyStages,
  countsOf,
  defaultStages,
  stagesFrom,
  type Stages,
} from '../../../src/core/findings/stages';
import { assistant, person, session, text, tool } from '../../support/build';

const found = findSilence(
  session([
    person('Rename the module.'),
    assistant([], { finish: 'stop' }),
    person('continue'),
    assistant([], { finish: 'aborted' }),
    person('why did you stop?'),
    assistant([tool('edit')], { finish: 'tool-calls' }),
    person('Is it done by now, or is something still left over?'),
    assistant([text('It is.')], { finish: 'stop' }),
  ]),
);

const after = (changes: Partial<Stages>) => applyStages(found, { ...defaultStages, ...changes });
const kinds = ({ flags }: typeof found) => flags.map(({ kind, number }) => `${kind} ${number}`);
const counted = ({ measured }: typeof found) =>
  measured.map(({ kind, number }) => `${kind} ${number}`);

test('by default everything is as it was found', () => {
  assert.deepEqual(after({}), found);
  assert.deepEqual(kinds(found), ['void 1', 'nudge 2', 'interrupted 3', 'complaint 4']);
  assert.deepEqual(counted(found), ['silent-end 5']);
});

test('what is measured is counted and not flagged; what is off is neither', () => {
  const measured = after({ interrupted: 'measured', nudge: 'off', 'silent-end': 'off' });
  assert.deepEqual(kinds(measured), ['void 1', 'complaint 4']);
  assert.deepEqual(counted(measured), ['interrupted 3']);
  assert.deepEqual(measured.incidents[0]?.empties, [1]);
  assert.deepEqual(measured.incidents[0].correctives, [4]);
});

test('an incident without an empty response that is shown is not shown, nor are its correctives', () => {
  const none = after({ void: 'measured', interrupted: 'off' });
  assert.deepEqual(none.flags, []);
  assert.deepEqual(none.incidents, []);
  assert.deepEqual(counted(none), ['void 1', 'nudge 2', 'complaint 4', 'silent-end 5']);
});

const stage = fc.constantFrom('shown', 'measured', 'off');

test('whatever the stages, flags and counts are found ones, and every flag has its incident', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...Object.keys(defaultStages)), stage), (setting) => {
      const staged = applyStages(found, stagesFrom(setting).stages);
      const ids = new Set(staged.incidents.map(({ id }) => id));
      assert.ok(staged.flags.every((flag) => found.flags.includes(flag) && ids.has(flag.incident)));
      assert.ok(
        staged.flags.length + staged.measured.length <= found.flags.length + found.measured.length,
      );
    }),
  );
});

test('a setting is checked, and what is wrong in it keeps its default', () => {
  assert.deepEqual(stagesFrom(undefined), { stages: defaultStages, problems: [] });
  assert.deepEqual(stagesFrom([1]).stages, defaultStages);
  assert.deepEqual(stagesFrom('off').problems, ['It is no object.']);
  const { stages, problems } = stagesFrom({
    nudge: 'off',
    error: 'loud',
    'silent-end': 'shown',
    toString: 'off',
  });
  assert.deepEqual(stages, { ...defaultStages, nudge: 'off' });
  assert.deepEqual(problems, [
    '"error" can be shown, measured, off.',
    '"silent-end" can be measured, off.',
    'There is no detector "toString".',
  ]);
});

test('the setting of the extension names every detector with its default', () => {
  const manifest: unknown = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'),
  );
  const detectors = z
    .object({
      contributes: z.object({
        configuration: z.object({
          properties: z.object({
            'agentSessionReview.detectors': z.object({
              properties: z.record(z.string(), z.object({ default: z.string() })),
            }),
          }),
        }),
      }),
    })
    .parse(manifest).contributes.configuration.properties['agentSessionReview.detectors'];
  assert.deepEqual(
    Object.fromEntries(
      Object.entries(detectors.properties).map(([name, one]) => [name, one.default]),
    ),
    defaultStages,
  );
});

test('the counts name the most frequent first', () => {
  const measured = (['error', 'nudge', 'nudge'] as const).map((kind, number) => ({ kind, number }));
  assert.deepEqual(countsOf(measured), [
    ['nudge', 2],
    ['error', 1],
  ]);
});
