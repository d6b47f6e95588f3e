import assert from 'node:assert/strict';
import test from 'node:test';
import { searchTree, type SearchNode } from '../../../src/host/search/search-nodes';
import { hitAt } from '../../support/search';

const leaves = (tree: ReturnType<typeof searchTree>, nodes: readonly SearchNode[]): number =>
  nodes.reduce(
    (sum, node) => sum + (node.kind === 'hit' ? 1 : leaves(tree, tree.children(node))),
    0,
  );

test('hits stand below their message, sessions apart', () => {
  const hits = [hitAt(0, 3), hitAt(0, 3, 9), hitAt(0, 8), hitAt(1, 8)];
  const tree = searchTree(hits);
  assert.deepEqual(
    tree.roots.map((node) => (node.kind === 'message' ? [node.session, node.number] : node.kind)),
    [
      [0, 3],
      [0, 8],
      [1, 8],
    ],
  );
  const [first] = tree.roots;
  const [, hit] = hits;
  assert.ok(first && hit);
  assert.deepEqual(tree.children(first)[1], tree.nodeOf(hit));
  assert.equal(tree.parent(tree.nodeOf(hit)), first);
  assert.equal(tree.parent(first), null);
});

test('very many messages are grouped, and none is left out', () => {
  const hits = Array.from({ length: 250 }, (_, number) => hitAt(0, number));
  const tree = searchTree(hits);
  assert.equal(tree.roots.length, 3);
  assert.equal(leaves(tree, tree.roots), 250);
  const last = hits.at(-1);
  assert.ok(last);
  const message = tree.parent(tree.nodeOf(last));
  assert.ok(message);
  assert.equal(tree.parent(message), tree.roots[2]);
});
