// Win and hold against theory: what each table and each wager has won, and what it should have.

import { get } from '../../api.js';
import { h, put, sweeps } from '../../dom.js';
import { money } from '../../money.js';
import { deviations, drawReport, percent } from '../report.js';

/** Opens the tab. */
export function figuresTab(panel, floor) {
  const tables = h('section.panel');
  const wagers = h('section.panel', h('h2', 'Every wager'), h('p.quietly', 'Worked out from the whole journal. That somebody looks is recorded.'),
    h('button.button.quiet', { type: 'button', onclick: load }, 'Work it out'));
  put(panel, tables, wagers);
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

  async function load(event) {
    event.target.disabled = true;
    try {
      put(wagers, h('h2', 'Every wager'), drawReport(await get('/api/reports/wagers')));
    } catch (error) {
      floor.context.note(error);
      event.target.disabled = false;
    }
  }
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
