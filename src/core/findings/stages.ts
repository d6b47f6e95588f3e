import * as z from 'zod';
import { isCorrective } from '../reading/flag-note';
import type { Findings, Flag, Incident, Measured } from './findings';

/** What happens to what a detector finds: flagged, counted only, or nothing. */
const stages = ['shown', 'measured', 'off'] as const;
export type Stage = (typeof stages)[number];

export type Detector = Measured['kind'];

/** Every detector with its stage unless a setting says otherwise; new ones begin as measured. */
export const defaultStages = {
  void: 'shown',
  'reasoning-only': 'shown',
  placeholder: 'shown',
  interrupted: 'shown',
  error: 'shown',
  missing: 'shown',
  resend: 'shown',
  nudge: 'shown',
  complaint: 'shown',
  redirect: 'shown',
  'silent-end': 'measured',
  'stopped-after-tools': 'measured',
  'promised-not-done': 'measured',
  'call-in-text': 'measured',
} as const satisfies Readonly<Record<Detector, Stage>>;

export type Stages = Readonly<Record<Detector, Stage>>;

const isDetector = (name: string): name is Detector => Object.hasOwn(defaultStages, name);

/** Look-alikes are no flags: they are counted or not. */
const stageOf = (detector: Detector) =>
  defaultStages[detector] === 'shown' ? z.enum(stages) : z.enum(['measured', 'off']);

/**
 * The stages that a setting gives: an object of stages by detector. What it does not name, or names
 * wrongly, keeps its default; each mistake is one sentence.
 */
export function stagesFrom(setting: unknown): {
  readonly stages: Stages;
  readonly problems: readonly string[];
} {
  const named = z.record(z.string(), z.unknown()).safeParse(setting ?? {});
  if (!named.success) return { stages: defaultStages, problems: ['It is no object.'] };
  const chosen: Record<Detector, Stage> = { ...defaultStages };
  const problems: string[] = [];
  for (const [name, value] of Object.entries(named.data)) {
    if (!isDetector(name)) {
      problems.push(`There is no detector "${name}".`);
      continue;
    }
    const stage = stageOf(name).safeParse(value);
    if (stage.success) chosen[name] = stage.data;
    else problems.push(`"${name}" can be ${stageOf(name).options.join(', ')}.`);
  }
  return { stages: chosen, problems };
}

/**
 * The findings with only what is shown as flags. An incident whose empty responses are none of them shown
 * is not shown either, and its corrective messages are counted like it.
 */
export function applyStages(findings: Findings, by: Stages): Findings {
  const isShown = ({ kind }: Flag) => by[kind] === 'shown';
  const alive = new Set(
    findings.flags
      .filter((flag) => !isCorrective(flag.kind) && isShown(flag))
      .map(({ incident }) => incident),
  );
  const flags = findings.flags.filter((flag) => isShown(flag) && alive.has(flag.incident));
  const kept = new Set(flags);
  const counted = findings.flags.filter((flag) => !kept.has(flag) && by[flag.kind] !== 'off');
  const measured = [
    ...findings.measured,
    ...counted.map(({ kind, number }): Measured => ({ kind, number })),
  ];
  return {
    ...findings,
    flags,
    incidents: findings.incidents
      .filter(({ id }) => alive.has(id))
      .map((incident) => shownOf(incident, flags)),
    measured: measured.filter(({ kind }) => by[kind] !== 'off').sort((a, b) => a.number - b.number),
  };
}

function shownOf(incident: Incident, flags: readonly Flag[]): Incident {
  const own = flags.filter((flag) => flag.incident === incident.id);
  const numbers = (corrective: boolean) =>
    own.filter(({ kind }) => isCorrective(kind) === corrective).map(({ number }) => number);
  return { ...incident, empties: numbers(false), correctives: numbers(true) };
}

/** How often each detector counted something, the most frequent first. */
export function countsOf(measured: readonly Measured[]): readonly (readonly [Detector, number])[] {
  const counts = new Map<Detector, number>();
  for (const { kind } of measured) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
