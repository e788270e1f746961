// The player's own statement: what came, what was wagered, what became of it.

import { get } from '../api.js';
import { dateAndTime } from '../clock.js';
import { h, stylesheet } from '../dom.js';
import { money, signed } from '../money.js';

const COUNTS = /entry$|^table$|^round$|^wagers-|checkpoint|^signs-/;
const TIMES = /time$/;
/** Where a statement comes from; the rest is what it says. */
const SOURCE = /^journal$|^link$|entry$|time$|checkpoint|^signs-/;

/** Opens the statement. */
export async function open(main, context) {
  context.title('Statement');
  const [report] = await Promise.all([get('/api/statement'), stylesheet('/pages/statement.css')]);
  const { facts = {}, remarks = [], sound } = report;
  const parts = Object.entries(report).filter(([, rows]) => Array.isArray(rows) && typeof rows[0] === 'object');
  main.append(h('section.page', h('h1', 'Your statement'),
    sound === false && h('p.notice', 'Sums that must agree do not. Please tell the staff.'),
    listed(Object.entries(facts).filter(([name]) => !SOURCE.test(name))),
    parts.map(([name, rows]) => table(name, rows)),
    parts.length === 0 && h('p.quietly', 'There is no line yet: bring chips to a table and place a wager.'),
    h('details', h('summary', 'Where this comes from'), listed(Object.entries(facts).filter(([name]) => SOURCE.test(name))),
      remarks.map((remark) => h('p.quietly', remark)))));
}

const listed = (facts) => h('dl.facts.panel.figures-of', facts.map(([name, value]) => [h('dt', words(name)), h('dd', cell(name, value))]));

const words = (name) => name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());

/** Reports say money in cents and times in milliseconds; the name of a figure tells which it is. */
function cell(name, value) {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value !== 'number') return String(value);
  if (TIMES.test(name)) return dateAndTime(value);
  if (COUNTS.test(name)) return String(value);
  return name === 'change' ? signed(value) : money(value);
}

function table(name, rows) {
  const headings = Object.keys(rows[0]);
  const newestFirst = rows.slice().reverse();
  const kind = (heading, row) => (typeof row[heading] === 'number' && !TIMES.test(heading) ? 'number' : '');
  return h('div.panel.scroll', h('table', h('caption', words(name)),
    h('thead', h('tr', headings.map((heading) => h('th', { scope: 'col', class: kind(heading, rows[0]) }, words(heading))))),
    h('tbody', newestFirst.map((row) => h('tr', headings.map((heading) => h('td', {
      class: `${kind(heading, row)} ${heading === 'change' && row.change > 0 ? 'win' : heading === 'change' && row.change < 0 ? 'lose' : ''}`,
    }, cell(heading, row[heading]))))))));
}
