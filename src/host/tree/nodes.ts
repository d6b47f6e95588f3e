import type { Findings, Turn } from '../../core/findings/findings';
import type { Session, Transcript } from '../../core/model/session';
import { ascending } from '../navigation/order';

/** Turns are grouped when there are more: VS Code asks for every child of an open node. */
const GROUP_SIZE = 100;

export type TurnsFilter = 'all' | 'flagged' | 'commented' | 'unreviewed';

/** A node of the Turns view. `id` is stable for a session, so that open nodes stay open. */
export type TurnsNode =
  | {
      readonly kind: 'group';
      readonly id: string;
      readonly session: number;
      readonly first: number;
      readonly last: number;
    }
  | { readonly kind: 'turn'; readonly id: string; readonly session: number; readonly turn: Turn }
  | {
      readonly kind: 'message';
      readonly id: string;
      readonly session: number;
      readonly number: number;
    }
  | { readonly kind: 'sessions'; readonly id: string }
  | { readonly kind: 'session'; readonly id: string; readonly session: number }
  | { readonly kind: 'stale'; readonly id: string; readonly session: number }
  | {
      readonly kind: 'stale-thread';
      readonly id: string;
      readonly session: number;
      readonly thread: string;
    };

/** What the tree of one transcript is made of. */
export interface TreeSource {
  readonly transcript: Transcript;
  readonly filter: TurnsFilter;
  findings(session: number): Findings;
  /** Numbers of messages with comments, ascending. */
  commented(session: number): readonly number[];
  /** Numbers of incidents that nobody has reviewed, ascending. */
  unreviewed(session: number): readonly number[];
  /** Ids of threads whose message can't be found. */
  stale(session: number): readonly string[];
}

/** The nodes of one transcript, made when they are asked for, each object once. */
export interface TurnsTree {
  roots(): readonly TurnsNode[];
  children(node: TurnsNode): readonly TurnsNode[];
  parent(node: TurnsNode): TurnsNode | null;
  /** The node that stands for a message; null when the filter leaves it out. */
  nodeOf(session: number, number: number): TurnsNode | null;
}

/** The tree of one transcript under one filter; a change of either needs a new one. */
export function turnsTree(source: TreeSource): TurnsTree {
  const nodes = new Map<string, TurnsNode>();
  const { transcript, filter } = source;

  const once = (node: TurnsNode): TurnsNode => {
    const known = nodes.get(node.id);
    if (known !== undefined) return known;
    nodes.set(node.id, node);
    return node;
  };
  const group = (session: number, first: number, last: number) =>
    once({ kind: 'group', id: `g/${session}/${first}`, session, first, last });
  const turnNode = (session: number, turn: Turn) =>
    once({ kind: 'turn', id: `t/${session}/${turn.index}`, session, turn });
  const message = (session: number, number: number) =>
    once({ kind: 'message', id: `m/${session}/${number}`, session, number });
  const sessionsNode = () => once({ kind: 'sessions', id: 'sessions' });
  const sessionNode = (session: number) => once({ kind: 'session', id: `s/${session}`, session });
  const staleNode = (session: number) => once({ kind: 'stale', id: `stale/${session}`, session });

  const filtered = (session: number): readonly number[] | null => {
    if (filter === 'all') return null;
    if (filter === 'commented') return source.commented(session);
    if (filter === 'unreviewed') return source.unreviewed(session);
    return ascending(source.findings(session).flags.map((flag) => flag.number));
  };
  const inSession = (session: number): readonly TurnsNode[] => {
    const stale = source.stale(session).length > 0 ? [staleNode(session)] : [];
    const numbers = filtered(session);
    if (numbers !== null) {
      return [
        ...(filter === 'commented' ? stale : []),
        ...numbers.map((number) => message(session, number)),
      ];
    }
    const { turns } = source.findings(session);
    return [...stale, ...inGroups(session, turns)];
  };
  const inGroups = (session: number, turns: readonly Turn[]): readonly TurnsNode[] => {
    if (turns.length <= GROUP_SIZE) return turns.map((turn) => turnNode(session, turn));
    const groups: TurnsNode[] = [];
    for (let first = 0; first < turns.length; first += GROUP_SIZE) {
      groups.push(group(session, first, Math.min(first + GROUP_SIZE, turns.length) - 1));
    }
    return groups;
  };
  const top = (session: number): TurnsNode | null => (session === 0 ? null : sessionNode(session));

  return {
    roots() {
      const others = transcript.sessions.length > 1 ? [sessionsNode()] : [];
      return [...inSession(0), ...others];
    },
    children(node) {
      switch (node.kind) {
        case 'group':
          return source
            .findings(node.session)
            .turns.slice(node.first, node.last + 1)
            .map((turn) => turnNode(node.session, turn));
        case 'turn':
          return insideTurn(node.turn).map((number) => message(node.session, number));
        case 'sessions':
          return transcript.sessions.slice(1).map((_session, index) => sessionNode(index + 1));
        case 'session':
          return inSession(node.session);
        case 'stale':
          return source.stale(node.session).map((thread) =>
            once({
              kind: 'stale-thread',
              id: `stale/${node.session}/${thread}`,
              session: node.session,
              thread,
            }),
          );
        case 'message':
        case 'stale-thread':
          return [];
      }
    },
    parent(node) {
      switch (node.kind) {
        case 'sessions':
          return null;
        case 'session':
          return sessionsNode();
        case 'group':
        case 'stale':
          return top(node.session);
        case 'stale-thread':
          return staleNode(node.session);
        case 'turn':
          return groupOf(node.session, node.turn.index);
        case 'message': {
          if (filter !== 'all') return top(node.session);
          const turn = turnOf(source.findings(node.session), node.number);
          return turn === null ? top(node.session) : turnNode(node.session, turn);
        }
      }
    },
    nodeOf(session, number) {
      const numbers = filtered(session);
      if (numbers !== null) return numbers.includes(number) ? message(session, number) : null;
      const turn = turnOf(source.findings(session), number);
      if (turn === null) return null;
      return turn.person === number ? turnNode(session, turn) : message(session, number);
    },
  };

  function groupOf(session: number, index: number): TurnsNode | null {
    const count = source.findings(session).turns.length;
    if (count <= GROUP_SIZE) return top(session);
    const first = index - (index % GROUP_SIZE);
    return group(session, first, Math.min(first + GROUP_SIZE, count) - 1);
  }
}

/** Message numbers below a turn's node; the person's message is the node itself. */
function insideTurn(turn: Turn): readonly number[] {
  const numbers: number[] = [];
  for (let number = turn.first; number <= turn.last; number += 1) {
    if (number !== turn.person) numbers.push(number);
  }
  return numbers;
}

/** The turn that holds a message. */
function turnOf(findings: Findings, number: number): Turn | null {
  return findings.turns.find(({ first, last }) => first <= number && number <= last) ?? null;
}

/** How a session is called in the tree. */
export function sessionName(session: Session): string {
  return session.title ?? session.id;
}
