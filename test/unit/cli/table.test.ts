import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sessionText } from '../../../src/cli/table';
import { sessionReport } from '../../../src/core/report/scan-report';
import { findings, flag, person, session, transcript } from '../../support/build';

test('prints a session of very many flags', () => {
  const one = session(Array.from({ length: 150_000 }, () => person('Go')));
  const found = findings(
    one,
    one.messages.map(({ number }) => flag(number, 'void')),
  );
  const text = sessionText(sessionReport('a.json', transcript(one), one, found));
  assert.equal(text.split('\n')[3 + 149_999], '   149999  150000  user  void  1');
});
