import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { turnsTree, type TurnsFilter, type TurnsNode } from '../../../src/host/tree/nodes';
import { assistant, findings, flag, person, session, text, transcript } from '../../support/build';

function treeOf(turns: number, filter: TurnsFilter, commented: readonly number[] = []) {
  const one = session(
    Array.from({ length: turns * 2 }, (_, at) =>
      at % 2 === 0 ? person(`question ${at}`) : assistant([text('answer')]),
    ),
  );
  const child = session([person('task'), assistant([])], { id: 'child', parent: one.id });
  const found = [findings(one, [flag(5, 'void'), flag(6, 'nudge')]), findings(child)] as const;
  return turnsTree({
    transcript: transcript(one, child),
    filter,
    findings: (index) => found[index === 0 ? 0 : 1],
    commented: (index) => (index === 0 ? commented : []),
    unreviewed: () => [],
    stale: () => [],
  });
}

const kinds = (nodes: readonly TurnsNode[]) => nodes.map((node) => node.kind);

describe('turnsTree', () => {
  it('shows turns with their messages below, then the subagents', () => {
    const tree = treeOf(4, 'all');
    assert.deepEqual(kinds(tree.roots()), ['turn', 'turn', 'turn', 'turn', 'sessions']);
    const [first] = tree.roots();
    assert.ok(first);
    assert.deepEqual(tree.children(first), [
      { kind: 'message', id: 'm/0/1', session: 0, number: 1 },
    ]);
  });

  it('groups many turns, and finds the way back from any message', () => {
    const tree = treeOf(1050, 'all');
    assert.deepEqual(new Set(kinds(tree.roots())), new Set(['group', 'sessions']));
    assert.equal(tree.roots().length, 12);
    for (const number of [0, 1, 199, 200, 2099]) {
      const node = tree.nodeOf(0, number);
      assert.ok(node);
      const path: TurnsNode[] = [node];
      for (let up = tree.parent(node); up !== null; up = tree.parent(up)) path.push(up);
      const root = path.at(-1);
      assert.ok(root && tree.roots().includes(root), `the root of ${number} is on show`);
      path.slice(1).forEach((parent, at) => {
        assert.ok(tree.children(parent).some((child) => child === path[at]));
      });
    }
  });

  it('filters by flagged and commented', () => {
    const numbers = (filter: TurnsFilter) =>
      treeOf(10, filter, [3])
        .roots()
        .flatMap((node) => (node.kind === 'message' ? [node.number] : []));
    assert.deepEqual(numbers('flagged'), [5, 6]);
    assert.deepEqual(numbers('commented'), [3]);
    assert.equal(treeOf(10, 'flagged').nodeOf(0, 1), null);
  });

  it('keeps subagents below their own node', () => {
    const tree = treeOf(2, 'all');
    const sessions = tree.roots().at(-1);
    assert.ok(sessions);
    const [child] = tree.children(sessions);
    assert.ok(child);
    assert.deepEqual(kinds(tree.children(child)), ['turn']);
    const inner = tree.nodeOf(1, 1);
    assert.ok(inner);
    const turn = tree.parent(inner);
    assert.ok(turn);
    assert.equal(tree.parent(turn), child);
  });
});
