import { hitId, type Hit } from '../../core/search/hit';

/** Messages are grouped when there are more: VS Code asks for every one in a list. */
const GROUP_SIZE = 100;

/** A message with its hits. `id` is stable for a place, so that open nodes stay open. */
export interface HitsNode {
  readonly kind: 'message';
  readonly id: string;
  readonly session: number;
  readonly number: number;
  readonly hits: readonly Hit[];
}

/** A node of the Search view. */
export type SearchNode =
  | { readonly kind: 'group'; readonly id: string; readonly messages: readonly HitsNode[] }
  | HitsNode
  | { readonly kind: 'hit'; readonly id: string; readonly hit: Hit };

/** The nodes of what a search has found so far. */
export interface SearchTree {
  readonly roots: readonly SearchNode[];
  children(node: SearchNode): readonly SearchNode[];
  parent(node: SearchNode): SearchNode | null;
  nodeOf(hit: Hit): SearchNode;
}

/** @param hits in order */
export function searchTree(hits: readonly Hit[]): SearchTree {
  const messages = byMessage(hits);
  const byId = new Map(messages.map((message) => [message.id, message]));
  const groups = messages.length <= GROUP_SIZE ? [] : inGroups(messages);
  const groupOf = new Map(
    groups.flatMap((group) => group.messages.map((message) => [message.id, group] as const)),
  );
  return {
    roots: groups.length > 0 ? groups : messages,
    children(node) {
      switch (node.kind) {
        case 'group':
          return node.messages;
        case 'message':
          return node.hits.map(hitNode);
        case 'hit':
          return [];
      }
    },
    parent(node) {
      if (node.kind === 'hit') return byId.get(messageId(node.hit)) ?? null;
      return groupOf.get(node.id) ?? null;
    },
    nodeOf: hitNode,
  };
}

const hitNode = (hit: Hit): SearchNode => ({ kind: 'hit', id: `h/${hitId(hit)}`, hit });

const messageId = ({ session, number }: Hit) => `m/${session}/${number}`;

function byMessage(hits: readonly Hit[]): readonly HitsNode[] {
  const nodes: HitsNode[] = [];
  let own: Hit[] = [];
  for (const hit of hits) {
    const id = messageId(hit);
    if (nodes.at(-1)?.id !== id) {
      own = [];
      const { session, number } = hit;
      nodes.push({ kind: 'message', id, session, number, hits: own });
    }
    own.push(hit);
  }
  return nodes;
}

function inGroups(messages: readonly HitsNode[]) {
  const groups: (SearchNode & { readonly kind: 'group' })[] = [];
  for (let at = 0; at < messages.length; at += GROUP_SIZE) {
    const own = messages.slice(at, at + GROUP_SIZE);
    groups.push({ kind: 'group', id: `g/${own[0]?.id ?? ''}`, messages: own });
  }
  return groups;
}
