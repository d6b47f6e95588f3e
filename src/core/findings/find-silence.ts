import type { Message } from '../model/message';
import type { Session } from '../model/session';
import { changesOf } from './changes';
import { causesOf } from './causes/table';
import type { CauseContext } from './causes/cause-rule';
import { CONTEXT_WINDOWS, type ContextWindow } from './causes/context-windows';
import { profileOf } from './causes/profile';
import type { Change, Findings, Flag, Incident } from './findings';
import { chainsOf, type Chain } from './incidents';
import { lookAlikesOf } from './lookalikes/table';
import { stepsOf, type Step } from './steps';
import { turnsOf } from './turns';

/**
 * Finds the empty responses of a session, what people did about each, and what the transcript shows
 * about why. Reads the index only; work grows linearly with the number of messages.
 * @param windows context windows of models
 */
export function findSilence(
  session: Session,
  windows: readonly ContextWindow[] = CONTEXT_WINDOWS,
): Findings {
  const steps = stepsOf(session.messages);
  const chains = chainsOf(steps);
  const told = chains.length === 0 ? null : { profile: profileOf(session.messages), windows };
  return {
    flags: chains.flatMap(flagsOf).sort(byNumber),
    incidents: told === null ? [] : chains.map((chain) => incidentOf({ chain, steps, ...told })),
    turns: turnsOf(session.messages),
    measured: lookAlikesOf(steps),
  };
}

const idOf = ({ empties: [first] }: Chain) => `i-${first.message.number}`;

function flagsOf(chain: Chain): readonly Flag[] {
  const incident = idOf(chain);
  const correctives = chain.correctives.map(
    ({ message, kind, answers, similarity, refersTo, announced }): Flag => ({
      number: message.number,
      kind,
      incident,
      answers: answers.message.number,
      similarity,
      refersTo,
      announced,
      certain: false,
    }),
  );
  const empties = chain.empties.map(({ message, kind, proof }): Flag => ({
    number: message.number,
    kind,
    incident,
    answers: null,
    similarity: null,
    refersTo: null,
    announced: null,
    certain: proof !== null,
  }));
  // A nudge that got no response itself has two flags: first what it answers, then what it lacks.
  return [...correctives, ...empties];
}

const byNumber = (a: Flag, b: Flag) => a.number - b.number;

function incidentOf(context: CauseContext): Incident {
  const { chain, steps } = context;
  const { empties, correctives, recovery, outcome, recoveredBy } = chain;
  return {
    id: idOf(chain),
    empties: empties.map(({ message }) => message.number),
    correctives: correctives.map(({ message }) => message.number),
    recovery,
    recoveredBy: recoveredBy?.number ?? null,
    outcome,
    attempts: correctives.length,
    elapsedMs: elapsed(chain),
    tokensRespent: tokensRespent(chain),
    changes: changesWithin(chain, steps),
    causes: causesOf(context),
    notRecorded: notRecorded(chain),
  };
}

/** See `Incident.elapsedMs`. */
function elapsed(chain: Chain): number | null {
  const [first] = chain.empties;
  const last = lastOf(chain);
  if (last.number === first.message.number) return null;
  const start = first.message.time;
  const end = last.time;
  return start === null || end === null || end < start ? null : end - start;
}

/** The message with which an incident ends. */
function lastOf({ empties, correctives, recoveredBy, newTask }: Chain): Message {
  const own = [...empties, ...correctives].reduce<Message>(
    (latest, { message }) => (message.number > latest.number ? message : latest),
    empties[0].message,
  );
  return recoveredBy ?? newTask ?? own;
}

/** An incident without an end goes on to the last message of the session. */
function changesWithin(chain: Chain, steps: readonly Step[]): readonly Change[] {
  const [{ message: first, at }] = chain.empties;
  const end = chain.recoveredBy ?? chain.newTask;
  const after = steps.slice(at + 1, end === null ? undefined : end.number + 1);
  return changesOf(
    first,
    after.map(({ message }) => message),
  );
}

/** See `Incident.tokensRespent`. */
function tokensRespent({ empties }: Chain): number | null {
  const counts = empties.flatMap(({ message: { tokens } }) =>
    tokens === null
      ? []
      : [tokens.input, tokens.output, tokens.reasoning, tokens.cacheRead, tokens.cacheWrite],
  );
  const recorded = counts.filter((count) => count !== null);
  return recorded.length === 0 ? null : recorded.reduce((sum, count) => sum + count, 0);
}

function notRecorded({ empties }: Chain): readonly string[] {
  const lacks = (isLacking: (message: Message) => boolean) =>
    empties.every(({ kind, message }) => kind === 'missing' || isLacking(message));
  const missing: string[] = [];
  if (
    lacks(({ finish, rawFinish, error }) => finish === null && rawFinish === null && error === null)
  )
    missing.push('stop reason');
  if (lacks(({ tokens }) => tokens === null)) missing.push('tokens');
  if (empties.every(({ message }) => message.time === null)) missing.push('times');
  return missing;
}
