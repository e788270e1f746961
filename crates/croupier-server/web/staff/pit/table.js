// One table in the pit: its sign, its seats, what its wagers are worth, and everything that may be changed.

import { confirm } from '../../dialog.js';
import { h, put } from '../../dom.js';
import { money, range } from '../../money.js';
import { fill } from '../forms.js';
import { keepFocus } from '../focus.js';
import { actWords } from '../acts.js';
import { limitWords, listed, plainly, sentence, titled, wagerName } from '../names.js';
import { percent } from '../report.js';
import { personMenu } from './person.js';
import { amount, changeLimit, changeLimits, endSparing, ownLimit } from './limits.js';

/** Makes the panel of a table. */
export function tablePanel(floor, table, edge) {
  const element = h('section.panel.tablepanel', { 'aria-label': `Table ${table}` });
  const dice = () => Boolean(floor.pit.tables.find((row) => row.table === table)?.view.dice);
  const may = (right) => floor.context.mayAt(right, dice());
  const opened = new Map();
  return { element, draw: () => keepFocus(element, draw) };

  function draw() {
    const it = floor.pit.tables.find((row) => row.table === table);
    if (!it) return put(element, h('p.quietly', `Table ${table} is closed.`));
    const { view } = it;
    return put(element, h('header', h('h2', it.name), h('div.row', h('a.button.small', { href: `/dealer/${table}` }, 'Console'), h('a.button.quiet.small', { href: `/table/${table}` }, 'Watch'))),
      h('p.quietly', `${it.title}, ${it.dealing}. ${sentence(view.expects.question ?? view.expects.words)}.`),
      view.key_lost && h('p.notice', 'The key that this table is committed to is lost: the program draws nothing here until two people have given it up.'),
      view.held && h('p.notice', `Waits for ${listed(view.held.second, 'or')}: ${sentence(actWords(view.held.act))}, asked by ${view.held.by} as request ${view.held.request}. `, h('a', { href: '/pit?show=waiting' }, 'Answer it under Waiting'), '.'),
      h('dl.money', pair('Float', money(it.float ?? 0)), pair('Drop', money(it.drop ?? 0)), pair('On the layout', money(it.on_layout ?? 0)),
        view.shoe && pair('Cards out', `${view.shoe.out} of ${view.shoe.cards}`)),
      acts(it), sign(view), seats(view), meter(view, edge(), kept));
  }

  /** Something that is open or not, and stays so when it is drawn anew. */
  function kept(words, isOpen, ...children) {
    const details = h('details', { open: opened.get(words) ?? isOpen, ontoggle: () => opened.set(words, details.open) }, h('summary', { 'data-key': words }, words), children);
    return details;
  }

  function acts({ view }) {
    const button = (right, words, onclick, kind = 'quiet') => may(right) && h(`button.button.small.${kind}`, { type: 'button', 'data-key': words, onclick }, words);
    const plain = (kind, done) => () => floor.act(kind, { table }, done);
    return h('div.row.acts', button('fill', 'Fill…', () => amount(floor, 'fill', table, 'Fill', 'Chips from the cage to the float. A cashier must agree.')),
      button('credit', 'Credit…', () => amount(floor, 'credit', table, 'Credit', 'Chips from the float to the cage. A cashier must agree.')),
      button('limits', 'Limits…', () => changeLimits(floor, view)), button('own-limit', 'Own limits…', () => ownLimit(floor, view)),
      view.seats.some((seat) => seat.spared?.length > 0) && button('end-sparing', 'End the old minimum…', () => endSparing(floor, view)),
      view.variants.length > 0 && button('variant', 'Variant…', () => variant(view)),
      view.closing === null && button('announce-closing', 'Announce closing…', announce),
      view.closing !== null && button('withdraw-closing', 'Do not close', plain('withdraw-closing', 'The sign is taken down.')),
      view.key_lost && button('lose-key', 'The key is lost…', loseKey, 'danger'),
      view.can?.close && button('close', 'Close…', close, 'danger'));
  }

  async function announce() {
    const sure = await confirm(`Announce the closing of table ${table}`, 'A sign says that the table closes, and its time begins to run. It can be taken down again until the table is closed.', 'Put the sign up');
    if (sure) await floor.act('announce-closing', { table }, 'The sign is up. “Do not close” takes it down.');
  }

  function loseKey() {
    return fill('The key is lost', [{ name: 'why', label: 'Why' }], 'Give it up', (given, wrong) => floor.act('lose-key', { table, why: given.why }, null, wrong),
      { words: 'The secret from which the keys of this table are made was replaced. If a round is being played it becomes void and its wagers go back; its draws can never be proved. A second supervisor or a manager must agree.' });
  }

  async function close() {
    const sure = await confirm(`Close table ${table}`, 'The float goes back to the cage. Where people play, the sign must have stood first.', 'Close it');
    if (sure) await floor.act('close', { table }, `Table ${table} is closed.`);
  }

  function variant(view) {
    const fields = [{ name: 'variant', label: 'Play', kind: 'choice', required: false, value: view.variant ?? '', of: [['', 'the plain game'], ...view.variants.map((name) => [name, plainly(name)])] }];
    return fill('The variant', fields, 'Put the sign up', (given, wrong) => floor.act('variant', { table, variant: given.variant || null }, null, wrong),
      { words: 'It takes effect when its sign has stood long enough, or at once if all who sit here agree.' });
  }

  function sign(view) {
    return kept('The sign', view.sign.length < 8, h('ul.sign', view.sign.filter((row) => !row.follows).map((row) => h('li', h('span', wagerName(row, view.sign)),
      h('span', limitsOf(row)),
      may('limit') && !row.fixed_price && !row.cap && h('button.plain', { type: 'button', 'data-key': `limit-${row.on}`, 'aria-label': `Change the limits of ${titled(row.on)}`, onclick: () => changeLimit(floor, view, row.on) }, 'Change')))));
  }

  function seats(view) {
    const taken = view.seats.filter((seat) => seat.taken);
    if (taken.length === 0) return h('p.quietly', 'Nobody sits here.');
    return h('ul.seated', { 'aria-label': 'Seats' }, taken.map((seat) => h('li', h('span', h('b', seat.seat), ` ${seat.name}`), h('span', money(seat.rack)),
      seat.idle > 0 && h('span.tag', `sat out ${seat.idle}`), seat.limits.map((own) => h('span.tag', `${own.own ? 'own limits' : 'spared'}, ${titled(own.on)}: ${range(own)}`)),
      ['vacate', 'bar', 'exclude', 'detain', 'give-up'].some(may) && h('button.plain', { type: 'button', 'data-key': `person-${seat.seat}`, onclick: () => personMenu(floor, view, seat.name) }, 'Act…'))));
  }
}

/** What the sign says; one price is no range. */
function limitsOf(row) {
  return row.min === row.max ? money(row.min) : limitWords(row);
}

const pair = (name, value) => h('div', h('dt', name), h('dd', value));

/** The edge meter: what the house keeps of each wager with the cards that are left. */
function meter(view, edge, kept) {
  if (!edge) return null;
  const follows = new Set(view.sign.filter((sign) => sign.follows).map((sign) => sign.on));
  const rows = (edge.wagers ?? []).map((row) => ({ ...row, follows: follows.has(row.on), flag: row.favourable && !follows.has(row.on) }));
  return kept('What the wagers are worth now', rows.some((row) => row.flag),
    edge.why && h('p.quietly', sentence(edge.why)),
    h('table.meter', h('caption.unseen', 'The house’s edge with the cards that are left'), h('tbody', rows.map((row) => {
      const value = Number(row.edge);
      return h(`tr${row.flag ? '.flag' : ''}`, h('th', { scope: 'row' }, wagerName({ ...row, number: row.mark }, view.sign)),
        h('td', h('meter', { min: -0.05, max: 0.2, low: 0, optimum: 0.2, value, 'aria-label': percent(value) })), h('td.number', percent(value)),
        h('td', row.flag && h('span.tag.wrong', 'favours the player'), row.follows && h('small', 'placed by a choice')));
    }))));
}
