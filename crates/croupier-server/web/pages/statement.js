// The player's own statement: what came, what was wagered, what became of it.

import { act, get } from '../api.js';
import { dateAndTime, dayOf } from '../clock.js';
import { h, put, stylesheet, svg, sweeps } from '../dom.js';
import { money, signed } from '../money.js';

const COUNTS = /entry$|^table$|^round$|^wagers-|^points$|^minutes-|checkpoint|^signs-/;
const TIMES = /time$/;
const DAYS = /^day$/;
/** Where a statement comes from; the rest is what it says. */
const SOURCE = /^journal$|^link$|entry$|time$|checkpoint|^signs-/;

/** Opens the statement. */
export async function open(main, context) {
  context.title('Statement');
  const complaints = h('div');
  const [report, own] = await Promise.all([get('/api/statement'), get('/api/complaints'), stylesheet('/pages/statement.css')]);
  drawComplaints(complaints, own.complaints, context);
  const { facts = {}, remarks = [], sound } = report;
  const parts = Object.entries(report).filter(([, rows]) => Array.isArray(rows) && typeof rows[0] === 'object');
  main.append(h('section.page', h('h1', 'Your statement'),
    sound === false && h('p.notice', 'The sums of this statement do not agree. Please tell the staff.'),
    listed(Object.entries(facts).filter(([name]) => !SOURCE.test(name))),
    vouchers(context.me?.vouchers ?? []),
    complaints,
    night(report.lines ?? []),
    parts.map(([name, rows]) => table(name, rows)),
    older(facts, context),
    parts.length === 0 && h('p.quietly', 'Your statement is empty: bring chips to a table and place a wager.'),
    h('details', h('summary', 'Where this comes from'), listed(Object.entries(facts).filter(([name]) => SOURCE.test(name))),
      remarks.map((remark) => h('p.quietly', remark)))));
}

/** A button for the lines before those that are shown, as long as there are any; null where there are none. */
function older(facts, context) {
  const before = facts['older-lines-before-entry'];
  if (!before) return null;
  const place = h('div', h('p', h('button.button.quiet', { type: 'button', onclick: async () => {
    try {
      const page = await get(`/api/statement?before=${before}`);
      put(place, page.lines?.length > 0 && table('older lines', page.lines), older(page.facts ?? {}, context));
    } catch (error) {
      context.note(error);
    }
  } }, 'Older lines')));
  return place;
}

/** Lists the vouchers that a dealer will exchange, and those of which tokens are left. */
const vouchers = (all) => all.length > 0 && h('section.panel', h('h2', 'Your vouchers'), h('ul.vouchers', all.map((it) => h('li',
  h('b', `Voucher ${it.number}, ${money(it.amount)}. `), `For ${it.games.map(words).join(', ')}. `,
  it.exchanged ? `${money(it.left)} in tokens are left. ` : `Give it to the dealer of a table before ${dateAndTime(it.expires)}. `, it.conditions))));

const listed = (facts) => h('dl.facts.panel.figures-of', facts.map(([name, value]) => [h('dt', words(name)), h('dd', cell(name, value))]));

const words = (name) => name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());

/** Reports say money in cents and times in milliseconds; the name of a figure tells which it is. */
function cell(name, value) {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value !== 'number') return String(value);
  if (TIMES.test(name)) return dateAndTime(value);
  if (DAYS.test(name)) return dayOf(value);
  if (COUNTS.test(name)) return String(value);
  return name === 'change' ? signed(value) : money(value);
}

function table(name, rows) {
  const headings = Object.keys(rows[0]);
  const newestFirst = rows.slice().reverse();
  const kind = (heading, row) => (typeof row[heading] === 'number' && !TIMES.test(heading) && !DAYS.test(heading) ? 'number' : '');
  return h('div.panel.scroll', sweeps(words(name)), h('table', h('caption', words(name)),
    h('thead', h('tr', headings.map((heading) => h('th', { scope: 'col', class: kind(heading, rows[0]) }, words(heading))))),
    h('tbody', newestFirst.map((row) => h('tr', headings.map((heading) => h('td', {
      class: `${kind(heading, row)} ${heading === 'change' && row.change > 0 ? 'win' : heading === 'change' && row.change < 0 ? 'lose' : ''}`,
    }, cell(heading, row[heading]))))))));
}

const [WIDE, HIGH] = [640, 150];

/** The course of the balance, line by line: where it began, its highest and lowest, where it stands. */
export function courseOf(lines) {
  const balances = lines.filter((line) => line.table && typeof line.balance === 'number').map((line) => line.balance);
  if (balances.length < 2) return null;
  const [least, most] = [Math.min(...balances), Math.max(...balances)];
  const x = (at) => Math.round(at * WIDE / (balances.length - 1));
  const y = (balance) => Math.round(most === least ? HIGH / 2 : HIGH - (balance - least) * HIGH / (most - least));
  return { least, most, first: balances[0], last: balances.at(-1), path: balances.map((balance, at) => `${at === 0 ? `M0 ${y(balance)}` : `H${x(at)}V${y(balance)}`}`).join(''), level: y(balances[0]) };
}

/** A graph of what was played with, with the same in words. */
function night(lines) {
  const course = courseOf(lines);
  if (!course) return null;
  const { least, most, first, last, path, level } = course;
  const words = `From ${money(first)} to ${money(last)}; at most ${money(most)}, at least ${money(least)}.`;
  return h('figure.panel.night', h('h2', 'Your balance'), svg('svg', { viewBox: `-6 -8 ${WIDE + 12} ${HIGH + 16}`, role: 'img', 'aria-label': words, preserveAspectRatio: 'none' },
    svg('path.level', { d: `M0 ${level}H${WIDE}` }), svg('path.course', { d: path })), h('figcaption', words));
}

const STAGES = { made: 'A supervisor has not decided yet.', decided: 'A supervisor has decided.', review: 'Another person reviews the decision.', reviewed: 'Another person has reviewed the decision.', closed: 'This complaint is closed.' };

/** Lists the person's own complaints: what was decided and why, the way to a review, and the right to go to an inspector. */
function drawComplaints(element, all, context) {
  if (all.length === 0) return;
  const review = (it) => act({ 'ask-review': { complaint: it.complaint } }).then(() => get('/api/complaints'))
    .then(({ complaints }) => drawComplaints(element, complaints, context), context.note);
  put(element, h('section.panel', h('h2', 'Your complaints'), h('ul.complaints', all.map((it) => h('li',
    h('p', h('b', it.what), ` Complaint ${it.complaint}, table ${it.table}, ${dateAndTime(it.at)}. ${STAGES[it.stage] ?? ''}`),
    it.decisions.map((words, at) => h('p', `${at === 0 ? 'Decision' : 'On review'}: ${words}`)),
    it.reviewable && h('p', h('button.button.quiet.small', { type: 'button', onclick: () => review(it) }, 'Ask for a review by another person'), it.clause && ` (clause ${it.clause})`),
    it.decisions.length > 0 && it.inspector && h('p.quietly', `If you are not satisfied with the decision, you may complain to an inspector of the Authority (clause ${it.inspector}).${it.told ? ` You were told so on ${dateAndTime(it.told)}.` : ''}`))))));
}
