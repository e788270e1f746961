// Holds the words and forms of prize pools, and when a display is not current.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENT_MS, Freshness } from '../pages/display.js';
import { termsOf } from '../staff/pit/pool-forms.js';
import { readShare, share, termsWords } from '../staff/pool-words.js';

const given = { prizes: '3-card', wager: 500, majorShare: '1/8', majorSeed: 12000000, minorShare: '1/8', minorSeed: null, mysteryShare: '', mysteryStart: null, mysteryCeiling: null, retained: '6/8' };

test('parts are read as they are written', () => {
  assert.deepEqual(readShare('1/8'), [1, 8]);
  assert.deepEqual(readShare(' 12 / 100 '), [12, 100]);
  for (const text of ['', '1', '1/', '0.5', '1/8/2', '-1/8', '12345678/1']) assert.equal(readShare(text), null, text);
  assert.equal(share([1, 8]), '1/8');
  assert.equal(share([0, 1]), 'none');
});

test('a form becomes terms, and what is no part is said', () => {
  const never = () => assert.fail('nothing is wrong');
  const terms = termsOf(given, never);
  assert.deepEqual(terms, { prizes: '3-card', wager: 500, major: { share: [1, 8], seed: 12000000 }, minor: { share: [1, 8], seed: 0 }, retained: [6, 8] });
  assert.deepEqual(termsOf({ ...given, mysteryShare: '1/8', mysteryStart: 100, mysteryCeiling: 900 }, never).mystery, { share: [1, 8], start: 100, ceiling: 900 });
  assert.deepEqual(termsOf({ ...given, retained: 'none' }, never).retained, [0, 1]);
  const said = [];
  assert.equal(termsOf({ ...given, minorShare: 'an eighth' }, (words) => said.push(words)), null);
  assert.match(said[0], /“an eighth” is no part/);
  assert.match(termsWords(terms), /Major 1\/8 from \$120,000\.00, Minor 1\/8 from \$0\.00, the house keeps 6\/8/);
});

test('a display is as old as the last question that was answered', () => {
  const freshness = new Freshness(1000);
  assert.equal(freshness.staleFor(1000 + CURRENT_MS), null);
  assert.equal(freshness.staleFor(1001 + CURRENT_MS), 5);
  freshness.heard(7000);
  assert.equal(freshness.staleFor(7000 + CURRENT_MS), null);
  // An answer that was long under way makes nothing newer than it is.
  freshness.heard(3000);
  assert.equal(freshness.staleFor(7001 + CURRENT_MS), 5);
});
