// Slips: what stands on paper when chips go to a table or come from it, and in a dispute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slipOf, slipOfComplaint } from '../staff/paper.js';

test('a fill and a credit have a slip each, and nothing else has', () => {
  const fill = slipOf({ act: { fill: { table: 3, amount: 125_000 } }, request: 7, by: 'sue', at: 0 });
  assert.equal(fill.title, 'Fill slip');
  assert.deepEqual(Object.fromEntries(fill.facts.slice(0, 6)), { Request: '7', Table: '3', Amount: '$1,250.00', From: 'the cage', To: 'the float', 'Asked by': 'sue' });
  const credit = slipOf({ act: { credit: { table: 3, amount: 100 } }, number: 12, by: 'sue', at: 0 });
  assert.deepEqual(credit.facts[0], ['Entry of the journal', '12']);
  assert.deepEqual(credit.facts.slice(3, 5), [['From', 'the float'], ['To', 'the cage']]);
  assert.deepEqual(credit.signers, ['Dealer', 'Supervisor', 'Cashier']);
  for (const act of [{ mint: { amount: 1 } }, 'look', null]) assert.equal(slipOf({ act, by: 'sue', at: 0 }), null);
});

test('a dispute has what was decided', () => {
  const slip = slipOfComplaint({ complaint: 1, person: 'ann', table: 2, at: 0, what: 'paid short', decisions: ['paid again', 'upheld'] });
  assert.deepEqual(slip.facts.slice(-2), [['Decision', 'paid again'], ['On review', 'upheld']]);
});
