// What managers do about a prize pool, each as a form that says who must agree.

import { h } from '../../dom.js';
import { fill } from '../forms.js';
import { titled } from '../names.js';
import { LEVELS, readShare, share } from '../pool-words.js';

const MANAGER = 'A second manager must agree.';
const MANAGER_OR_SUPERVISOR = 'A second manager or a supervisor must agree.';

const reference = { name: 'reference', label: 'Reference of the Authority', autofocus: true };
const date = () => ({ name: 'date', label: 'Date of the approval', type: 'date', value: new Date().toISOString().slice(0, 10) });

/** The buttons for what may be done about a pool now. */
export function actsOn(desk, pool) {
  const { may } = desk.floor.context;
  return ACTS.filter(({ right, when, play }) => may(right) && when(pool) && (play || !pool.play)).map(({ words, open, danger }) =>
    h(`button.button.small.${danger ? 'danger' : 'quiet'}`, { type: 'button', 'data-key': `${words}-${pool.pool}`, onclick: () => open(desk, pool) }, words));
}

const is = (...states) => ({ state }) => states.includes(state);
const played = is('running', 'suspended');
const linkable = is('approved', 'running', 'suspended');

const ACTS = [
  { right: 'draft-pool', words: 'Change the draft…', when: is('draft'), open: (desk, pool) => draft(desk, pool) },
  { right: 'approve-pool', words: 'Approved by the Authority…', when: is('draft'), open: approve },
  { right: 'start-pool', words: 'Start…', when: is('approved'), open: plain('start-pool', 'Start', 'The meters get what they start with, and wagers are taken.') },
  { right: 'suspend-pool', words: 'Suspend…', when: is('running'), open: suspend },
  { right: 'resume-pool', words: 'Resume…', when: is('suspended'), open: plain('resume-pool', 'Resume', 'Wagers are taken again.') },
  { right: 'link-table', words: 'Link a table…', when: linkable, open: linkTable },
  { right: 'unlink-table', words: 'Unlink a table…', when: ({ tables }) => tables.length > 0, open: unlinkTable },
  { right: 'link-outside', words: 'Link an outside table…', when: linkable, open: linkOutside },
  { right: 'end-outside-rounds', words: 'Declare rounds of an outside table over…', when: ({ outside }) => outside.some(({ linked, in_play: round }) => linked && round), open: endOutside },
  { right: 'unlink-outside', words: 'Unlink an outside table…', when: ({ outside }) => outside.some(({ linked }) => linked), open: unlinkOutside },
  { right: 'register-display', words: 'Register a display…', when: linkable, open: registerDisplay },
  { right: 'remove-display', words: 'Remove a display…', when: ({ displays }) => displays.length > 0, open: removeDisplay },
  { right: 'lose-mystery', words: 'The keys of the mystery prize are lost…', when: ({ key_lost: lost }) => lost, play: true, danger: true, open: loseMystery },
  { right: 'change-pool', words: 'Other terms…', when: played, open: change },
  { right: 'adjust-meter', words: 'Adjust a meter…', when: played, open: adjust },
  { right: 'retire-pool', words: 'Retire…', when: linkable, open: retire },
  { right: 'close-pool', words: 'Close…', when: is('draft', 'approved', 'retiring'), danger: true, open: plain('close-pool', 'Close', 'What the meters hold goes to the pool that inherits. No table is linked any more.') },
];

/** Sends an act, and looks at the pools again. */
const send = (desk, kind, make) => async (given, wrong) => {
  const fields = make(given, wrong);
  if (!fields) return null;
  const answer = await desk.floor.act(kind, fields, null, wrong);
  if (answer) await desk.load();
  return answer;
};

function plain(kind, yes, words) {
  return (desk, { pool }) => fill(`${yes} pool ${pool}`, [], `Ask to ${yes.toLowerCase()} it`, send(desk, kind, () => ({ pool })), { words: `${words} ${MANAGER}` });
}

/** Gives up the keys of a mystery prize that went with the house's secret. */
function loseMystery(desk, { pool }) {
  return fill(`The keys of the mystery prize of pool ${pool} are lost`, [{ name: 'why', label: 'Why', autofocus: true }], 'Ask to give them up', send(desk, 'lose-mystery', ({ why }) => ({ pool, why })),
    { words: 'Nobody will ever know whether the last wagers have won. What the meter holds stays in it, and the house draws another trigger above that. A second supervisor or a manager must agree.' });
}

/** Writes down the terms of a pool, or writes those of a draft anew. */
export function draft(desk, pool) {
  const next = 1 + Math.max(0, ...desk.pools.filter(({ play }) => !play).map((it) => it.pool));
  const fields = [{ name: 'pool', label: 'Number', kind: 'count', min: 1, value: pool?.pool ?? next }, { name: 'name', label: 'Name', value: pool?.name, autofocus: true }, ...termFields(desk, pool?.terms)];
  return fill(pool ? `Draft of pool ${pool.pool}` : 'Draft a pool', fields, 'Send the request', send(desk, 'draft-pool', (given, wrong) => {
    const terms = termsOf(given, wrong);
    return terms && { pool: given.pool, name: given.name, terms };
  }), { words: `The parts of a wager, and what the house keeps, add up to exactly one. ${MANAGER}`, wide: true });
}

function termFields(desk, terms) {
  const part = (name, label, value, hint) => ({ name, label, value, hint: hint ?? 'Such as 1/8.' });
  const prizes = desk.games.filter((game) => game.prizes).map((game) => [game.prizes, `${game.prizes}: ${game.title} and what shares a pool with it`]);
  const { mystery } = terms ?? {};
  return [{ name: 'prizes', label: 'Table of prizes', kind: 'choice', of: prizes, value: terms?.prizes }, { name: 'wager', label: 'Price of a wager', kind: 'amount', value: terms?.wager ?? 500 },
    part('majorShare', 'Part for the Major', terms ? share(terms.major.share) : '1/8'), { name: 'majorSeed', label: 'Major starts with', kind: 'amount', value: terms?.major.seed ?? 0 },
    part('minorShare', 'Part for the Minor', terms ? share(terms.minor.share) : '1/8'), { name: 'minorSeed', label: 'Minor starts with', kind: 'amount', value: terms?.minor.seed ?? 0 },
    { ...part('mysteryShare', 'Part for the Mystery', mystery ? share(mystery.share) : '', 'Empty for no mystery prize.'), required: false },
    { name: 'mysteryStart', label: 'Mystery starts with', kind: 'amount', value: mystery?.start, required: false }, { name: 'mysteryCeiling', label: 'Mystery is won by', kind: 'amount', value: mystery?.ceiling, required: false },
    part('retained', 'Part that the house keeps', terms ? share(terms.retained) : '6/8')];
}

/** Reads terms; what is no part is said, and null comes back. */
export function termsOf(given, wrong) {
  const parts = {};
  for (const name of ['majorShare', 'minorShare', 'mysteryShare', 'retained']) {
    const text = given[name] === 'none' ? '0/1' : given[name];
    parts[name] = text === '' ? null : readShare(text);
    if (text !== '' && parts[name] === null) {
      wrong(`“${text}” is no part: write one as 1/8.`);
      return null;
    }
  }
  const terms = { prizes: given.prizes, wager: given.wager, major: { share: parts.majorShare, seed: given.majorSeed ?? 0 }, minor: { share: parts.minorShare, seed: given.minorSeed ?? 0 }, retained: parts.retained };
  if (parts.mysteryShare) terms.mystery = { share: parts.mysteryShare, start: given.mysteryStart ?? 0, ceiling: given.mysteryCeiling ?? 0 };
  return terms;
}

function approve(desk, { pool }) {
  return fill(`Approval of pool ${pool}`, [reference, date()], 'Send the request', send(desk, 'approve-pool', (given) => ({ pool, ...given })), { words: `The Authority has approved the terms as they are drafted. ${MANAGER}` });
}

function suspend(desk, { pool }) {
  return fill(`Suspend pool ${pool}`, [{ name: 'why', label: 'Why', kind: 'long', autofocus: true }], 'Ask to suspend it', send(desk, 'suspend-pool', ({ why }) => ({ pool, why })),
    { words: `No wager is taken for the time being; what was taken is played and paid. ${MANAGER_OR_SUPERVISOR}` });
}

function change(desk, pool) {
  return fill(`Other terms of pool ${pool.pool}`, [reference, date(), ...termFields(desk, pool.terms)], 'Send the request', send(desk, 'change-pool', (given, wrong) => {
    const terms = termsOf(given, wrong);
    return terms && { pool: pool.pool, terms, reference: given.reference, date: given.date };
  }), { words: `They hold at all tables together, when no wager of the old terms is in play. ${MANAGER}`, wide: true });
}

function adjust(desk, pool) {
  const fields = [{ name: 'level', label: 'Meter', kind: 'choice', of: ['major', 'minor'].map((level) => [level, LEVELS[level]]) }, { name: 'after', label: 'It is set to', kind: 'amount' }, { name: 'why', label: 'Why', kind: 'long' }, { ...reference, autofocus: false }];
  return fill(`Adjust a meter of pool ${pool.pool}`, fields, 'Send the request', send(desk, 'adjust-meter', ({ level, ...rest }) => ({ pool: pool.pool, level, before: pool.levels.find((it) => it.level === level).reading, ...rest })),
    { danger: true, words: `Only under a reference of the Authority, and only while no wager is in play. ${MANAGER}` });
}

function retire(desk, { pool }) {
  const heirs = desk.pools.filter((it) => it.pool !== pool && !it.play && linkable(it)).map((it) => [String(it.pool), `${it.pool} ${it.name}`]);
  return fill(`Retire pool ${pool}`, [{ name: 'heir', label: 'The pool that inherits', kind: 'choice', of: heirs }, { ...reference, autofocus: false }, date()], 'Send the request',
    send(desk, 'retire-pool', ({ heir, ...rest }) => ({ pool, heir: Number(heir), ...rest })), { danger: true, words: `Only under a reference of the Authority. It takes no wagers any more, and its meters go to the other pool when it closes. ${MANAGER}` });
}

function linkTable(desk, { pool }) {
  const { floor, pools, games } = desk;
  const taken = new Set(pools.flatMap((it) => it.tables.map(({ table }) => table)));
  const free = floor.pit.tables.filter(({ table, view }) => !taken.has(table) && !view.demo && games.find(({ name }) => name === view.game)?.jackpot);
  return fill(`Link a table to pool ${pool}`, [{ name: 'table', label: 'Table', kind: 'choice', of: free.map(({ table, name }) => [String(table), `${table} ${name}`]) }], 'Send the request',
    send(desk, 'link-table', ({ table }) => ({ table: Number(table), pool })), { words: `Between rounds, with no jackpot wager on the layout. ${MANAGER_OR_SUPERVISOR}` });
}

function unlinkTable(desk, { pool, tables }) {
  return fill(`Unlink a table from pool ${pool}`, [{ name: 'table', label: 'Table', kind: 'choice', of: tables.map(({ table, name }) => [String(table), `${table} ${name}`]) }], 'Send the request',
    send(desk, 'unlink-table', ({ table }) => ({ table: Number(table) })), { words: `Between rounds, with no jackpot wager on the layout. ${MANAGER_OR_SUPERVISOR}` });
}

function linkOutside(desk, { pool, terms, outside }) {
  const host = desk.games.find((game) => game.prizes === terms.prizes);
  const here = new Set(desk.games.map(({ name }) => name));
  const of = (host?.pool ?? []).filter((name) => !here.has(name)).map((name) => [name, titled(name)]);
  const next = 1 + Math.max(0, ...outside.map((it) => it.outside));
  return fill(`Link an outside table to pool ${pool}`, [{ name: 'outside', label: 'Number in the pool', kind: 'count', min: 1, value: next }, { name: 'name', label: 'Name', autofocus: true }, { name: 'game', label: 'Game', kind: 'choice', of }, { name: 'chip', label: 'Smallest chip', kind: 'amount', value: 50 }], 'Send the request',
    send(desk, 'link-outside', (given) => ({ pool, ...given })), { words: `Its key stands in the set-up of the house. ${MANAGER}` });
}

function registerDisplay(desk, { pool, tables, displays }) {
  const next = 1 + Math.max(0, ...displays.map((it) => it.display));
  const of = [['', 'all tables of the pool'], ...tables.map(({ table, name }) => [String(table), `${table} ${name}`])];
  return fill(`Register a display of pool ${pool}`, [{ name: 'display', label: 'Number in the pool', kind: 'count', min: 1, value: next }, { name: 'name', label: 'Name', autofocus: true }, { name: 'table', label: 'Needed at', kind: 'choice', of, required: false }], 'Register it',
    send(desk, 'register-display', ({ display, name, table }) => ({ pool, display, name, ...(table ? { table: Number(table) } : {}) })),
    { words: 'While it is cut off, no jackpot wager is taken where it is needed. Open it on the screen by its own address, which stands with the pool.' });
}

function removeDisplay(desk, { pool, displays }) {
  return fill(`Remove a display of pool ${pool}`, [{ name: 'display', label: 'Display', kind: 'choice', of: displays.map((it) => [String(it.display), `${it.display} ${it.name}`]) }], 'Send the request',
    send(desk, 'remove-display', ({ display }) => ({ pool, display: Number(display) })), { words: 'Jackpot wagers do not depend on it any more. A supervisor or a manager must agree.' });
}

/** A table elsewhere that never says that a round is over keeps meters and terms as they are. */
function endOutside(desk, { pool, outside }) {
  const open = outside.filter(({ linked, in_play: round }) => linked && round);
  return fill(`Declare rounds of an outside table of pool ${pool} over`, [
    { name: 'outside', label: 'Outside table', kind: 'choice', of: open.map((it) => [String(it.outside), `${it.outside} ${it.name}, in play up to round ${it.in_play}`]) },
    { name: 'round', label: 'All rounds up to', kind: 'count', min: 1, value: open[0]?.in_play },
    { name: 'reference', label: 'By whose word, and where it is written' },
  ], 'Send the request', send(desk, 'end-outside-rounds', (given) => ({ pool, outside: Number(given.outside), round: given.round, reference: given.reference })),
  { words: `No wager of these rounds can win any more. ${MANAGER}` });
}

function unlinkOutside(desk, { pool, outside }) {
  const of = outside.filter(({ linked }) => linked).map((it) => [String(it.outside), `${it.outside} ${it.name}`]);
  return fill(`Unlink an outside table from pool ${pool}`, [{ name: 'outside', label: 'Outside table', kind: 'choice', of }], 'Send the request',
    send(desk, 'unlink-outside', (given) => ({ pool, outside: Number(given.outside) })), { words: MANAGER });
}
