// Tests that amounts are written and read to the cent.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { money, onChip, plain, read, short, signed } from '../money.js';

test('amounts are written', () => {
  const cases = [
    [plain, 0, '0.00'], [plain, 5, '0.05'], [plain, 123456789, '1,234,567.89'], [plain, -250, '−2.50'],
    [money, 100000, '$1,000.00'], [money, -5, '−$0.05'],
    [short, 500, '$5'], [short, 1250, '$12.50'], [short, 100000, '$1,000'],
    [signed, 1000, '+10.00'], [signed, -500, '−5.00'], [signed, 0, '0.00'],
    [onChip, 50, '50c'], [onChip, 500, '5'], [onChip, 250, '2.50'], [onChip, 100000, '1k'], [onChip, 50000, '500'],
  ];
  for (const [write, cents, want] of cases) assert.equal(write(cents), want);
});

test('what people type is read, or is not an amount', () => {
  const cases = [['5', 500], ['5.5', 550], ['$1,000.05', 100005], [' 0.50 ', 50], ['1000000', 100000000]];
  for (const [text, want] of cases) assert.equal(read(text), want, text);
  for (const wrong of ['', '-5', '1.234', 'five', '1,00', '5,', '1e3', '..5']) assert.equal(read(wrong), null, wrong);
});
