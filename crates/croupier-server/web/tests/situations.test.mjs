// Holds the irregularity menu and the opening form against the games as they are served.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { priceWords } from '../games.js';
import { fitsNow, situationsOf } from '../staff/situations.js';

/** What `GET /api/games` answers; a test of the server keeps this file as it is. */
const { games } = JSON.parse(readFileSync(new URL('games.json', import.meta.url), 'utf8'));
const irregular = readFileSync(new URL('../staff/dealer/irregular.js', import.meta.url), 'utf8');

for (const game of games) {
  test(`the menu of ${game.name} has what its order knows`, () => {
    const menu = situationsOf(game);
    assert.deepEqual(menu.filter((it) => it.what).map((it) => it.what).sort(), game.situations.map((it) => it.what).sort());
    for (const it of menu) {
      assert.ok(it.words && it.group !== 'Other', `${it.what} has words`);
      for (const field of it.fields) assert.match(irregular, new RegExp(`^  ${field}: `, 'm'), `the menu can ask for ${field}`);
    }
    assert.equal(menu.some((it) => it.step?.({}).feed), Boolean(game.cards?.feeds));
  });
}

test('a situation fits its moments', () => {
  const view = (cards, over, due = 'card') => ({ over, dealer: { cards }, hands: [], expects: { due } });
  const moments = (it) => [fitsNow(it, view([], false)), fitsNow(it, view(['KS'], false)), fitsNow(it, view(['KS'], true))];
  const found = (game, what) => situationsOf(games.find(({ name }) => name === game)).find((it) => it.what === what);
  assert.deepEqual(moments(found('three-card-baccarat', 'disclosed')), [true, false, true]);
  assert.deepEqual(moments(found('casino-war', 'misdealt')), [false, true, true]);
  assert.deepEqual(moments(found('casino-war', 'run-out')), [false, true, false]);
  assert.deepEqual(moments(found('baceball', 'face-up')), [true, true, true]);
  assert.equal(fitsNow(found('casino-war', 'misdealt'), view(['KS'], false, 'payment')), true);
  assert.equal(fitsNow(found('craps', 'throw'), { dice: {} }), true);
  assert.equal(found('craps', 'die-found').say, 'boxperson');
});

test('a situation without words goes by its name', () => {
  const [it] = situationsOf({ situations: [{ what: 'wet-cards', fields: [] }], choices_of_a_card: [], cards: null });
  assert.deepEqual([it.words, it.group], ['Wet cards', 'Other']);
});

test('a wager with one price shows it', () => {
  const wager = (game, on) => games.find(({ name }) => name === game).wagers.find(({ name }) => name === on);
  assert.equal(priceWords(wager('casino-war', 'tie'), null), '10 to 1');
  assert.equal(priceWords(wager('casino-war', 'war'), null), '');
  assert.equal(priceWords(wager('three-card-baccarat', 'player'), null), '19 to 20');
});
