// Tests that the browser draws what the house draws: the frozen vectors of crates/croupier-floor/src/random.rs.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { ChaCha20 } from '../chance/chacha20.js';
import { verify, verifyBurn, verifyMystery } from '../chance/verify.js';
import { burnCommitment, burnDraws, bytes, commitment, draws, hex, placeOf, poolCommitment, poolDraw, seal } from '../chance/draws.js';

const ZERO = new Uint8Array(32);

test('the stream of the zero key begins as published', () => {
  const stream = new ChaCha20(ZERO);
  const words = Array.from({ length: 18 }, () => stream.next());
  assert.equal(words[0], 0xade0b876);
  assert.equal(words[15], 0x8665eeb2);
  assert.notEqual(words[16], words[0]);
});

test('the draws of the zero key never change', async () => {
  const drawn = await draws(ZERO, []);
  const six = new Array(52).fill(6);
  assert.equal([1, 2, 3, 4].map(() => drawn.card(six)).join(' '), '9S 4D 4H 2S');
  const totals = [1, 2, 3, 4].map(() => drawn.roll().reduce((a, b) => a + b));
  assert.deepEqual(totals, [5, 8, 11, 8]);
});

test('a shoe is drawn to its end, and additions change it', async () => {
  const key = new Uint8Array(32).fill(1);
  const counts = new Array(52).fill(2);
  const [ann, bob] = [await draws(key, ['ann']), await draws(key, ['bob'])];
  assert.notDeepEqual(Array.from({ length: 9 }, () => ann.roll()), Array.from({ length: 9 }, () => bob.roll()));
  const drawn = await draws(key, ['ann']);
  for (let left = 104; left > 0; left -= 1) {
    const face = drawn.card(counts);
    counts['CDHS'.indexOf(face[1]) * 13 + 'A23456789TJQK'.indexOf(face[0])] -= 1;
  }
  assert.equal(drawn.card(counts), null);
  assert.ok(counts.every((count) => count === 0));
});

test('a commitment binds table, number and key', async () => {
  const key = new Uint8Array(32).fill(7);
  const own = createHash('sha256').update('croupier commitment')
    .update(Buffer.from([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2])).update(key).digest('hex');
  assert.equal(await commitment(1, 2, key), own);
  assert.notEqual(await commitment(1, 3, key), own);
});

test('keys are read as they are written', () => {
  const key = Uint8Array.from({ length: 32 }, (_, at) => at * 7);
  assert.deepEqual(bytes(hex(key), 32), key);
  for (const wrong of ['', '07', 'zz', '07'.repeat(33), '0é'.repeat(21)]) assert.equal(bytes(wrong, 32), null);
});

test('a round is found right, and each thing that is wrong with it is found', async () => {
  const key = hex(ZERO);
  const told = {
    table: 3, commitment: 9, committed: await commitment(3, 9, ZERO), key, words: [],
    draws: [{ card: '9S', from: new Array(52).fill(6) }],
  };
  assert.equal((await verify(told)).right, true);
  const wrongs = [
    { draws: [{ card: '8S', from: new Array(52).fill(6) }] }, { committed: '00'.repeat(32) },
    { lost: true, key: null }, { key: '11'.repeat(32) }, { table: 4 }, { key: 'no key' },
  ];
  for (const wrong of wrongs) assert.equal((await verify({ ...told, ...wrong })).right, false, JSON.stringify(wrong));
  const waiting = await verify({ ...told, key: null });
  assert.deepEqual([waiting.right, waiting.steps.length], [null, 1]);
});

test('words are sealed as the house seals them, and each thing that is wrong with them is found', async () => {
  const sealed = await seal(3, 9, 2, 'rain on the roof');
  assert.equal(sealed, '1f94ddb7ebbb166b1998f47f7effbbeee669335732743b208886ea3f47b4e1f3');
  const words = [{ seat: 1, sealed: '00'.repeat(32), text: null }, { seat: 2, sealed, text: 'rain on the roof' }];
  const roll = (await draws(ZERO, ['rain on the roof'])).roll();
  const told = { table: 3, commitment: 9, committed: await commitment(3, 9, ZERO), key: hex(ZERO), words, draws: [{ roll }] };
  assert.equal((await verify(told)).right, true);
  const [lapsed, opened] = words;
  for (const wrong of [[lapsed, { ...opened, text: 'rain' }], [lapsed, { ...opened, seat: 3 }], [{ ...lapsed, text: 'luck' }, opened]]) {
    assert.equal((await verify({ ...told, words: wrong })).right, false, JSON.stringify(wrong));
  }
});

test('burned cards are found right, and each thing that is wrong with them is found', async () => {
  const from = new Array(52).fill(6);
  const again = await burnDraws(ZERO, 150);
  const first = again.card(from);
  const left = from.map((count, at) => (at === placeOf(first) ? count - 1 : count));
  const cards = [first, again.card(left)];
  const told = { table: 3, shuffle: 2, committed: await burnCommitment(3, 2, ZERO), cut: 150, key: hex(ZERO), from, cards };
  assert.equal((await verifyBurn(told)).right, true);
  assert.equal((await verifyBurn({ ...told, key: null, from: null, cards: null })).right, null);
  assert.equal((await verifyBurn({ ...told, cut: 151 })).right, false);
  assert.equal((await verifyBurn({ ...told, shuffle: 3 })).right, false);
  assert.equal((await verifyBurn({ ...told, cards: [...cards].reverse() })).right, cards[0] === cards[1]);
  assert.equal((await verifyBurn({ ...told, key: '00' })).right, false);
  assert.equal(`${first} ${cards[1]}`, '4D 6C');
});

test('the mystery draws of the zero key never change', async () => {
  // The same figures are in crates/croupier-view/src/mystery.rs.
  assert.equal(await poolDraw('trigger', ZERO, 200), 10);
  assert.equal(await poolDraw('trigger', ZERO, 10_000_000), 604_010);
  assert.equal(await poolDraw('winner', ZERO, 7), 4);
  assert.equal(await poolDraw('winner', ZERO, 1), 0);
});

test('a mystery prize is found right, and each thing that is wrong with it is found', async () => {
  const [above, ceiling] = [5000, 5200];
  const trigger = above + 1 + await poolDraw('trigger', ZERO, ceiling - above);
  const winner = await poolDraw('winner', ZERO, 3) + 1;
  const before = trigger - 60;
  const told = {
    pool: 2, number: 4, above, ceiling, highest: before,
    trigger_commitment: await poolCommitment('trigger', 2, 4, ZERO), winner_commitment: await poolCommitment('winner', 2, 4, ZERO),
    won: {
      trigger_key: hex(ZERO), winner_key: hex(ZERO), trigger, winner, of: 3,
      crossing: { table: 11, round: 9, before, added: [25, 25, 25], after: before + 75, eligible: [1, 4, 6], count: 3 },
      award: { award: 1, reading: before + 75, area: [1, 4, 6][winner - 1], pays: before + 100 },
    },
  };
  assert.equal((await verifyMystery(told)).right, true);
  assert.equal((await verifyMystery({ ...told, won: undefined })).right, null);
  const { won } = told;
  for (const [what, wrong] of Object.entries({
    number: { number: 5 }, pool: { pool: 3 }, ceiling: { ceiling: 5199 }, above: { above: 4999 }, passed: { highest: trigger },
    key: { won: { ...won, trigger_key: hex(new Uint8Array(32).fill(1)) } }, noKey: { won: { ...won, winner_key: 'ab' } },
    trigger: { won: { ...won, trigger: trigger + 1 } }, winner: { won: { ...won, winner: winner % 3 + 1 } }, of: { won: { ...won, of: 4 } },
    added: { won: { ...won, crossing: { ...won.crossing, added: [25, 25] } } }, none: { won: { ...won, crossing: null } },
    short: { won: { ...won, crossing: { ...won.crossing, before: trigger - 80, after: trigger - 5 } } },
    paid: { won: { ...won, award: { ...won.award, area: 7 } } }, less: { won: { ...won, award: { ...won.award, pays: 100 } } },
    reading: { won: { ...won, award: { ...won.award, reading: trigger } } }, listed: { won: { ...won, crossing: { ...won.crossing, eligible: [1, 4, 6, 7] } } },
  })) assert.equal((await verifyMystery({ ...told, ...wrong })).right, false, what);
  // The keys of a prize that nobody has won, because its pool is over; and of one that are lost.
  const { trigger_key, winner_key } = won;
  const unwon = { ...told, won: undefined, shown: { trigger_key, winner_key, trigger } };
  assert.equal((await verifyMystery(unwon)).right, true);
  for (const wrong of [{ number: 5 }, { highest: trigger }, { shown: { ...unwon.shown, trigger: trigger + 1 } }, { shown: { ...unwon.shown, winner_key: trigger_key.replace(/./g, '1') } }]) {
    assert.equal((await verifyMystery({ ...unwon, ...wrong })).right, false, JSON.stringify(wrong));
  }
  assert.equal((await verifyMystery({ ...told, won: undefined, lost: true })).right, null);
});
