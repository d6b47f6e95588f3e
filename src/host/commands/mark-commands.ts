import { commands as vscodeCommands, l10n, window } from 'vscode';
import * as z from 'zod';
import { errorWords } from '../../core/error-words';
import { labelOf } from '../../core/review/codebook';
import type { VerdictWord } from '../../core/review/events';
import type { LabelMark } from '../../core/review/marks';
import { incidentAt, incidentNumber, unreviewed } from '../../core/review/progress';
import { progressWords, verdictWords } from '../l10n/mark-words';
import { disposables, type Disposable } from '../lifecycle';
import { step } from '../navigation/order';
import { codebook } from '../review/codebook-setting';
import { reviewerName } from '../review/reviewer';
import type { Location } from '../sessions/open-transcript';
import { commands } from './ids';
import { goTo, type StepServices } from './step-commands';
import { messageOfNode, messagesOfNodes } from './turns-node';

/** How long a word about what was marked stays in the status bar, in ms. */
const STATUS_MS = 4000;

/** `all`: the rows that are selected in the Turns view, else the one message. */
type Work = (at: Location, all: readonly Location[]) => Promise<void>;

/** Verdicts, labels and states: each is on disk before anything says so. */
export function registerMarkCommands(services: StepServices): Disposable {
  const own = disposables();
  const register = (id: string, work: Work) =>
    own.add(
      vscodeCommands.registerCommand(id, (given?: unknown, more?: unknown) =>
        reporting(async () => {
          const at = messageOfNode(given, services.selection.current);
          if (at === null) {
            void window.showInformationMessage(l10n.t('Select a message of a session first.'));
            return;
          }
          await work(at, messagesOfNodes(more, at));
        }),
      ),
    );
  register(commands.judgeRight, (at) => judge(at, 'right', services));
  register(commands.judgeWrong, (at) => judge(at, 'wrong', services));
  register(commands.judgeOtherCause, (at) => judge(at, 'other-cause', services));
  register(commands.withdrawVerdict, (at) => judge(at, 'withdrawn', services));
  register(commands.reportMissed, (at) => reportMissed(at, services));
  register(commands.labelMessage, (_at, all) => chooseLabels(all, 'message', services));
  register(commands.labelIncident, (_at, all) =>
    chooseLabels(incidentsOf(all), 'incident', services),
  );
  register(commands.markReviewed, (at) => done(at, services));
  register(commands.markUnreviewed, async (at) => {
    await setReviewed(at, false, services);
  });
  own.add(
    vscodeCommands.registerCommand(commands.nextUnreviewed, () =>
      reporting(() => goToUnreviewed(services, null)),
    ),
  );
  own.add(
    vscodeCommands.registerCommand(commands.toggleLabel, (given: unknown) =>
      reporting(() => toggleByKey(given, services)),
    ),
  );
  return own;
}

const say = (words: string) => window.setStatusBarMessage(words, STATUS_MS);

/** A verdict on the flag of a message; on a message without one it goes to the first of its incident. */
async function judge(at: Location, verdict: VerdictWord, { review }: StepServices): Promise<void> {
  const { flags } = at.open.findings(at.session);
  const own = flags.filter(({ number }) => number === at.number);
  const marks = (await review.marks(at.open, at.session)).get(at.number);
  const isMissed = marks?.verdicts.some(({ flag }) => flag === null) ?? false;
  if (own.length === 0 && !(verdict === 'withdrawn' && isMissed)) {
    say(l10n.t('Message {0} has no flag to judge.', at.number));
    return;
  }
  for (const kind of own.length === 0 ? [null] : own.map((flag) => flag.kind)) {
    await review.judge(at, kind, verdict);
  }
  say(l10n.t('Message {0}: {1}', at.number, verdictWords(verdict)));
}

async function reportMissed(at: Location, { review }: StepServices): Promise<void> {
  const isFlagged = at.open.findings(at.session).flags.some(({ number }) => number === at.number);
  if (isFlagged) {
    say(l10n.t('Message {0} is flagged already.', at.number));
    return;
  }
  await review.judge(at, null, 'missed');
  say(l10n.t('Message {0}: {1}', at.number, verdictWords('missed')));
}

/** The first message of the incident that a message belongs to; null when it belongs to none. */
function incidentOf(at: Location): Location | null {
  const incident = incidentAt(at.open.findings(at.session), at.number);
  return incident === null ? null : { ...at, number: incidentNumber(incident) };
}

function incidentsOf(all: readonly Location[]): readonly Location[] {
  const found = all.flatMap((at) => incidentOf(at) ?? []);
  return found.filter(
    (at, index) =>
      found.findIndex((one) => one.session === at.session && one.number === at.number) === index,
  );
}

/** The labels that this reviewer has put on a message. */
async function ownLabels(
  at: Location,
  scope: LabelMark['scope'],
  { review }: StepServices,
): Promise<ReadonlySet<string>> {
  const marks = (await review.marks(at.open, at.session)).get(at.number);
  const mine = marks?.labels.filter((one) => one.author === reviewerName() && one.scope === scope);
  return new Set(mine?.map(({ label }) => labelOf(codebook(), label).id) ?? []);
}

const labelKey = z.int().min(1).max(9);

/** Number keys label the incident that the message belongs to, else the message. */
async function toggleByKey(given: unknown, services: StepServices): Promise<void> {
  const key = labelKey.safeParse(given).data;
  const at = services.selection.current;
  const label = key === undefined ? undefined : codebook()[key - 1];
  if (at === null || key === undefined) return;
  if (label === undefined) {
    say(l10n.t('There is no label {0}. Add one with “Add Label…”.', key));
    return;
  }
  const incident = incidentOf(at);
  const target = incident ?? at;
  const scope = incident === null ? 'message' : 'incident';
  const isOn = !(await ownLabels(target, scope, services)).has(label.id);
  await services.review.label(target, scope, label.id, isOn);
  say(labelWords(target, scope, label.name, isOn));
}

function labelWords(at: Location, scope: LabelMark['scope'], name: string, on: boolean): string {
  const what =
    scope === 'incident'
      ? l10n.t('Incident at message {0}', at.number)
      : l10n.t('Message {0}', at.number);
  return on
    ? l10n.t('{0}: labelled “{1}”', what, name)
    : l10n.t('{0}: no longer “{1}”', what, name);
}

/** Several labels at once, on one or several messages or incidents. */
async function chooseLabels(
  targets: readonly Location[],
  scope: LabelMark['scope'],
  services: StepServices,
): Promise<void> {
  const [first] = targets;
  if (first === undefined) {
    say(l10n.t('The message belongs to no incident. Label the message instead.'));
    return;
  }
  const present = await Promise.all(targets.map((at) => ownLabels(at, scope, services)));
  const items = codebook().map(({ id, name }, index) => ({
    label: name,
    description: index < 9 ? String(index + 1) : '',
    picked: present.every((labels) => labels.has(id)),
    id,
  }));
  const chosen = await window.showQuickPick(items, {
    canPickMany: true,
    title: labelTitle(targets.length, first.number, scope),
    placeHolder: l10n.t('Labels of the codebook; “Add Label…” adds to it'),
  });
  if (chosen === undefined) return;
  const wanted = new Set(chosen.map(({ id }) => id));
  for (const [index, at] of targets.entries()) {
    for (const { id } of items) {
      const isOn = wanted.has(id);
      if (isOn !== (present[index]?.has(id) ?? false)) {
        await services.review.label(at, scope, id, isOn);
      }
    }
  }
}

function labelTitle(count: number, number: number, scope: LabelMark['scope']): string {
  if (scope === 'incident') {
    return count === 1
      ? l10n.t('Labels of the incident at message {0}', number)
      : l10n.t('Labels of {0} incidents', count);
  }
  return count === 1
    ? l10n.t('Labels of message {0}', number)
    : l10n.t('Labels of {0} messages', count);
}

async function setReviewed(
  at: Location,
  reviewed: boolean,
  { review }: StepServices,
): Promise<Location | null> {
  const incident = incidentOf(at);
  if (incident === null) {
    say(l10n.t('Message {0} belongs to no incident.', at.number));
    return null;
  }
  await review.setReviewed(incident, reviewed);
  return incident;
}

/** Marks the incident as reviewed and goes on to the next one that is not. */
async function done(at: Location, services: StepServices): Promise<void> {
  const incident = await setReviewed(at, true, services);
  if (incident !== null) await goToUnreviewed(services, incident);
}

async function goToUnreviewed(services: StepServices, from: Location | null): Promise<void> {
  const { registry, selection, review } = services;
  const open = from?.open ?? selection.current?.open ?? registry.all.at(-1);
  if (open === undefined) return;
  const session = from?.session ?? selection.current?.session ?? 0;
  const findings = open.findings(session);
  const left = unreviewed(findings, await review.marks(open, session));
  const all = findings.incidents.length;
  say(progressWords(all - left.length, all));
  const after = from?.number ?? selection.current?.number ?? -1;
  // The first one when the review is resumed: nothing is reviewed in order only.
  const next = step(left, from === null && after < 1 ? -1 : after, 1);
  if (next !== null) await goTo({ open, session, number: next.number }, services);
}

/** Does something, and shows the sentence it fails with. */
async function reporting(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    void window.showErrorMessage(errorWords(error));
  }
}
