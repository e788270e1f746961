// Holds the words of staff's pages against what the floor can do and tell.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { actWords, KINDS, STEP_KINDS } from '../staff/acts.js';
import { eventWords, FLOOR_KINDS, GAME_KINDS, outcome, promptOf } from '../staff/happened.js';

const source = (path) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const kebab = (name) => name.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase();

/** The variants of an enum of the floor, as they are written. */
function variants(path, name) {
  const body = new RegExp(`pub enum ${name}(?:<(?:P(?: = Text)?|'a)>)? \\{([\\s\\S]*?)\\n\\}`).exec(source(path))[1];
  const named = /^(?: {4}#\[serde\(rename = "([a-z-]+)"\)\]\n)? {4}([A-Z]\w*)\s*[,({]/gm;
  return [...body.matchAll(named)].map(([, word, variant]) => word ?? kebab(variant));
}

test('every act has words', () => {
  const text = ['house', 'pool', 'promotion', 'edge', 'table'].map((kind) => source(`croupier-floor/src/act/${kind}.rs`)).join('\n');
  const acts = [...text.matchAll(/^ {8}"([a-z-]+)" [A-Z]\w* \{/gm)].map(([, name]) => name);
  assert.deepEqual(KINDS.slice().sort(), acts.sort());
});

test('every event has words', () => {
  const events = variants('croupier-view/src/seen.rs', 'Seen').filter((name) => name !== 'game');
  assert.deepEqual(FLOOR_KINDS.slice().sort(), events.sort());
  assert.deepEqual(GAME_KINDS.slice().sort(), variants('croupier-sheet/src/happened.rs', 'Happened').sort());
});

test('every step has words', () => {
  const steps = variants('croupier-sheet/src/step.rs', 'Step');
  // These follow from acts of their own, and nobody takes them by themselves.
  const never = ['sign', 'variant', 'meters', 'jackpot', 'shuffle', 'seat'];
  assert.deepEqual(STEP_KINDS.slice().sort(), steps.filter((step) => !never.includes(step)).sort());
});

test('words are said of what is there', () => {
  assert.equal(actWords({ step: { table: 1, step: { card: 'KS' } } }), 'card: king of spades');
  assert.equal(actWords({ step: { table: 1, step: { roll: [3, 4] } } }), 'roll 3 and 4, 7');
  assert.equal(actWords({ fill: { table: 4, amount: 500000 } }), 'fill of $5,000.00 at table 4');
  assert.equal(actWords({ step: { table: 1, step: { wager: {} } } }).startsWith('wager'), true);
  assert.equal(eventWords({ game: 'closed' }).words, 'no more bets');
  assert.equal(eventWords({ game: { dealt: { card: 'TH', to: 'area 3' } } }).words, 'the ten of hearts to area 3');
  assert.deepEqual(eventWords({ prompt: { what: 'riffle the cards', clause: '4.2' } }), { kind: 'prompt', words: 'riffle the cards', clause: '4.2' });
});

test('a prompt is found however it is wrapped', () => {
  const prompt = { table: 1, what: 'riffle the cards' };
  assert.deepEqual(promptOf({ prompt }), prompt);
  assert.deepEqual(promptOf({ prompt: { prompt } }), prompt);
  assert.equal(promptOf({ prompt: { notice: { what: 'bet: 10.00 to 500.00', at: 1 } } }), null);
  assert.equal(promptOf({}), null);
});

test('outcomes say what is done with the chips', () => {
  const line = (result, pays, back) => outcome({ result, stake: 1000, pays, back, charge: 50, excess: 0 });
  assert.equal(line('win', 2000, 1000), 'pay $20.00');
  assert.equal(line('lose', 0, 0), 'take $10.00');
  assert.equal(line('stand-off', 0, 1000), 'stand off, leave $10.00');
  assert.equal(line('surrender', 0, 500), 'surrender: take $5.00, give back $5.00');
  assert.equal(line('commission', 0, 1000), 'take commission $0.50');
  assert.equal(outcome({ result: 'commission', stake: 500, pays: 0, back: 0 }), 'take commission $0.00');
  assert.equal(line('void', 0, 1000), 'void: give back $10.00');
  assert.equal(line('win', 500, 0), 'pay $5.00, the stake was taken');
  assert.equal(line('win', 500, 250), 'pay $5.00, $2.50 of $10.00 stays the player’s');
});
