// Changes of the sign and of the float, as forms: limits at once or with notice, own limits, fills and credits.

import { gameNamed } from '../../games.js';
import { fill } from '../forms.js';
import { titled } from '../names.js';

const wagers = (view) => view.sign.filter((row) => !row.follows && !row.fixed_price && !row.cap).map((row) => [row.on, row.title]);
const limitOf = ({ min, max, unit }) => ({ min: min ?? 0, max: max ?? 0, ...(unit ? { unit } : {}) });
const bounds = (row) => (row && row.max !== null ? row : { min: null, max: null, unit: null });

function limitFields(row) {
  const { min, max, unit } = bounds(row);
  return [{ name: 'min', label: 'Minimum', kind: 'amount', value: min }, { name: 'max', label: 'Maximum', kind: 'amount', value: max },
    { name: 'unit', label: 'In steps of', kind: 'amount', value: unit, required: false, hint: 'Leave empty for steps of one chip.' }];
}

const SPARE = { name: 'spare', label: 'A higher minimum begins at once for newcomers; those who play already keep the old one', kind: 'yes' };
/** Only some orders let a minimum rise at once. */
const spare = async (view) => ((await gameNamed(view.game)).acts.includes('end-sparing') ? [SPARE] : []);
const WORDS = 'A higher minimum begins when its sign has stood for twenty minutes, or at once if those who play already keep the old one. Other changes begin with the next round.';

/** Changes the limits of one wager for everyone. */
export async function changeLimit(floor, view, on) {
  const fields = [...limitFields(view.sign.find((it) => it.on === on)), ...await spare(view)];
  return fill(`Limits of ${titled(on)}`, fields, 'Put the sign up', (given, wrong) => floor.act('limit', {
    table: view.table, on, limit: limitOf(given), spare: given.spare ?? false,
  }, null, wrong), { words: WORDS });
}

/** Changes the limits of several wagers at once for everyone: all of them, or none. */
export async function changeLimits(floor, view) {
  const of = wagers(view);
  const fields = [{ name: 'on', label: 'Wagers', kind: 'several', of, value: of.map(([on]) => on) }, ...limitFields(view.sign.find((it) => it.on === of[0]?.[0])), ...await spare(view)];
  return fill('Limits', fields, 'Put the sign up', (given, wrong) => floor.act('limits', {
    table: view.table, limits: Object.fromEntries(given.on.map((on) => [on, limitOf(given)])), spare: given.spare ?? false,
  }, null, wrong), { words: WORDS });
}

/** Has the sparing of a higher minimum end. */
export function endSparing(floor, view) {
  const spared = [...new Set(view.seats.flatMap((seat) => seat.spared ?? []))];
  return fill('End the old minimum', [{ name: 'on', label: 'Wager', kind: 'choice', of: spared.map((on) => [on, titled(on)]) }], 'Put the sign up',
    ({ on }, wrong) => floor.act('end-sparing', { table: view.table, on }, null, wrong), { words: 'A second sign must stand for its time before the new minimum holds for everybody.' });
}

/** Gives a player limits of their own, or takes them away. */
export function ownLimit(floor, view) {
  const fields = [{ name: 'player', label: 'Player', kind: 'choice', of: view.seats.filter((seat) => seat.taken).map((seat) => seat.name) },
    { name: 'on', label: 'Wager', kind: 'choice', of: wagers(view) },
    ...limitFields(null).map((field) => ({ ...field, required: false })), { name: 'none', label: 'As for all: take the own limits away', kind: 'yes' }];
  return fill('Limits of one player', fields, 'Put the sign up', ({ player, on, min, max, unit, none }, wrong) => floor.act('own-limit', {
    table: view.table, player, on, limit: none ? null : limitOf({ min, max, unit }),
  }, null, wrong), { words: 'Above the maximum on the sign. The player’s own sign goes on the table; it ends when the player leaves.' });
}

/** Moves chips between a float and the cage. */
export function amount(floor, kind, table, title, words) {
  return fill(`${title} for table ${table}`, [{ name: 'amount', label: 'Amount', kind: 'amount', autofocus: true }], title,
    (given, wrong) => floor.act(kind, { table, amount: given.amount }, null, wrong), { words });
}
