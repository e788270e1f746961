// The wagers of the last round once more: what was settled there, by whoever is still there, and nothing twice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sameAgain } from '../staff/dealer/again.js';

const line = (player, on, more = {}) => ({ player, on, area: 1, stake: 500, result: 'lose', ...more });
const sign = [{ on: 'initial' }, { on: 'tie' }, { on: 'war', follows: true }];
const view = (more) => ({ areas: 9, expects: { wagers: true }, unpaid: [], wagers: [], sign, lines: [], ...more });
const names = (list) => list.map((it) => `${it.player} ${it.on}`);

test('a whole table with areas plays again', () => {
  const lines = [line('ann', 'initial'), line('ann', 'war'), line('bob', 'initial', { area: 2 }), line('gone', 'initial', { area: 3 })];
  const playing = [{ name: 'ann' }, { name: 'bob' }];
  assert.deepEqual(names(sameAgain({ view: view({ lines }), playing }, 'ann')), ['ann initial', 'bob initial']);
  for (const not of [{ wagers: [line('ann', 'tie')] }, { unpaid: [line('ann', 'initial')] }, { expects: { wagers: false } }]) assert.deepEqual(sameAgain({ view: view({ lines, ...not }), playing }, 'ann'), []);
});

test('without areas it is one player, and what still stands is left alone', () => {
  const lines = [line('ann', 'field', { area: null }), line('ann', 'place-win', { area: null, number: 6 }), line('bob', 'field', { area: null }), line('ann', 'field', { area: null, result: 'commission' })];
  const seen = view({ areas: 0, sign: [{ on: 'field' }, { on: 'place-win' }], lines, wagers: [line('ann', 'place-win', { area: null, number: 6 })] });
  assert.deepEqual(names(sameAgain({ view: seen, playing: [{ name: 'ann' }, { name: 'bob' }] }, 'ann')), ['ann field']);
});

test('a correction is no wager', () => {
  const lines = [line('ann', 'initial'), line('ann', 'initial', { correction: 100 })];
  assert.equal(sameAgain({ view: view({ lines }), playing: [{ name: 'ann' }] }, 'ann').length, 1);
});
