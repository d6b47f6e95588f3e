import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  markdownTags,
  type MarkdownElement,
  type MarkdownNode,
} from '../../../src/core/markdown/markdown-node';
import { markdownTree } from '../../../src/core/markdown/markdown-tree';

function elements(nodes: readonly MarkdownNode[]): readonly MarkdownElement[] {
  return nodes.flatMap((node) =>
    typeof node === 'string' ? [] : [node, ...elements(node.children)],
  );
}

function words(nodes: readonly MarkdownNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : words(node.children))).join('');
}

const depth = (node: MarkdownNode): number =>
  typeof node === 'string' ? 0 : 1 + Math.max(0, ...node.children.map(depth));

const deepest = (text: string) => Math.max(0, ...markdownTree(text).map(depth));

const hrefs = (text: string) =>
  elements(markdownTree(text)).flatMap(({ href }) => (href === undefined ? [] : [href]));

describe('hostile Markdown', () => {
  it('keeps only links to http, https and mailto', () => {
    const targets = [
      'https://example.org/a',
      'http://example.org/b',
      'mailto:reviewer@example.org',
      'javascript:alert(1)',
      'command:workbench.action.quit',
      'vscode://example.extension',
      'file:///etc/hosts',
      'data:text/html,hello',
      '//example.org/c',
      '/path',
      '#x',
      'src/a.ts',
    ];
    assert.deepEqual(hrefs(targets.map((target) => `[go](${target})`).join('\n\n')), [
      'https://example.org/a',
      'http://example.org/b',
      'mailto:reviewer@example.org',
    ]);
  });

  it('does not see through a link that hides its scheme', () => {
    assert.deepEqual(hrefs('[a](&#106;avascript:alert(1)) [b](java\\script:alert(1))'), []);
    assert.deepEqual(hrefs('[a]: javascript:alert(1)\n\n[a] <javascript:alert(1)>'), []);
  });

  it('makes no link of a bare address', () => {
    assert.deepEqual(hrefs('see https://example.org'), []);
  });

  it('shows an image as its alternative text', () => {
    assert.deepEqual(markdownTree('before ![the loss curve](https://example.org/x.png) after'), [
      { tag: 'p', children: ['before ', 'the loss curve', ' after'] },
    ]);
  });

  it('makes direction overrides and control characters visible', () => {
    const shown = words(markdownTree('safe \u202egnp.exe \u001b[31mred\u001b[0m \u0007'));
    assert.equal(shown, 'safe \\u{202e}gnp.exe red \\u{7}');
    assert.equal(words(markdownTree('&#x202e;a &#8238;b')), '\\u{202e}a \\u{202e}b');
  });

  it('stops nesting where a view would break', () => {
    const emphasis = `${'*'.repeat(9000)}a${'*'.repeat(9000)}`;
    assert.ok(deepest(emphasis) < 70);
    assert.match(words(markdownTree(emphasis)), /a/);
    assert.ok(deepest(`${'> '.repeat(2000)}a`) < 70);
    assert.ok(deepest('- '.repeat(2000)) < 70);
  });
});

describe('a table', () => {
  it('aligns the cells of a table as the table says', () => {
    const cells = elements(markdownTree('| a | b | c |\n| --- | ---: | :-: |\n| 1 | 2 | 3 |'))
      .filter(({ tag }) => tag === 'td')
      .map(({ align }) => align ?? 'start');
    assert.deepEqual(cells, ['start', 'right', 'center']);
  });
});

describe('any text at all', () => {
  const allowed: ReadonlySet<string> = new Set(markdownTags);
  const pieces = fc.constantFrom(
    ...[
      '*',
      '**',
      '_',
      '`',
      '[',
      '](',
      ')',
      '!',
      '<',
      '>',
      '\n',
      '\n\n',
      '- ',
      '> ',
      '# ',
      '| ',
      '|--',
    ],
    ...[
      'a',
      'http://example.org',
      'javascript:',
      'data:',
      '&#x6a;',
      '&#x202e;',
      '\\',
      '\u202e',
      '\u0000',
      '    ',
    ],
  );

  it('becomes known elements, safe links and visible text only', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const tree = markdownTree(parts.join(''));
        for (const { tag, href } of elements(tree)) {
          assert.ok(allowed.has(tag), tag);
          if (href !== undefined) assert.match(href, /^(?:https?:\/\/|mailto:)/i);
        }
        assert.doesNotMatch(words(tree), /[\u0000-\u0008\u202a-\u202e]/);
      }),
    );
  });

  it('loses no letter of plain words', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (list) => {
        assert.equal(words(markdownTree(list.join(' '))), list.join(' '));
      }),
    );
  });

  it('a paragraph of very many lines is a paragraph', () => {
    const [paragraph] = markdownTree('line\n'.repeat(200_000));
    assert.ok(typeof paragraph === 'object');
    assert.equal(paragraph.children.length, 399_999);
  });
});
