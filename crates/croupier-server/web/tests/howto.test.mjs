// Holds what the page teaches against the games as the server describes them: every wager has its words, no price is written twice,
// and every reason is about the cards or dice of the round.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { happened, resultOf } from '../play/banner.js';
import { factsOf, fillIn, listed, reason, withArticle } from '../play/words.js';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const { games } = read('games.json');
const drawn = games.filter((game) => game.drawn);
const wordsOf = (game) => read(`../felts/${game}.json`);

test('every wager of a drawn game is explained, and every price with several cases has its case', () => {
  for (const game of drawn) {
    const words = wordsOf(game.name);
    assert.deepEqual(Object.keys(words.wagers).sort(), game.wagers.map(({ name }) => name).sort(), game.name);
    assert.ok(words.play.length >= 3 && words.play.some(({ show }) => show), game.name);
    for (const wager of game.wagers) {
      const cases = wager.pays.filter((row) => row.numbers.length === 0 && row.variant !== 'even-money' && wager.parts === 1);
      if (new Set(cases.map(({ wins, per }) => `${wins}:${per}`)).size < 2) continue;
      for (const row of cases) assert.ok(words.prices[row.clause] || game.dice, `${game.name} ${wager.name} ${row.clause}`);
    }
    for (const { choice } of game.choices) assert.ok(words.choices[choice]?.says, `${game.name} ${choice}`);
  }
});

test('no price is in the words: they come from the game', () => {
  for (const { name } of drawn) assert.doesNotMatch(readFileSync(new URL(`../felts/${name}.json`, import.meta.url), 'utf8'), /\b\d+ (?:to|:) \d+\b(?! )|pays? \d/);
});

test('rules and prices, no advice', () => {
  for (const { name } of drawn) assert.doesNotMatch(readFileSync(new URL(`../felts/${name}.json`, import.meta.url), 'utf8'), /\b(should|best|better|recommend|avoid|always|never|tip|strategy|chance|lucky streak)\b/i);
});

test('a reason is about these cards', () => {
  const view = { history: [], hands: [{ area: 3, cards: ['7H', '3C', 'KD'], points: 20 }], dealer: { cards: ['9S', 'AD', '2C'], points: 22 } };
  const facts = factsOf(view, 1, 3);
  const said = (clause, result) => reason(wordsOf('baceball'), { clause, result }, facts);
  assert.equal(said('5.1.3.2', 'lose'), 'Your second card was a 3, not worth ten.');
  assert.equal(said('5.1.1.3', 'lose'), 'Your 20 were less than the dealer\'s 22.');
  assert.equal(said('5.1.5.2', 'lose'), '7, 3 and king are not all worth ten.');
  assert.equal(said('12.5', 'void'), 'The round is void: your stake came back.');
  assert.equal(said('5.1.9.9', 'win'), null, 'a clause without words is said by the register');
});

test('whatever decides a wager in a round sheet has a reason in words', () => {
  for (const { name } of drawn) {
    const { reasons } = wordsOf(name);
    const folder = new URL(`../../../../sheets/${name}/`, import.meta.url);
    const rows = readdirSync(folder).filter((file) => file.endsWith('.jsonl')).flatMap((file) => readFileSync(new URL(file, folder), 'utf8').split('\n').filter(Boolean));
    const lines = rows.flatMap((row) => JSON.parse(row).want?.settled ?? []).filter(({ result }) => ['win', 'lose', 'stand-off', 'surrender', 'commission'].includes(result));
    assert.ok(lines.length > 50, `${name}: ${lines.length} settled wagers`);
    const missing = lines.filter(({ clause, result }) => !(typeof reasons[clause] === 'string' || reasons[clause]?.[result])).map(({ on, result, clause }) => `${on} ${result} ${clause}`);
    assert.deepEqual([...new Set(missing)], [], name);
  }
});

test('the cards of a past round are those of that round', () => {
  const past = { round: 4, hands: [{ area: 1, cards: ['AH'] }], dealer: { cards: ['AS'] } };
  const view = { history: [past], hands: [{ area: 1, cards: ['2H'] }], dealer: { cards: ['KS'] } };
  const line = { clause: '5.1.3.1', result: 'win' };
  assert.equal(reason(wordsOf('casino-war'), line, factsOf(view, 4, 1)), 'Your first card equalled the dealer\'s: an ace each.');
});

test('a reason is about these dice', () => {
  const view = { history: [{ round: 9, roll: [4, 4], point: 6 }], dice: { roll: [1, 1], point: null } };
  const said = (clause, result, number) => reason(wordsOf('craps'), { clause, result, number }, factsOf(view, 9, null));
  assert.equal(said('6.1.17', 'lose'), 'The roll was 8, not a Field number.');
  assert.equal(said('6.1.9', 'win', 8), '8 came as a pair: 4 and 4.');
  assert.equal(said('6.1.1.1.1', 'win'), 'An 8 on the come out roll.');
  assert.equal(fillIn('{second}', {}), null);
});

test('articles and lists', () => {
  assert.deepEqual(['ace', '8', '11', '7', 'king', 'jack'].map(withArticle), ['an ace', 'an 8', 'an 11', 'a 7', 'a king', 'a jack']);
  assert.equal(listed(['7']), '7');
  assert.equal(listed(['7', null]), null);
});

test('a result says what happened and what came back, and celebrates only what is more than the stake', () => {
  const view = { lines_round: 2, history: [], dealer: { title: 'the dealer', cards: ['9S'], points: null }, hands: [{ area: 2, cards: ['KS'], points: null }] };
  const line = (stake, change) => ({ area: 2, stake, change, result: change > 0 ? 'win' : 'lose' });
  assert.equal(happened(view, [line(500, 500)]), 'You king, dealer 9');
  assert.deepEqual(resultOf([line(500, 500), line(500, -500)], view), { kind: 'even', title: 'Your chips came back', detail: 'You king, dealer 9 · $10.00 staked, $10.00 back' });
  assert.equal(resultOf([line(500, 500), line(1000, -1000)], view).kind, 'lose');
  assert.equal(resultOf([line(500, 500)], view).title, 'You won $5.00');
  const dice = { dice: {}, lines_round: 1, history: [{ round: 1, roll: [4, 3], point: 6 }] };
  assert.equal(happened(dice, []), '4 and 3: 7');
});
