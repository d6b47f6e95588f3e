import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { columnOf } from '../../../src/core/source/column';
import { bytesOf, sourceOf } from '../../support/rows';

describe('column of a byte', () => {
  it('counts UTF-16 units from the beginning of the line', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('a', '\n', 'é', '漢', '😀', '{', '\r\n')),
        fc.nat(),
        async (pieces, at) => {
          const before = pieces.slice(0, at % (pieces.length + 1)).join('');
          const byte = bytesOf(before).length;
          const column = await columnOf(sourceOf(pieces.join('')), byte);
          assert.equal(column, before.length - (before.lastIndexOf('\n') + 1));
        },
      ),
    );
  });

  it('counts lines of megabytes, whatever stands on the border of a piece', async () => {
    for (const shift of ['', 'x', 'xx', 'xxx']) {
      const line = shift + '😀漢'.repeat(400_000);
      const text = `before\n${line}`;
      const column = await columnOf(sourceOf(text), bytesOf(text).length);
      assert.equal(column, line.length);
    }
  });
});
