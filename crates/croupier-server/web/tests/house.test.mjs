// The sample house: who is still needed, first passwords, and a table of every game as the form would open it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { firstPassword, lacking, peopleIn, SAMPLE, sampleTables } from '../staff/house/sample.js';
import { actOf } from '../staff/pit/opening.js';

const { games } = JSON.parse(readFileSync(new URL('games.json', import.meta.url), 'utf8'));

test('the people of the sample are all that is needed', () => {
  assert.deepEqual(lacking([]), ['supervisor', 'dealer', 'cashier']);
  assert.deepEqual(lacking(SAMPLE.people), []);
  assert.deepEqual(lacking(SAMPLE.people.filter(({ roles }) => !roles.includes('cashier'))), ['cashier']);
});

test('empty rows are nobody', () => {
  const rows = [{ name: ' sue ', password: ' a b ', roles: ['supervisor'] }, { name: ' ', password: 'x', roles: ['dealer'] }, { name: 'cam', password: '', roles: ['cashier'] }];
  assert.deepEqual(peopleIn(rows), [{ name: 'sue', roles: ['supervisor'], password: 'a b' }, { name: 'cam', roles: ['cashier'], password: null }]);
});

test('first passwords are long, and no letter is likelier than another', () => {
  assert.match(firstPassword(), /^([a-hjkmnp-z2-9]{5}-){3}[a-hjkmnp-z2-9]{5}$/);
  assert.notEqual(firstPassword(), firstPassword());
  // Bytes that would favour the first letters are left out.
  let asked = 0;
  const random = (bytes) => bytes.fill((asked += 1) === 1 ? 255 : 30);
  assert.equal(firstPassword(random), '99999-99999-99999-99999');
});

test('every game has a table in the sample', () => {
  for (const { game, values } of sampleTables(games)) {
    const act = actOf(game, { ...values, table: 3, name: game.title, dealing: 'physical' });
    assert.deepEqual([act.table, act.game, act.dealing], [3, game.name, 'physical']);
    assert.ok(act.float > 0 && act.seats > 0);
  }
});
