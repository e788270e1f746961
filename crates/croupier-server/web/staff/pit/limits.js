// Changes of the sign and of the float, as forms: limits at once or with notice, own limits, fills and credits.

import { fill } from '../forms.js';
import { titled } from '../names.js';

const wagers = (view) => view.sign.filter((row) => !row.follows && row.on !== 'jackpot').map((row) => [row.on, row.title]);
const bounds = (row) => (row && row.max !== null ? row : { min: null, max: null, unit: null });

function limitFields(row) {
  const { min, max, unit } = bounds(row);
  return [{ name: 'min', label: 'Minimum', kind: 'amount', value: min }, { name: 'max', label: 'Maximum', kind: 'amount', value: max },
    { name: 'unit', label: 'In steps of', kind: 'amount', value: unit ?? 1 }];
}

/** Changes the limits of a wager for everyone. */
export function changeLimit(floor, view, on) {
  const row = view.sign.find((it) => it.on === (on ?? wagers(view)[0]?.[0]));
  const fields = [...(on ? [] : [{ name: 'on', label: 'Wager', kind: 'choice', of: wagers(view) }]), ...limitFields(row),
    { name: 'spare', label: 'A higher minimum holds at once for newcomers; those who play already are spared', kind: 'yes' }];
  return fill(on ? `Limits of ${titled(on)}` : 'Limits', fields, 'Put the sign up', (given, wrong) => floor.act('limit', {
    table: view.table, on: on ?? given.on, limit: { min: given.min, max: given.max, unit: given.unit }, spare: given.spare,
  }, null, wrong), { words: 'A higher minimum waits until its sign has stood for twenty minutes, unless those who play are spared. Other changes hold from the next round.' });
}

/** Has the sparing of a higher minimum end. */
export function endSparing(floor, view) {
  const spared = [...new Set(view.seats.flatMap((seat) => seat.spared ?? []))];
  return fill('End the sparing', [{ name: 'on', label: 'Wager', kind: 'choice', of: spared.map((on) => [on, titled(on)]) }], 'Put the sign up',
    ({ on }, wrong) => floor.act('end-sparing', { table: view.table, on }, null, wrong), { words: 'A second sign must stand before one minimum holds for all.' });
}

/** Gives a player limits of their own, or takes them away. */
export function ownLimit(floor, view) {
  const fields = [{ name: 'player', label: 'Player', kind: 'choice', of: view.seats.filter((seat) => seat.taken).map((seat) => seat.name) },
    { name: 'on', label: 'Wager', kind: 'choice', of: wagers(view) },
    ...limitFields(null).map((field) => ({ ...field, required: false })), { name: 'none', label: 'As for all: take the own limits away', kind: 'yes' }];
  return fill('Limits of one player', fields, 'Put the sign up', ({ player, on, min, max, unit, none }, wrong) => floor.act('own-limit', {
    table: view.table, player, on, limit: none ? null : { min: min ?? 0, max: max ?? 0, unit: unit ?? 1 },
  }, null, wrong));
}

/** Moves chips between a float and the cage. */
export function amount(floor, kind, table, title, words) {
  return fill(`${title} for table ${table}`, [{ name: 'amount', label: 'Amount', kind: 'amount', autofocus: true }], title,
    (given, wrong) => floor.act(kind, { table, amount: given.amount }, null, wrong), { words });
}
