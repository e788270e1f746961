// Prize pools in the pit: how far each has come, its meters and books, its tables, and prizes that wait.

import { poll } from '../../api.js';
import { dateAndTime } from '../../clock.js';
import { h, put, sweeps } from '../../dom.js';
import { games } from '../../games.js';
import { money } from '../../money.js';
import { keepFocus } from '../focus.js';
import { listed, sentence, titled } from '../names.js';
import { LEVELS, termsWords } from '../pool-words.js';
import { actsOn, draft } from './pool-forms.js';
import { slip } from './slip.js';

const STATES = { draft: 'warn', approved: 'warn', running: 'live', suspended: 'wrong', retiring: 'warn', closed: '' };

/** Opens the tab. */
export async function poolsTab(panel, floor) {
  const { context } = floor;
  const list = h('div.pools');
  const known = await games();
  const evens = new Map();
  let pools = [];
  let drawn = '';
  const desk = { floor, games: known, get pools() { return pools; }, load };
  put(panel, h('div.row', context.may('draft-pool') && h('button.button', { type: 'button', onclick: () => draft(desk) }, 'Draft a pool…'),
    h('a.button.quiet', { href: '/display/pools', target: '_blank' }, 'Display of all pools')), list);
  await load();
  return floor.listen(load);

  async function load() {
    try {
      ({ pools } = await poll('/api/pools'));
      await Promise.all(pools.filter((pool) => pool.state === 'running').map(even));
    } catch (error) {
      context.note(error);
    }
    const now = JSON.stringify([pools, [...evens], floor.pit.tables.map(({ table, name }) => [table, name])]);
    if (now === drawn) return;
    drawn = now;
    keepFocus(list, () => put(list, pools.length === 0 && h('p.quietly', 'There is no pool yet. A manager drafts one, and a second manager agrees.'), pools.map(show)));
  }

  /** Asks from where on a wager favours the player, once for each reading. */
  async function even({ pool, price, major, minor }) {
    const readings = JSON.stringify([price, major, minor]);
    if (evens.get(pool)?.readings === readings) return;
    const { meters } = await poll(`/api/pools/${pool}/break-even`).catch(() => ({ meters: [] }));
    evens.set(pool, { readings, meters });
  }

  function show(it) {
    return h('section.panel.poolpanel', { 'aria-label': `Pool ${it.pool}` },
      h('header.row', h('h2', `Pool ${it.pool}: ${it.name}`), h(`span.tag.${STATES[it.state] || 'quiet'}`, it.state), it.play && h('span.tag', 'play money'),
        it.state !== 'draft' && it.state !== 'approved' && it.state !== 'closed' && h('a.button.quiet.small', { href: `/display/pool/${it.pool}`, target: '_blank' }, 'Display')),
      h('p.quietly', `${sentence(termsWords(it.terms))}. `, approval(it)),
      it.closed && it.state !== 'draft' && it.state !== 'approved' && h('p.notice', `${sentence(it.closed)}.`),
      it.next && h('p.notice', `These terms hold when no wager of the old ones is in play: ${termsWords(it.next.terms)}.`),
      it.heir && h('p.notice', `Pool ${it.heir} gets what this one holds when it closes.`),
      it.key_lost && h('p.notice', 'The keys of the mystery prize are lost: nobody can win it until two people have given them up.'),
      h('div.row.acts', actsOn(desk, it)), books(it, evens.get(it.pool)?.meters ?? []), tables(it), outside(it), displays(it), awards(it));
  }

  function tables(it) {
    const names = it.tables.map(({ table, name }) => `${table} ${name}`);
    return h('p', h('b', 'Tables: '), names.length > 0 ? listed(names) : 'none is linked.');
  }

  function awards(it) {
    return it.awards.map((award) => h('article.award', { 'aria-label': `Prize ${award.award}` },
      h('h3', `Prize ${award.award}: ${LEVELS[award.level]}, ${money(award.total)}`),
      h('p.quietly', `${award.at_table}, round ${award.round}, ${dateAndTime(award.at)}. The meter showed ${money(award.reading)}. ${status(award)}`),
      h('ul.hands', award.hands.map((hand) => h('li', h('b', `Area ${hand.area}`), ` ${hand.player ?? 'outside'}: ${hand.hand.join(' ')} `, h('strong', money(hand.pays)), ` (clause ${hand.clause}) `, hand.paid && h('span.tag.live', 'paid')))),
      h('div.row', award.table && !award.verified_by && !award.paid && context.may('verify-award') && h('button.button.small', { type: 'button', 'data-key': `verify-${it.pool}-${award.award}`, onclick: () => floor.act('verify-award', { table: award.table, award: award.award }, 'It is verified; somebody else pays it.').then(load) }, 'I have seen the cards: verify'),
        h('button.button.quiet.small', { type: 'button', 'data-key': `slip-${it.pool}-${award.award}`, onclick: () => slip(it, award) }, 'Slip…'))));
  }
}

function approval({ play, approval: it }) {
  if (play) return 'The program runs it for guests.';
  return it ? `Approved by the Authority under ${it.reference} of ${it.date}, written down by ${it.by}.` : 'Not approved by the Authority yet.';
}

/** How far a prize has come. */
function status({ paid, reversed, verified_by: by, table }) {
  if (reversed) return 'Reversed: nobody has won it after all.';
  if (paid) return `Paid${by ? `, verified by ${by}` : ''}.`;
  if (!table) return 'It is verified and paid at the outside table.';
  return by ? `Verified by ${by}; the dealer pays it.` : 'Locked: a supervisor looks at the cards and verifies it.';
}

function books(it, evens) {
  const columns = ['Meter', 'Shows', 'Guarantee', 'From wagers', 'Put in by the house', 'Pending', 'Paid', 'Moved in', 'Moved out', 'Favours the player from'];
  const rows = it.levels.filter(({ level }) => level !== 'mystery' || it.terms.mystery);
  return h('div.scroll', sweeps(`Meters of pool ${it.pool}`), h('table.books', h('caption.unseen', `Meters of pool ${it.pool}`), h('thead', h('tr', columns.map((words) => h('th', { scope: 'col' }, words)))),
    h('tbody', rows.map((row) => {
      const even = evens.find(({ level }) => level === row.level);
      return h('tr', h('th', { scope: 'row' }, titled(row.level)), [h('strong', money(row.reading)), row.level === 'mystery' ? '–' : money(row.guarantee), money(row.contributed), money(row.top_up),
        money(row.pending), money(row.paid), money(row.moved_in), money(row.moved_out), even ? favours(even) : '–'].map((cell) => h('td.number', cell)));
    }))), h('p.quietly', `The house has kept ${money(it.retained)} of all wagers.`));
}

const favours = ({ from, why, favourable }) => [from === null ? why : money(from), favourable && ' ', favourable && h('span.tag.wrong', 'favours the player')];

/** The screens that must show the prizes, with the address by which each is opened. */
function displays(it) {
  const address = ({ display, key }) => `/display/pool/${it.pool}?${new URLSearchParams({ display, key })}`;
  return it.displays.length > 0 && h('ul.displays', { 'aria-label': 'Displays' }, it.displays.map((screen) => h('li', h('b', `Display ${screen.display}: ${screen.name}`), ' ',
    screen.table ? `needed at table ${screen.table} ` : 'needed at all tables ', screen.lost ? h('span.tag.wrong', 'cut off') : h('span.tag.live', 'shows the prizes'), ' ',
    screen.key && h('a', { href: address(screen), target: '_blank' }, 'Open it on its screen'))));
}

function outside(it) {
  return it.outside.length > 0 && h('ul.outside', { 'aria-label': 'Outside tables' }, it.outside.map((table) => h('li', h('b', `Outside table ${table.outside}: ${table.name}`),
    ` ${titled(table.game)}, last message ${table.last}`, table.gap && h('span.tag.wrong', `messages are missing after ${table.last}`), !table.linked && h('span.tag', 'linked no more'))));
}
