// Holds the sentences for screen readers against what they are about.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tell } from '../play/telling.js';

const seen = { seat: { seat: 2 }, dealer: 'Banker', sign: (on) => ({ on, title: on.toUpperCase() }) };
const said = (event) => tell([event], seen);

test('a card is said with its place', () => {
  assert.equal(said({ game: { dealt: { card: 'TH', to: 'area 3' } } }), 'ten of hearts to area 3.');
  assert.equal(said({ game: { dealt: { card: 'TH', to: 'dealer' } } }), 'ten of hearts to Banker.');
  assert.equal(tell([{ game: { dealt: { card: '?', to: 'dealer' } } }], { ...seen, dealer: undefined }), 'A card to the dealer.');
});

test('own wagers are said, those of others are not', () => {
  const placed = (seat) => ({ game: { placed: { at: { seat, on: 'bet' }, amount: 500 } } });
  assert.match(said(placed(2)), /^BET: .* placed\.$/);
  assert.equal(said(placed(3)), '');
  assert.equal(said({ game: { placed: { at: { seat: 2, on: 'buy', number: 4 }, amount: 2500 } } }), 'BUY 4: 25.00 placed.');
  assert.equal(said({ game: { placed: { at: { seat: 2, on: 'bet', area: 2 }, amount: 500 } } }), 'BET: 5.00 placed.');
  assert.equal(said({ game: { placed: { at: { seat: 2, on: 'bet', area: 3 }, amount: 500 } } }), 'BET, area 3: 5.00 placed.');
  const line = { seat: 2, on: 'bet', stake: 500, result: 'win', pays: 500, back: 500, clause: '5.1.1' };
  assert.match(said({ game: { settled: line } }), /^BET: win .*, clause 5\.1\.1\.$/);
});
