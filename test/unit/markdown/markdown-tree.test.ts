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

test('HTML is text, images are text, headings stand below those of the page', () => {
  assert.deepEqual(markdownTree('<img src=x onerror=alert(1)>'), [
    p('<img src=x onerror=alert(1)>'),
  ]);
  assert.deepEqual(markdownTree('# Title'), [{ tag: 'h3', children: ['Title'] }]);
  assert.deepEqual(
    JSON.stringify(markdownTree('![alt](https://x.example/a.png)')).includes('img'),
    false,
  );
});

test('links keep addresses that are safe to open, and lose all others', () => {
  const link = (text: string) => {
    const [paragraph] = markdownTree(text);
    assert.ok(typeof paragraph === 'object');
    return paragraph.children[0];
  };
  assert.deepEqual(link('[a](https://x.example/)'), {
    tag: 'a',
    href: 'https://x.example/',
    children: ['a'],
  });
  for (const bad of ['command:x', 'vscode://x', '/path', '#x']) {
    assert.deepEqual(link(`[a](${bad})`), { tag: 'a', children: ['a'] }, bad);
  }
  for (const worse of ['javascript:alert(1)', 'file:///etc/hosts']) {
    assert.equal(typeof link(`[a](${worse})`), 'string', worse);
  }
});

test('what would turn a line around is made visible', () => {
  assert.deepEqual(markdownTree('a\u202eb'), [p('a\\u{202e}b')]);
});

test('whatever the text, the tree is one that the panel lets through', () => {
  const nodes = (text: string) => ({
    kind: 'text' as const,
    nodes: markdownTree(text),
    leftOut: null,
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
