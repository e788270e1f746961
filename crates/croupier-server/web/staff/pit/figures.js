// Win and hold against theory: what each table and each wager has won, and what it should have.

import { get } from '../../api.js';
import { h, put, sweeps } from '../../dom.js';
import { money } from '../../money.js';
import { wordsOf } from '../../notes.js';
import { periodForm } from '../period.js';
import { deviations, drawReport, percent } from '../report.js';

/** Opens the tab. */
export function figuresTab(panel, floor) {
  const tables = h('section.panel');
  put(panel, tables, part(floor, 'hours', 'By gaming day and hour', 'Rounds, turnover, average wager, drop, win and hold; money and play money are never added up.'),
    part(floor, 'wagers', 'Every wager', 'What each wager won, and what it should have won.'));
  let last = null;
  const draw = () => {
    // The same figures again are left as they are, with whatever was opened in them.
    const entry = floor.pit.figures?.facts?.['last-entry'] ?? null;
    if (entry === last && tables.childElementCount > 0) return;
    last = entry;
    put(tables, h('h2', 'Every table'), floor.pit.figures ? glance(floor.pit.figures) : h('p.quietly', 'There are no figures yet.'));
  };
  draw();
  return floor.listen(draw);
}

/** A report with its period, which begins with the gaming day that it is now. */
function part(floor, about, title, words) {
  const body = h('div', { role: 'status' });
  const load = async (asked) => {
    put(body, h('p.quietly', 'The journal is being read…'));
    try {
      put(body, drawReport(await get(`/api/reports/${about}?${asked}`)));
    } catch (error) {
      put(body, h('p.notice', wordsOf(error)));
    }
  };
  return h('section.panel', { 'aria-label': title }, h('h2', title), h('p.quietly', `${words} Every look is recorded.`), periodForm(about, load, { day: floor.pit.gaming_day }), body);
}

const COLUMNS = [['Table', (row) => `${row.table} ${row.name}`], ['Drop', (row) => money(row.drop)], ['Turnover', (row) => money(row.turnover)], ['Win', (row) => money(row.win)],
  ['Should win', (row) => money(row['theoretical-win'])], ['Hold', (row) => share(row.hold)], ['Should hold', (row) => share(row['theoretical-hold'])],
  ['Deviations', (row) => (row.deviations === null ? '' : deviations(row.deviations))]];
const share = (value) => (value === null || value === undefined ? '' : percent(value));

function glance(report) {
  return [h('div.scroll', sweeps('Win and hold of every table'), h('table', h('caption.unseen', 'Win and hold of every table'), h('thead', h('tr', COLUMNS.map(([name], at) => h(`th${at > 0 ? '.number' : ''}`, { scope: 'col' }, name)), h('th', { scope: 'col' }, 'Hold beside theory'))),
    h('tbody', (report.tables ?? []).map((row) => h('tr', COLUMNS.map(([, of], at) => h(at > 0 ? 'td.number' : 'td', of(row))), h('td', bar(row))))))),
  drawReport(report, { only: [] })];
}

/** A bar of the hold with a mark where theory puts it; the middle is nothing. */
function bar(row) {
  if (row.hold === null || row.hold === undefined) return '';
  const at = (value) => `${Math.max(0, Math.min(100, 50 + value * 150))}%`;
  const [from, to] = row.hold < 0 ? [row.hold, 0] : [0, row.hold];
  return h('div.holdbar', { role: 'img', 'aria-label': `holds ${percent(row.hold)}, should hold ${share(row['theoretical-hold'])}`, vars: { '--from': at(from), '--to': at(to), '--mark': at(row['theoretical-hold'] ?? 0) } },
    h(`i.${row.hold < 0 ? 'lose' : 'win'}`), h('b'));
}
