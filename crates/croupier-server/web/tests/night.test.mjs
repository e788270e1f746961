// Holds the course of the balance and the own results of past rounds against the lines of a statement.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownResults } from '../pages/history.js';
import { courseOf } from '../pages/statement.js';

test('the course begins at the first line at a table and ends at the last', () => {
  const lines = [{ table: null, balance: 0 }, { table: 4, balance: 1000 }, { table: 4, balance: 1500 }, { table: 2, balance: 500 }];
  const { least, most, first, last, path } = courseOf(lines);
  assert.deepEqual([least, most, first, last], [500, 1500, 1000, 500]);
  assert.equal(path, 'M0 75H320V0H640V150');
  assert.equal(courseOf(lines.slice(0, 2)), null, 'one line has no course');
});

test('own results are those of this table, by round', () => {
  const line = (table, round, change, wager = 'initial on area 3') => ({ table, round, change, wager });
  const rounds = ownResults({ lines: [line(4, 1, 500), line(4, 1, -100), line(4, 2, null), line(2, 1, 5), line(4, 3, 7, ''), line(4, 4, 0)] }, 4);
  assert.deepEqual([...rounds].map(([round, lines]) => [round, lines.length]), [[1, 2], [4, 1]], 'a stand-off is a result, a wager that is only placed is none');
  assert.equal(ownResults({}, 4).size, 0);
});
