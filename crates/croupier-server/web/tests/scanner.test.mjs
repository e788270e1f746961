// A scanner's burst is known as one, and a card that is typed where an amount stands goes to the table.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AmountKeys, Burst, BURST_MS, cardIn } from '../staff/dealer/scanner.js';

/** Presses keys so many milliseconds apart; returns what the last one made. */
function typed(burst, keys, apart) {
  let at = 1000;
  return keys.map((key) => burst.press(key, at += apart)).at(-1);
}

test('cards are read as they are printed', () => {
  assert.equal(cardIn('10h'), 'TH');
  assert.equal(cardIn('KS'), 'KS');
  assert.equal(cardIn('ts'), 'TS');
  for (const text of ['', '1h', '11h', '5', 'hh', 'x5h']) assert.equal(cardIn(text), null, text);
});

test('a card and Enter at once is a scanner', () => {
  assert.deepEqual(typed(new Burst(), ['5', 'h', 'Enter'], 2), { card: '5H', typed: '5h' });
  assert.deepEqual(typed(new Burst(), ['1', '0', 'Shift', 'S', 'Enter'], BURST_MS), { card: 'TS', typed: '10S' });
});

test('a hand is slower, and words are no cards', () => {
  assert.equal(typed(new Burst(), ['5', 'h', 'Enter'], BURST_MS + 1), null);
  assert.equal(typed(new Burst(), ['a', 's', 'h', 'a', 'Enter'], 2), null);
  const burst = new Burst();
  typed(burst, ['2'], 0);
  assert.deepEqual([burst.press('5', 2000), burst.press('h', 2002), burst.press('Enter', 2004)].at(-1), { card: '5H', typed: '5h' });
});

/** Types into a field that says `value`, as a browser would; returns what the last key made. */
function amount(keys, value, text) {
  let found = null;
  for (const key of text) {
    found = keys.press(key, value);
    if (!found) value += key;
  }
  return found ?? { value };
}

test('digits are an amount', () => {
  assert.deepEqual(amount(new AmountKeys(), '', '25'), { value: '25' });
  assert.deepEqual(amount(new AmountKeys(), '', '12.50'), { value: '12.50' });
});

test('a card in the amount goes to the table, and the amount is as before', () => {
  assert.deepEqual(amount(new AmountKeys(), '25', '5h'), { card: '5H', value: '25' });
  assert.deepEqual(amount(new AmountKeys(), '25', '10h'), { card: 'TH', value: '25' });
  assert.deepEqual(amount(new AmountKeys(), '', '25h'), { card: '5H', value: '2' });
});

test('letters are for the table', () => {
  for (const key of ['n', 'k', 'w', 'h']) assert.deepEqual(new AmountKeys().press(key, '25'), { table: true });
  // A suit after Enter has no rank: the digit before was an amount.
  const keys = new AmountKeys();
  amount(keys, '', '25');
  assert.equal(keys.press('Enter', '25'), null);
  assert.deepEqual(keys.press('h', '25'), { table: true });
});
