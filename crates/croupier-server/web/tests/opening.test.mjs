// Holds the form that opens a table against the games as they are served.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { actOf, fieldsFor } from '../staff/pit/opening.js';

const { games } = JSON.parse(readFileSync(new URL('games.json', import.meta.url), 'utf8'));
const floor = { pit: { tables: [{ table: 1 }] } };

for (const game of games) {
  test(`the form of ${game.name} asks for what the game has`, () => {
    const fields = fieldsFor(floor, game);
    const has = (name) => fields.some((it) => it.name === name);
    assert.equal(has('decks'), Boolean(game.cards));
    assert.equal(has('method'), (game.cards?.methods.length ?? 0) > 1);
    assert.equal(has('variant'), game.variants.length > 0);
    assert.equal(has('sharing'), (game.areas?.sharing ?? 0) > 1);
    assert.ok(!has('price'), 'a jackpot comes with a pool');
    const given = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
    const act = actOf(game, given);
    assert.equal(act.game, game.name);
    assert.equal(act.table, 2);
    assert.ok(act.seats > 0);
    const limited = game.wagers.filter((it) => !it.follows && !it.fixed_price).map(({ name }) => name);
    assert.deepEqual(Object.keys(act.setup.limits), limited);
  });
}
