// Holds what the forms about misconduct and fraud send against what the floor takes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actWords } from '../staff/acts.js';
import { approvals } from '../staff/forfeit.js';
import { actsOf, peopleAt } from '../staff/measures.js';

test('the measures have one reason, and the wagers of all are void in one step', () => {
  const acts = actsOf(4, ['ann', 'bob'], ['detain', 'conduct', 'bar'], 'an earpiece');
  assert.deepEqual(acts.map(([kind]) => kind), ['step', 'bar', 'bar', 'detain', 'detain']);
  assert.deepEqual(acts[0][1], { table: 4, step: { irregular: { what: 'conduct', players: ['ann', 'bob'], why: 'an earpiece' } } });
  assert.deepEqual(acts[2][1], { table: 4, name: 'bob', why: 'an earpiece' });
});

test('who stands at a table with a wager is there, too', () => {
  const view = { seats: [{ seat: 1, taken: true, name: 'ann' }, { seat: 2, taken: false }], wagers: [{ player: 'ann' }, { player: 'cat' }, { player: 'cat' }] };
  assert.deepEqual(peopleAt(view), [['ann', '1 ann'], ['cat', 'cat']]);
});

test('whoever agrees to a fraud that leaves it open must direct the forfeiture', () => {
  assert.deepEqual(approvals({ request: 7 }), [['Approve', { request: 7 }]]);
  assert.deepEqual(approvals({ request: 7, forfeit: ['no', 'yes'] }).map(([, fields]) => fields), [{ request: 7, forfeit: 'no' }, { request: 7, forfeit: 'yes' }]);
});

test('a fraud, its approval and a void hand are in words', () => {
  const step = (step) => ({ step: { table: 1, step } });
  assert.equal(actWords(step({ irregular: { what: 'invalidate', cause: 'fraud', players: ['ann', 'bob'], forfeit: 'no', why: 'marks' } })),
    'irregular: invalidate, cause fraud, ann and bob, their wagers go back, like those of the others: marks');
  assert.equal(actWords({ approve: { request: 7, forfeit: 'yes' } }), 'approve request 7: their wagers for this result are forfeited');
  assert.equal(actWords(step({ ruling: { answer: 'no', area: 2 } })), 'ruling: no, only the hand of area 2 is void');
});
