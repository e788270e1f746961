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

test('what the rules would do nothing about is not offered', () => {
  const found = (game, what) => situationsOf(games.find(({ name }) => name === game)).find((it) => it.what === what);
  const view = { can: { situations: ['misdealt'], steps: [] }, expects: { choices: [] } };
  assert.equal(fitsNow(found('casino-war', 'misdealt'), view), true);
  assert.equal(fitsNow(found('casino-war', 'run-out'), view), false);
  const without = (game) => situationsOf(games.find(({ name }) => name === game)).find((it) => !it.what);
  assert.equal(fitsNow(without('casino-war'), view), false);
  assert.equal(fitsNow(without('casino-war'), { ...view, can: { situations: [], steps: ['feed'] } }), true);
  assert.equal(fitsNow(without('lucky-draw-baccarat'), view), false);
  assert.equal(fitsNow(without('lucky-draw-baccarat'), { ...view, expects: { choices: ['decline', 'draw'] } }), true);
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
