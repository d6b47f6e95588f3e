import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { MarkdownNode } from '../../../src/core/markdown/markdown-node';
import { markdownTree } from '../../../src/core/markdown/markdown-tree';
import { toPanel } from '../../../src/shared/protocol';

const p = (...children: MarkdownNode[]): MarkdownNode => ({ tag: 'p', children });

test('gives paragraphs, emphasis, code and lists as a tree', () => {
  assert.deepEqual(markdownTree('Say **this** and `that`.'), [
    p(
      'Say ',
      { tag: 'strong', children: ['this'] },
      ' and ',
      { tag: 'code', children: ['that'] },
      '.',
    ),
  ]);
  assert.deepEqual(markdownTree('- a\n- b'), [
    {
      tag: 'ul',
      children: [
        { tag: 'li', children: ['a'] },
        { tag: 'li', children: ['b'] },
      ],
    },
  ]);
  assert.deepEqual(markdownTree('```js\nx < 1\n```'), [
    { tag: 'pre', children: [{ tag: 'code', children: ['x < 1\n'] }] },
  ]);
});

test('HTML is text, headings stand below those of the page', () => {
  assert.deepEqual(markdownTree('<img src=x onerror=alert(1)>'), [
    p('<img src=x onerror=alert(1)>'),
  ]);
  assert.deepEqual(markdownTree('# Title'), [{ tag: 'h3', children: ['Title'] }]);
});

test('a link that is not safe to open is its text', () => {
  const href = 'https://x.example/';
  assert.deepEqual(markdownTree(`[a](${href})`), [p({ tag: 'a', href, children: ['a'] })]);
  assert.deepEqual(markdownTree('[a](command:x)'), [p('a')]);
  assert.deepEqual(markdownTree('[a](javascript:x)'), [p('[a](javascript:x)')]);
});

test('whatever the text, the tree is one that the panel lets through', () => {
  const nodes = (text: string) => ({
    kind: 'text' as const,
    nodes: markdownTree(text),
    leftOut: null,
    tail: markdownTree(text),
  });
  const message = toPanel.options[0].shape.messages.element.shape.parts.element;
  const markup = fc.stringMatching(/^[[\]()*_`#>|~<a-z:\n -]{0,80}$/);
  fc.assert(
    fc.property(fc.oneof(markup, fc.string({ unit: 'binary' })), (text) => {
      assert.equal(message.safeParse(nodes(text)).success, true);
    }),
  );
  assert.equal(message.safeParse(nodes('>'.repeat(5000) + 'x')).success, true);
});
