// Reports as CSV: money, times and text as other programs read them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedOf } from '../staff/period.js';
import { cell, csvOf, plainCell } from '../staff/report.js';

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

test('figures of an hour are counts, money, times and dates', () => {
  const row = { hour: 1_700_000_000_000, 'gaming-day': '2023-11-14', money: 'play money', tables: 2, rounds: 120, 'wagers-decided': 300, turnover: 500_000, 'average-wager': 1667, drop: 0, win: -250 };
  assert.equal(csvOf([row]).split('\r\n')[1], '2023-11-14T22:13:20.000Z,2023-11-14,play money,2,120,300,5000.00,16.67,0.00,-2.50');
  assert.equal(cell('rounds', 120), '120');
  assert.equal(cell('average-wager', 1667), '$16.67');
});

test('a period names what was chosen, and times by the clock of this machine', () => {
  const asked = (fields) => Object.fromEntries(askedOf(Object.entries(fields)));
  assert.deepEqual(asked({ day: '2026-11-18', since: '', until: '', table: '3', from: '', to: '' }), { day: '2026-11-18', table: '3' });
  assert.deepEqual(asked({ since: '2026-11-18T06:00' }), { since: String(new Date(2026, 10, 18, 6).getTime()) });
});
