import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  commonName,
  reviewerInFileName,
  reviewFileName,
  reviewFilesOf,
} from '../../../src/core/review/file-names';

describe('names of review files', () => {
  it('are the transcript’s with the reviewer’s', () => {
    assert.equal(reviewFileName('run.jsonl', 'ada'), 'run.jsonl.ada.review.jsonl');
    assert.equal(reviewFileName('run.jsonl', 'Ada B. C.'), 'run.jsonl.Ada-B-C.review.jsonl');
    assert.equal(reviewFileName('run.jsonl', '../../x'), 'run.jsonl.x.review.jsonl');
    assert.equal(reviewFileName('run.jsonl', ' '), 'run.jsonl.reviewer.review.jsonl');
    assert.equal(reviewFileName('run.jsonl', 'Zoë'), 'run.jsonl.Zoë.review.jsonl');
  });

  it('never lead out of their folder, and are found again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (reviewer) => {
        assert.match(reviewerInFileName(reviewer), /^[\p{L}\p{N}_-]{1,40}$/u);
        const name = reviewFileName('run.jsonl', reviewer);
        assert.deepEqual(reviewFilesOf('run.jsonl', ['run.jsonl', name]), [name]);
      }),
    );
  });

  it('belong to the transcript with the longest fitting name', () => {
    const names = [
      'run',
      'run.ada.review.jsonl',
      'run.j.doe.review.jsonl',
      'run.2',
      'run.2.ada.review.jsonl',
      'run.review.jsonl',
      'other.ada.review.jsonl',
      'run.ada.review.jsonl.bak',
    ];
    assert.deepEqual(reviewFilesOf('run', names), [
      'run.ada.review.jsonl',
      'run.j.doe.review.jsonl',
    ]);
    assert.deepEqual(reviewFilesOf('run.2', names), ['run.2.ada.review.jsonl']);
  });

  it('differ in a common folder for transcripts of the same name', () => {
    const one = commonName('session.jsonl', 'file:///one/session.jsonl');
    const other = commonName('session.jsonl', 'file:///other/session.jsonl');
    assert.notEqual(one, other);
    assert.ok(one.startsWith('session.jsonl-'));
    assert.ok(commonName('x'.repeat(500), 'here').length < 100);
    assert.ok(!/[/\\:]/.exec(commonName('a/b\\c:d', 'here')));
  });
});
