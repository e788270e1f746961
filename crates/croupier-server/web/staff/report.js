// Draws reports: figures of the whole, tables, remarks, and whether what must agree agrees.

import { dateAndTime, dayOf } from '../clock.js';
import { h, sweeps } from '../dom.js';
import { money } from '../money.js';
import { actWords } from './acts.js';
import { plainly, sentence } from './names.js';

const TIMES = /^(time|at|begins|hour|first-time|last-time|expires|issued-at|exchanged-at|won-at|verified-at|paid-at)$/;
const DAYS = /^day$/;
const COUNTS = /^(entry|table|round|count|number|.*-entry|wagers-.*|last-checkpoint|signs-entries-to|closed-by-entry|pool|slip|area|hands|tables|tables-elsewhere|table-elsewhere|points|minutes-at-tables|rounds)$/;
/** What rows about promotions have; the same names mean money elsewhere. */
const PROMOTION_TIMES = /^(lodged|started|entries-close|entries-closed|draw|drawn|told|denied|until)$/;
const PROMOTION_COUNTS = /^(promotion|prize|award|entry|of|attempts|voucher|vouchers|entries|by-wagers|by-hand|from-files|that-cannot-win|claim|dispute|version)$/;
const SHARES = /^(hold|theoretical-hold|expected-hold|exact-edge)$/;

/** Writes one figure of a report; its name tells what it is. */
export function cell(name, value, row = {}) {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value !== 'number') return name === 'what' ? stepWords(String(value)) : String(value);
  const ofPromotion = row.promotion !== undefined;
  if (TIMES.test(name) || (ofPromotion && PROMOTION_TIMES.test(name))) return dateAndTime(value);
  if (ofPromotion && PROMOTION_COUNTS.test(name)) return String(value);
  if (DAYS.test(name)) return dayOf(value);
  if (SHARES.test(name)) return percent(value);
  if (name === 'deviations') return deviations(value);
  return COUNTS.test(name) ? String(value) : money(value);
}

/** Says a step of a game in words, where a report has it as it stands in the journal. */
function stepWords(text) {
  if (!text.startsWith('{')) return text;
  try {
    return sentence(actWords({ step: { step: JSON.parse(text) } }));
  } catch {
    return text;
  }
}

/** Writes a share of one for reading: `5.07 %`. */
export const percent = (share) => `${share < 0 ? '−' : ''}${Math.abs(share * 100).toFixed(2)} %`;

/** Writes a distance in standard deviations, marked when it is a reason to look. */
export function deviations(value) {
  const text = `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;
  return Math.abs(value) > 3 ? h('span.tag.wrong', `${text}: look`) : text;
}

/** Writes one figure for other programs: money with a point, times as ISO 8601, text that no sheet takes for a formula. */
export function plainCell(name, value, row = {}) {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'number') return /^[=+\-@\t\r]/.test(String(value)) ? `'${value}` : String(value);
  const ofPromotion = row.promotion !== undefined;
  if (TIMES.test(name) || DAYS.test(name) || (ofPromotion && PROMOTION_TIMES.test(name))) return new Date(value).toISOString();
  const isCount = COUNTS.test(name) || SHARES.test(name) || name === 'deviations' || (ofPromotion && PROMOTION_COUNTS.test(name));
  return isCount ? String(value) : (value / 100).toFixed(2);
}

/** Writes the rows of a table as CSV, with a heading. */
export function csvOf(rows) {
  const headings = Object.keys(rows[0] ?? {});
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [headings, ...rows.map((row) => headings.map((heading) => plainCell(heading, row[heading], row)))].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

/** Offers the rows of a table as a file. */
function save(name, rows) {
  const address = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv' }));
  h('a', { href: address, download: `${name}.csv` }).click();
  URL.revokeObjectURL(address);
}

/** Draws a report. `only` names the tables of it that are shown. */
export function drawReport(report, { only, facts = true } = {}) {
  const parts = Object.entries(report).filter(([name, rows]) => Array.isArray(rows) && name !== 'remarks' && (!only || only.includes(name)));
  return h('div.report',
    report.sound === false && h('p.notice', { role: 'alert' }, 'Some sums in this report do not agree. Tell a manager, and have the journal proved.'),
    parts.length > 0 && h('p.row.no-print', h('button.button.quiet.small', { type: 'button', onclick: () => print() }, 'Print')),
    parts.map(([name, rows]) => table(name, rows)),
    report.remarks?.length > 0 && h('ul.remarks', report.remarks.map((remark) => h('li', sentence(remark), '.'))),
    facts && h('details', h('summary', 'Where this comes from'), h('dl.facts', Object.entries(report.facts ?? {}).map(([name, value]) =>
      [h('dt', sentence(plainly(name))), h('dd', cell(name, value))]))));
}

function table(name, rows) {
  if (rows.length === 0) return h('section', h('h2', sentence(plainly(name))), h('p.quietly', 'Nothing is recorded.'));
  const headings = Object.keys(rows[0]);
  const kind = (heading, row) => (typeof row[heading] === 'number' && !TIMES.test(heading) ? 'number' : '');
  return h('div.scroll', sweeps(plainly(name)), h('table', h('caption', `${sentence(plainly(name))} (${rows.length}) `, h('button.button.quiet.small.no-print', { type: 'button', 'aria-label': `Save ${plainly(name)} as CSV`, onclick: () => save(name, rows) }, 'Save as CSV')),
    h('thead', h('tr', headings.map((heading) => h('th', { scope: 'col', class: kind(heading, rows[0]) }, sentence(plainly(heading)))))),
    h('tbody', rows.map((row) => h('tr', headings.map((heading) => h('td', { class: kind(heading, row) }, cell(heading, row[heading], row))))))));
}
