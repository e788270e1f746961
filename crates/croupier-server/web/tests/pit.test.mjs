// Figures of the pit that the page works out itself.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { averageWager } from '../staff/pit/tables.js';

test('the average wager is turnover by wagers that are decided', () => {
  assert.equal(averageWager({ turnover: 10_000, 'wagers-decided': 3 }), '$33.33');
  for (const none of [undefined, {}, { turnover: 0, 'wagers-decided': 0 }]) assert.equal(averageWager(none), '');
});
