// Tests that the browser draws promotions as the house does, and the forms of the promotions desk. The numbers were
// computed by the Python of docs/promotions.md; the same are in crates/croupier-floor/src/promotion.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { bigEndian, bytes, hash, hex, text } from '../chance/draws.js';
import { entryBytes, leafOf, Numbers, rootFrom, rootOf, seedCommitment } from '../chance/promotion.js';
import { LEAST_ROLLS, randomValue, valueOf } from '../chance/value.js';
import { verifyDraw, verifyEntry } from '../chance/verify-promotion.js';
import { DRAW_MS, farCountdown, grouped, shownAt, STEP_MS } from '../pages/draw-steps.js';
import { kindName, prizeFields, prizeOf } from '../staff/promotions/prize-fields.js';
import { rewardsOf, rewardsText, termsOf } from '../staff/promotions/terms.js';

const filled = (byte) => new Uint8Array(32).fill(byte);
const SALT = filled(6);
const inputs = (entries) => ({ promotion: 7, seed: filled(1), root: filled(2), entries, value: filled(3) });

async function drawn(entries, count) {
  const [numbers, found] = [await Numbers.of(inputs(entries)), []];
  while (found.length < count) found.push(await numbers.next(entries));
  return found;
}

test('draws never change', async () => {
  assert.equal(await seedCommitment(7, filled(1)), '576b867ddd07c66acd5d6b28c3db0f272c5ff9c755c9b8221f3991f412b5d91d');
  assert.deepEqual(await drawn(1_000_000, 6), [745_474, 330_753, 171_902, 195_582, 461_753, 692_142]);
  assert.deepEqual(await drawn(3, 12), [3, 3, 3, 2, 3, 3, 3, 3, 2, 1, 2, 3]);
  assert.equal(await (await Numbers.of(inputs(0))).next(0), null);
});

const ENTRIES = ['000000070000000100000000050000000003000000000000000c',
  '0000000700000002018605552d849974ccc38f1e2cafafc87a1385ed87b5803c51b84f31b0ddc64ba80100000002', '0000000700000003000000000602000000020000000100000009'];
const entrySalt = async (number) => (await hash(text('croupier entry salt'), SALT, bigEndian(number, 4))).slice(0, 16);
const ROOT = '871f9760640a5b100555a67e4ad7fd6837cf68229caf5f5a3edded60e44406c4';
const leaves = (all) => Promise.all(all.map(async (digits, at) => leafOf(await entrySalt(at + 1), bytes(digits, digits.length / 2))));

/** The hashes beside the way from a leaf up to the root, the lowest first. */
async function pathOf(all, number) {
  if (all.length < 2) return [];
  let half = 1;
  while (half * 2 < all.length) half *= 2;
  const [left, right] = [all.slice(0, half), all.slice(half)];
  return number <= half ? [...await pathOf(left, number), await rootOf(right)] : [...await pathOf(right, number - half), await rootOf(left)];
}

test('the root of entries is the one that the house computes', async () => {
  assert.equal(hex(await rootOf(await leaves(ENTRIES))), ROOT);
});

test('every entry of a tree of any size is found in it, and in no other', async () => {
  for (const size of [1, 2, 3, 5, 8, 13]) {
    const all = await leaves(Array.from({ length: size }, (_, at) => String(at).padStart(8, '0')));
    const root = hex(await rootOf(all));
    for (let number = 1; number <= size; number += 1) {
      const path = await pathOf(all, number);
      assert.equal(hex(await rootFrom(all[number - 1], number, size, path)), root, `${number} of ${size}`);
      assert.equal(await rootFrom(all[number - 1], size + 1, size, path), null);
      if (size > 1) assert.equal(await rootFrom(all[number - 1], number, size, path.slice(1)), null);
      const other = await rootFrom(all[number % size], number, size, path);
      assert.equal(other && hex(other) === root, size === 1);
    }
  }
});

test('an entry is proved to have been in the barrel', async () => {
  const path = (await pathOf(await leaves(ENTRIES), 2)).map(hex);
  const [proof, closed] = [{ number: 2, entries: 3, path, root: ROOT }, { root: ROOT, entries: 3 }];
  const told = { bytes: ENTRIES[1], salt: hex(await entrySalt(2)), proof };
  assert.equal((await verifyEntry(told, closed)).right, true);
  for (const wrong of [{ number: 1 }, { entries: 4 }, { entries: 5 }, { root: '00'.repeat(32) }, { path: [path[0]] }, { path: ['no', path[1]] }]) {
    assert.equal((await verifyEntry({ ...told, proof: { ...proof, ...wrong } }, closed)).right, false, JSON.stringify(wrong));
  }
  for (const salt of ['no', hex(await entrySalt(1))]) assert.equal((await verifyEntry({ ...told, salt }, closed)).right, false);
  for (const bytes of [ENTRIES[0], 'no']) assert.equal((await verifyEntry({ ...told, bytes }, closed)).right, false);
  assert.equal((await verifyEntry(told, { ...closed, root: '00'.repeat(32) })).right, false);
});

const NAMED = '8605552d849974ccc38f1e2cafafc87a1385ed87b5803c51b84f31b0ddc64ba8';
const OPEN = [{ who: { person: 5 }, source: { wager: { table: 3, round: 12 } } }, { who: { named: NAMED }, source: { hand: { by: 2 } } }, { who: { person: 6 }, source: { file: { by: 2, file: 1, row: 9 } } }];
const salted = (entries) => Promise.all(entries.map(async (entry, at) => ({ ...entry, salt: hex(await entrySalt(at + 1)) })));

test('an entry is written as it is hashed', () => {
  OPEN.forEach((entry, at) => assert.equal(hex(entryBytes(7, at + 1, entry)), ENTRIES[at]));
});

/** Makes a sound proof of a draw of `prizes` from `entries`; `passes(entry, won)` says who does not win. */
async function proofOf({ entries: open = OPEN, prizes = [1, 1], oneEach = false, unfit = [] } = {}) {
  const entries = await salted(open);
  const terms = { games: ['craps'], prizes: prizes.map((count) => ({ kind: 'goods', value: 5, count })), ...(oneEach ? { one_each: true } : {}) };
  const all = await Promise.all(entries.map((entry, at) => leafOf(bytes(entry.salt, 16), entryBytes(7, at + 1, entry))));
  const root = hex(await rootOf(all));
  const numbers = await Numbers.of({ promotion: 7, seed: filled(1), root: bytes(root, 32), entries: entries.length, value: filled(3) });
  const [draw, won] = [{ drawn: [] }, new Set()];
  const gone = (entry) => unfit.includes(entry);
  for (const prize of prizes.flatMap((count, at) => Array.from({ length: count }, () => at + 1))) {
    let left = draw.left;
    for (let tried = 0; ; tried += 1) {
      if (tried === 20) left = entries.map((_, at) => at + 1).filter((entry) => !gone(entry) && !won.has(entry));
      const number = await numbers.next(left ? left.length : entries.length);
      const entry = left ? left[number - 1] : number;
      const passed = gone(entry) ? 'removed' : won.has(entry) ? 'has-won' : undefined;
      draw.drawn.push({ award: draw.drawn.length + 1, prize, entry, ...(left ? { left: left.length } : {}), ...(passed ? { passed } : {}) });
      if (passed) continue;
      won.add(entry);
      draw.left = left?.filter((other) => other !== entry);
      break;
    }
  }
  if (draw.left) draw.unfit = unfit.map((entry) => ({ entry, why: 'removed' }));
  delete draw.left;
  return { promotion: 7, terms, terms_hash: hex(await hash(text(JSON.stringify(terms)))), commitment: await seedCommitment(7, filled(1)), seed: hex(filled(1)),
    closed: { root, entries: entries.length, at: 1 }, value: { value: hex(filled(3)), from: 'scrutineer' }, draws: [draw], entries };
}

test('a draw is found right, and each thing that is wrong with it is found', async () => {
  const told = await proofOf();
  const { steps, right } = await verifyDraw(told);
  assert.equal(right, true, steps.map(({ words }) => words).join(' '));
  const [{ drawn }] = told.draws;
  const draws = (next, more = {}) => ({ draws: [{ drawn: next, ...more }] });
  const change = (at, what) => draws(drawn.map((it, index) => (index === at ? { ...it, ...what } : it)));
  const last = drawn.length - 1;
  const wrongs = {
    seed: { seed: hex(filled(9)) }, commitment: { commitment: '00'.repeat(32) }, value: { value: { ...told.value, value: hex(filled(9)) } }, promotion: { promotion: 8 },
    root: { closed: { ...told.closed, root: hex(filled(9)) } }, size: { closed: { ...told.closed, entries: 4 } }, listed: { entries: [told.entries[1], told.entries[0], told.entries[2]] }, fewer: { entries: told.entries.slice(1) }, salt: { entries: [{ ...told.entries[0], salt: '00'.repeat(16) }, ...told.entries.slice(1)] }, noSalt: { entries: OPEN },
    terms: { terms: { ...told.terms, one_each: true } }, digits: { value: { ...told.value, value: 'no' } }, none: { draws: [] },
    entry: change(0, { entry: drawn[0].entry % 3 + 1 }), prize: change(0, { prize: 2 }), passes: change(0, { passed: 'has-won' }), wins: change(last, { passed: 'has-won' }), left: change(0, { left: 2 }),
    short: draws(drawn.slice(0, last)), more: draws([...drawn, { ...drawn[last], award: last + 2 }]), undrawn: draws(drawn, { undrawn: [2] }), unfit: draws(drawn, { unfit: [{ entry: drawn[last].entry, why: 'removed' }] }),
    again: { draws: [...told.draws, ...told.draws] }, nothing: { draws: [...told.draws, { again: { award: 99, reason: 'absent' }, drawn: [] }] },
  };
  for (const [name, wrong] of Object.entries(wrongs)) assert.equal((await verifyDraw({ ...told, ...wrong })).right, false, name);
});

test('the acts of a draw are in the journal that the house has signed', async () => {
  const told = JSON.parse(await readFile(new URL('draw-proof.json', import.meta.url), 'utf8'));
  const { steps, right } = await verifyDraw(told);
  assert.equal(right, true, steps.map(({ words }) => words).join(' '));
  for (const words of ['is signed by the key', 'acts of the draw are in the journal', 'These acts say the same', 'A value was also given, in vain']) assert.ok(steps.some((step) => step.good === true && step.words.includes(words)), words);
  const { journal } = told;
  const act = (at, what) => ({ journal: { ...journal, acts: journal.acts.map((it, index) => (index === at ? { ...it, ...what } : it)) } });
  const wrongs = {
    at: act(3, { at: 1 }), who: act(3, { who: 99 }), number: act(3, { number: 1 }), body: act(4, { body: { text: '' } }), kind: act(3, { kind: 'attend-draw' }), path: act(2, { path: [] }),
    closing: { journal: { ...journal, acts: journal.acts.filter((_, at) => at !== 3) } }, redraw: { journal: { ...journal, acts: journal.acts.slice(0, 6) } },
    signature: { journal: { ...journal, checkpoint: journal.checkpoint.replace('\nat ', '\nat 1') } }, order: { journal: { ...journal, acts: [...journal.acts].reverse() } },
    tried: { journal: { ...journal, tried: journal.tried.map((it) => ({ ...it, who: 99 })) } }, none: { journal: { ...journal, checkpoint: 'none' } },
  };
  for (const [name, wrong] of Object.entries(wrongs)) assert.equal((await verifyDraw({ ...told, ...wrong })).right, false, name);
});

test('entries of which only the hash is told are in the barrel too', async () => {
  const told = await proofOf();
  const all = await leaves(ENTRIES);
  assert.equal((await verifyDraw({ ...told, entries: all.map(hex) })).right, true);
  assert.equal((await verifyDraw({ ...told, entries: ['no', ...all.slice(1).map(hex)] })).right, false);
});

test('those that were put aside are not counted', async () => {
  const entries = Array.from({ length: 400 }, (_, at) => ({ who: { person: at + 1 }, source: { hand: { by: 2 } } }));
  const unfit = entries.map((_, at) => at + 1).filter((entry) => entry !== 7 && entry !== 31);
  const told = await proofOf({ entries, unfit });
  assert.ok(told.draws[0].drawn.some(({ left }) => left === 2), 'twenty in a row could not win');
  assert.equal((await verifyDraw(told)).right, true);
  const [draw] = told.draws;
  assert.equal((await verifyDraw({ ...told, draws: [{ ...draw, unfit: draw.unfit.slice(1) }] })).right, false);
});

test('a prize that is drawn again goes on with the next number', async () => {
  const told = await proofOf({ prizes: [1] });
  const numbers = await Numbers.of({ promotion: 7, seed: filled(1), root: bytes(told.closed.root, 32), entries: 3, value: filled(3) });
  for (const _ of told.draws[0].drawn) await numbers.next(3);
  const [first] = told.draws[0].drawn;
  const drawn = [];
  while (drawn.at(-1)?.passed !== undefined || drawn.length === 0) {
    const entry = await numbers.next(3);
    drawn.push({ award: 2 + drawn.length, prize: 1, entry, ...(entry === first.entry ? { passed: 'has-won' } : {}) });
  }
  const again = { again: { award: 1, reason: 'absent' }, drawn };
  const { right, steps } = await verifyDraw({ ...told, draws: [...told.draws, again] });
  assert.equal(right, true, steps.at(-1).words);
  assert.match(steps.at(-1).words, /because the winner was not there/);
});

test('the value of a public source is compared with what it has published', async () => {
  const told = await proofOf();
  const about = async (value) => (await verifyDraw({ ...told, value })).steps.find(({ words }) => /public source/.test(words));
  assert.equal(await about(told.value), undefined);
  const published = 'The numbers of the day: 4 8 15';
  assert.equal((await about({ value: hex(await hash(text(published))), from: 'public-source', published })).good, true);
  assert.equal((await about({ value: hex(filled(3)), from: 'public-source', published })).good, false);
});

test('a cancelled promotion says who would have won', async () => {
  const { draws: _, ...told } = await proofOf();
  const { right, steps } = await verifyDraw({ ...told, cancelled: true });
  assert.equal(right, true);
  assert.match(steps.at(-1).words, /would have been [123]\./);
  assert.equal((await verifyDraw({ ...told, cancelled: true, value: undefined })).right, null);
  assert.equal((await verifyDraw(told)).right, false);
});

test('nothing is said of a draw before it is made', async () => {
  const told = await proofOf();
  for (const what of [{ seed: undefined }, { value: undefined, seed: undefined }, { closed: undefined }, { commitment: undefined }]) {
    const { right, steps } = await verifyDraw({ ...told, ...what });
    assert.deepEqual([right, steps.length], [null, 1]);
  }
});

test('a value is drawn, typed or thrown', async () => {
  const value = randomValue();
  assert.match(value, /^[0-9a-f]{64}$/);
  assert.deepEqual(await valueOf(` ${value.toUpperCase()} `), { value });
  const rolls = await valueOf('1 2 3 4 5 6 '.repeat(10));
  assert.equal(rolls.rolls, 60);
  assert.match(rolls.value, /^[0-9a-f]{64}$/);
  for (const wrong of ['', '123456', '1'.repeat(LEAST_ROLLS - 1), 'abc', '7'.repeat(60)]) assert.equal(typeof (await valueOf(wrong)).wrong, 'string', wrong);
});

test('a form becomes terms; what nobody has said is left out', () => {
  const empty = { games: ['craps'], entry: 'by-hand', manner: '', wager: '', least: null, on: '', closes: null, presence: null, one_each: false, winners_named: false, source: '' };
  assert.deepEqual(termsOf(empty, []), { games: ['craps'], entry: 'by-hand', prizes: [] });
  const more = termsOf({ ...empty, manner: 'by lot', wager: 'least', least: 1000, on: 'tie', presence: false, closes: 5, one_each: true }, []);
  assert.deepEqual(more, { games: ['craps'], entry: 'by-hand', manner: 'by lot', wager: { least: { amount: 1000, on: 'tie' } }, presence: false, closes: 5, one_each: true, prizes: [] });
  assert.equal(termsOf({ ...empty, wager: 'none' }, []).wager, 'none');
});

const asked = (field, kind = 'text', more = {}) => ({ field, title: field, clause: '10.7.11', game: 'craps', kind, wanted: true, ...more });
const FORM = {
  games: [{ game: 'craps', title: 'Craps', wagers: [] }], limits: { clauses: { liquor: { clause: '10.5.4', game: 'craps' }, 'cash-instead': { clause: '10.3', game: 'craps' } } },
  kinds: [
    { kind: 'cash', cash_instead: false, fields: [] }, { kind: 'goods', cash_instead: true, fields: [] },
    { kind: 'voucher', cash_instead: true, fields: [asked('games', 'games'), asked('expires', 'time')] },
    { kind: 'vehicle', cash_instead: true, fields: [asked('make'), asked('model'), asked('accessories'), asked('on_road', 'flag')] },
    { kind: 'travel', cash_instead: true, fields: [asked('persons', 'number'), asked('includes', 'includes', { flags: ['airfares', 'meals'], texts: ['duration', 'accommodation'] }), asked('restrictions'), asked('spending_money', 'flag')] },
    { kind: 'estate', cash_instead: true, fields: [asked('dwelling'), asked('includes', 'includes', { flags: ['fixtures', 'furniture'] })] },
  ],
};

test('a prize of each kind comes back from its form as it was', () => {
  const prizes = [
    { kind: 'cash', value: 500000, details: 'money', conditions: 'none' },
    { kind: 'goods', value: 100, details: 'a hamper', conditions: 'none', count: 3, liquor_litres: 2, cash_instead: 90 },
    { kind: { voucher: { games: ['craps'], expires: 60_000 } }, value: 2000, details: 'tokens', conditions: 'none' },
    { kind: { vehicle: { make: 'A', model: 'B', accessories: 'none', on_road: false } }, value: 9, details: 'a car', conditions: 'none' },
    { kind: { travel: { persons: 2, includes: { airfares: true, meals: false, duration: 'a week', accommodation: 'a hotel' }, restrictions: 'in May', spending_money: true } }, value: 9, details: 'Fiji', conditions: 'none' },
    { kind: { estate: { dwelling: 'a flat', includes: { fixtures: false, furniture: false } } }, value: 9, details: 'a flat', conditions: 'none' },
    { kind: { estate: { dwelling: 'a flat' } }, value: 9 },
  ];
  for (const prize of prizes) {
    const kind = { ...FORM.kinds.find((it) => it.kind === kindName(prize)), common: [asked('details'), asked('value', 'money'), asked('conditions')] };
    const fields = prizeFields(prize, kind, FORM);
    const given = Object.fromEntries(fields.map(({ name, value }) => [name, value ?? null]));
    assert.deepEqual(prizeOf(kind, given), prize, kind.kind);
    assert.deepEqual(fields.map(({ name }) => name).filter((name) => name === 'cash_instead').length, kind.cash_instead ? 1 : 0);
  }
});

test('a screen shows a draw step by step, and all screens the same', () => {
  const draw = { drawnAt: 1000, draws: 3 };
  assert.deepEqual(shownAt({ drawnAt: null, draws: 0 }, 5), { steps: 0, draws: 0, over: false });
  assert.deepEqual(shownAt(draw, 1000), { steps: 1, draws: 0, over: false });
  assert.deepEqual(shownAt(draw, 500), { steps: 1, draws: 0, over: false });
  assert.deepEqual(shownAt(draw, 1000 + 3 * STEP_MS), { steps: 4, draws: 0, over: false });
  assert.deepEqual(shownAt(draw, 1000 + 4 * STEP_MS), { steps: 4, draws: 1, over: false });
  assert.deepEqual(shownAt(draw, 1000 + 4 * STEP_MS + 2 * DRAW_MS), { steps: 4, draws: 3, over: false });
  assert.deepEqual(shownAt(draw, 1000 + 4 * STEP_MS + 3 * DRAW_MS), { steps: 4, draws: 3, over: true });
  assert.equal(shownAt({ drawnAt: 0, draws: 1000 }, 200_000).over, true);
});

test('a countdown can be read from afar', () => {
  const of = (text, milliseconds) => assert.equal(farCountdown(milliseconds), text);
  of('0:00', -5);
  of('1:07', 67_000);
  of('2 h 05 min', 7_500_000);
  of('3 d 4 h', 273_600_000);
  assert.deepEqual(grouped('0123456789abcdef01'), ['01234567', '89abcdef', '01']);
});

test('rewards are typed as number and amount', () => {
  assert.deepEqual(rewardsOf('20 x 50.00, 5x$100; 1 × 0.5'), [{ amount: 5000, count: 20 }, { amount: 10000, count: 5 }, { amount: 50, count: 1 }]);
  assert.equal(rewardsText([{ amount: 5000, count: 20 }, { amount: 50, count: 1 }]), '20 x 50.00, 1 x 0.50');
  assert.deepEqual(rewardsOf(''), []);
  for (const wrong of ['twenty', '20 x', 'x 5', '5 x 1.234', '-1 x 5']) assert.throws(() => rewardsOf(wrong), /is no reward/);
});
