// Reports as CSV: money, times and text as other programs read them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf, plainCell } from '../staff/report.js';

test('figures are written for programs', () => {
  assert.equal(plainCell('drop', 1250), '12.50');
  assert.equal(plainCell('win', -5), '-0.05');
  assert.equal(plainCell('table', 7), '7');
  assert.equal(plainCell('at', 0), '1970-01-01T00:00:00.000Z');
  assert.equal(plainCell('hold', 0.0507), '0.0507');
  assert.equal(plainCell('win', null), '');
});

test('no text is a formula', () => {
  for (const text of ['=1+1', '+1', '-1', '@sum']) assert.equal(plainCell('name', text), `'${text}`);
  assert.equal(plainCell('name', 'ann'), 'ann');
});

test('a table is a heading and its rows', () => {
  assert.equal(csvOf([{ table: 1, name: 'War, "one"', drop: 100 }, { table: 2, name: null, drop: 0 }]), 'table,name,drop\r\n1,"War, ""one""",1.00\r\n2,,0.00\r\n');
  assert.equal(csvOf([]), '\r\n');
});
