// All tables at a glance: state, seats, sign, clocks, money, and a flag when a wager turns favourable.

import { poll } from '../../api.js';
import { countdown, left } from '../../clock.js';
import { h, put } from '../../dom.js';
import { money, range } from '../../money.js';
import { keepFocus } from '../focus.js';
import { plainly, sentence, wagerName } from '../names.js';
import { tablePanel } from './table.js';

const EDGES_MS = 20000;
const MONEY = ['On layout', 'Float', 'Drop', 'Average wager'];

/** Opens the tab. */
export function tablesTab(panel, floor) {
  const list = h('div.floorlist');
  const beside = h('div.beside');
  put(panel, h('div.split', list, beside));
  const edges = new Map();
  let chosen = null;
  let detail = null;
  let closed = false;
  const draw = () => {
    keepFocus(list, () => put(list, floor.wrong ? h('p.notice', floor.wrong.message) : rows()));
    detail?.draw();
  };
  const ends = [floor.listen(draw)];
  const timer = setInterval(meter, EDGES_MS);
  draw();
  choose((floor.pit.tables.find((it) => !it.demo) ?? floor.pit.tables[0])?.table ?? null);
  meter();
  return () => {
    closed = true;
    clearInterval(timer);
    ends.forEach((end) => end());
    floor.ticks.clear();
  };

  function rows() {
    floor.ticks.clear();
    if (floor.pit.tables.length === 0) return h('p.quietly', 'No table is open.');
    const figures = new Map((floor.pit.figures?.tables ?? []).map((it) => [it.table, it]));
    // Play money is nobody's: it is never added to what is.
    const groups = [['For money', floor.pit.tables.filter((it) => !it.demo)], ['Play money', floor.pit.tables.filter((it) => it.demo)]].filter(([, all]) => all.length > 0);
    return h('table.glance', h('caption.unseen', 'Tables'), h('thead', h('tr', h('th', { scope: 'col' }, 'Table'), h('th', { scope: 'col' }, 'State'), h('th', { scope: 'col' }, 'Seats'), h('th', { scope: 'col' }, 'Sign'),
      MONEY.map((words) => h('th.number', { scope: 'col' }, words)))),
    groups.map(([words, all]) => h('tbody', all.map((it) => row(it, figures.get(it.table))), totals(words, all, figures))));
  }

  /** What all tables of a kind have together. */
  function totals(words, all, figures) {
    const sum = (of) => all.reduce((total, it) => total + (of(it) ?? 0), 0);
    const decided = { turnover: sum((it) => figures.get(it.table)?.turnover), 'wagers-decided': sum((it) => figures.get(it.table)?.['wagers-decided']) };
    return h('tr.total', h('th', { scope: 'row' }, `${words}: ${all.length} ${all.length === 1 ? 'table' : 'tables'}`), h('td'), h('td', { 'data-of': 'Seats' }, `${sum((it) => it.taken)} of ${sum((it) => it.seats)}`), h('td'),
      amounts(sum((it) => it.on_layout), sum((it) => it.float), sum((it) => it.drop), decided));
  }

  function row(it, figures) {
    const { view } = it;
    // What a choice puts down counts with the wager that it follows.
    const follows = new Set(view.sign.filter((sign) => sign.follows).map((sign) => sign.on));
    const flagged = edges.get(it.table)?.wagers?.filter((edge) => edge.favourable && !follows.has(edge.on)) ?? [];
    const troubled = ['ruling', 'check', 'new-cards'].includes(view.expects.due);
    return h(`tr${chosen === it.table ? '.chosen' : ''}`,
      h('th', { scope: 'row' }, h('button.name', { type: 'button', 'data-key': `table-${it.table}`, 'aria-pressed': String(chosen === it.table), onclick: () => {
        choose(it.table);
        beside.scrollIntoView({ block: 'nearest' });
      } },
        h('b', `${it.table} ${it.name}`), h('small', `${it.title}, ${it.dealing}${it.variant ? `, ${plainly(it.variant)}` : ''}${it.demo ? ', play money' : ''}, round ${it.round}`))),
      h('td', h(`span.tag${troubled ? '.wrong' : it.state === 'betting' || it.state === 'dealing' ? '.live' : ''}`, it.state),
        h('small', sentence(view.expects.question ?? view.expects.words)),
        flagged.length > 0 && h('span.tag.wrong', `in the player’s favour: ${flagged.map((edge) => wagerName({ ...edge, number: edge.mark }, view.sign)).join(', ')}`), clocks(view)),
      h('td', { 'data-of': 'Seats' }, `${it.taken} of ${it.seats}`),
      h('td', { 'data-of': 'Sign' }, range(it), it.jackpot && h('small', `jackpot ${money(it.jackpot.major)}`)),
      amounts(it.on_layout, it.float, it.drop, figures));
  }

  function clocks(view) {
    const all = [...view.notices.map((notice) => [notice.what.trim(), notice.at]), ...(view.closing ? [['closes', view.closing]] : [])];
    return all.map(([what, at]) => {
      const time = h('time');
      const tick = () => {
        time.textContent = left(at) > 0 ? countdown(left(at)) : 'now';
      };
      floor.ticks.add(tick);
      tick();
      return h('div.clock', h('span', what), time);
    });
  }

  function choose(table) {
    chosen = table;
    detail = table === null ? null : tablePanel(floor, table, () => edges.get(table));
    put(beside, detail?.element);
    draw();
  }

  /** Asks what the wagers are worth, one table after the other. */
  async function meter() {
    for (const { table } of floor.pit.tables.slice(0, 60)) {
      if (closed || document.hidden) return;
      const edge = await poll(`/api/tables/${table}/edge`).catch(() => null);
      if (edge) edges.set(table, edge);
    }
    if (!closed) draw();
  }
}

/** The cells of money, each with its heading, which stands beside the amount where the screen is narrow. */
function amounts(onLayout, float, drop, figures) {
  return [money(onLayout ?? 0), money(float ?? 0), money(drop ?? 0), averageWager(figures)].map((words, at) => h('td.number', { 'data-of': words && MONEY[at] }, words));
}

/** What a wager was on average, of those that are decided. */
export function averageWager(figures) {
  const count = figures?.['wagers-decided'] ?? 0;
  return count > 0 ? money(Math.round(figures.turnover / count)) : '';
}
