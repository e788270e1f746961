// Holds the irregularity menu against the rows in which the games say what they know.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { SITUATIONS } from '../staff/situations.js';

const SOURCES = new URL('../../../croupier-engine/src/', import.meta.url);
const CARD_GAMES = ['baceball', 'three-card-baccarat', 'casino-war', 'lucky-draw-baccarat'];
const source = (path) => readFileSync(new URL(path, SOURCES), 'utf8');

/** The names of the situations by their variants. */
function names() {
  const list = /Situation \{([^}]*)\}/.exec(source('irregular.rs'))[1];
  return new Map([...list.matchAll(/(\w+) = "([a-z-]+)"/g)].map(([, variant, name]) => [variant, name]));
}

/** Which situations a game does something about, when, and who has the say. */
function rows(game) {
  const text = source(`games/${game.replaceAll('-', '_')}.rs`);
  const body = text.slice(text.indexOf('remedies! {') + 'remedies! {'.length).split('\n    };')[0];
  const found = new Map();
  for (const row of body.split(';').map((row) => row.trim()).filter(Boolean)) {
    const [left, right] = row.split('=>');
    if (right.trim().startsWith('Refuse')) continue;
    const [, what, also, yes = '', no = '', by = null] = /^(\w+)(?: or (\w+))?(?:\s+if ([\w, ]+?))?(?:\s+unless ([\w, ]+?))?(?:\s+by (\w+) "[^"]*")?\s*$/.exec(left);
    for (const variant of [what, also].filter(Boolean)) {
      const it = found.get(variant) ?? { moments: new Set(), by };
      const facts = [yes.split(/,\s*/), no.split(/,\s*/)];
      if (facts[0].includes('in_round')) it.moments.add('in');
      else if (facts[0].includes('after')) it.moments.add('after');
      else if (facts[1].includes('in_round')) it.moments.add('between');
      else it.moments.add('any');
      found.set(variant, it);
    }
  }
  return found;
}

/** Whether something may be done about it at any moment, in a round, between rounds, or in and after one. */
function moment(moments) {
  if (moments.has('any') || (moments.has('in') && moments.has('between'))) return 'any';
  if (moments.has('in')) return moments.has('after') ? 'played' : 'in';
  return 'between';
}

for (const game of CARD_GAMES) {
  test(`the menu of ${game} has what its order has`, () => {
    const known = names();
    const want = [...rows(game)].map(([variant, { moments, by }]) => `${known.get(variant)} ${moment(moments)} ${by ?? 'anyone'}`);
    const have = SITUATIONS.filter((it) => it.games[game] && it.what)
      .map((it) => `${it.what} ${it.games[game].when} ${it.games[game].by}`);
    assert.deepEqual(have.sort(), want.sort());
  });
}

test('the menu of craps has what its order has', () => {
  const known = names();
  const own = /if !matches!\(|Situation::Throw\s+((?:\|\s*Situation::\w+\s*)+)/.exec(source('games/craps/throws.rs'))[0];
  const want = [...own.matchAll(/Situation::(\w+)/g)].map(([, variant]) => known.get(variant));
  want.push(...[...rows('craps').keys()].map((variant) => known.get(variant)));
  const have = SITUATIONS.filter((it) => it.games.craps && it.what).map((it) => it.what);
  assert.deepEqual(have.sort(), want.sort());
});

test('each situation asks for the fields that its step has', () => {
  const steps = readFileSync(new URL('../../../croupier-sheet/src/steps.rs', import.meta.url), 'utf8');
  const body = /fn check_fields[\s\S]*?= match what \{([\s\S]*?)\n    \};/.exec(steps)[1];
  const known = names();
  const wanted = new Map();
  for (const [, variants, needs, allows] of body.matchAll(/((?:Situation::\w+[\s|]*)+)=> \{?\s*\(&\[([^\]]*)\], &\[([^\]]*)\]\)/g)) {
    const fields = [...`${needs} ${allows}`.matchAll(/"(\w+)"/g)].map(([, name]) => name);
    for (const [, variant] of variants.matchAll(/Situation::(\w+)/g)) wanted.set(known.get(variant), { fields, needs: [...needs.matchAll(/"(\w+)"/g)].map(([, name]) => name) });
  }
  for (const { what, fields } of SITUATIONS.filter((it) => it.what)) {
    const { fields: allowed, needs } = wanted.get(what);
    const asked = fields.flatMap((field) => ({ place: ['area', 'dealer'], wager: ['player', 'on', 'area', 'number', 'point', 'tokens'] })[field] ?? [field]);
    for (const field of asked) assert.ok(allowed.includes(field), `${what} has no field ${field}`);
    for (const field of needs) assert.ok(asked.includes(field), `${what} needs ${field}`);
  }
});
