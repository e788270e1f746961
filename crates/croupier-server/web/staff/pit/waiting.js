// What waits for somebody: requests for a second person, complaints, and what staff should know.

import { dateAndTime } from '../../clock.js';
import { h, put } from '../../dom.js';
import { keepFocus } from '../focus.js';
import { fill } from '../forms.js';
import { writeIncident } from '../incident.js';
import { sentence } from '../names.js';
import { showSlip, slipOfComplaint } from '../paper.js';
import { playerNames } from '../players.js';
import { requestList } from '../requests.js';
import { isOwn, taskList } from '../tasks.js';

const STAGES = { made: 'waits for a first decision', decided: 'decided in the first instance', review: 'waits for a review', reviewed: 'decided on review', closed: 'closed' };

/** Opens the tab. */
export function waitingTab(panel, floor) {
  const body = h('div.waiting');
  put(panel, body);
  const draw = () => keepFocus(body, () => put(body, floor.wrong && h('p.notice', floor.wrong.message), floor.wrong && byNumber(floor), requests(floor), tasks(floor), complaints(floor), prompts(floor, () => draw()), records(floor)));
  draw();
  return floor.listen(draw);
}

function requests(floor) {
  const { requests: all } = floor.pit;
  return h('section.panel', h('h2', 'For a second person'), all.length === 0 && h('p.quietly', 'Nothing waits for a second person.'), requestList(all, floor.context, floor.act));
}

/** Where the list cannot be seen, a request can still be agreed to by its number. */
function byNumber(floor) {
  return h('section.panel', h('h2', 'A request by its number'), h('div.row', h('button.button', { type: 'button', 'data-key': 'by-number', onclick: () => fill('A request', [
    { name: 'request', label: 'Number', kind: 'count', min: 1 }, { name: 'kind', label: 'Answer', kind: 'choice', of: [['approve', 'approve'], ['reject', 'reject']] }],
  'Say so', ({ request, kind }, wrong) => floor.act(kind, { request }, 'It is done.', wrong)) }, 'Answer a request…')));
}

function complaints(floor) {
  const { may, mayAt } = floor.context;
  const all = floor.pit.complaints.slice().reverse();
  const button = (it, right, words, onclick) => mayAt(right, it.dice) && h('button.button.quiet.small', { type: 'button', 'data-key': `${right}-${it.complaint}`, onclick }, words);
  return h('section.panel', h('h2', 'Complaints'), may('complain') && h('button.button.quiet.small', { type: 'button', 'data-key': 'complain', onclick: () => complain(floor) }, 'Record a complaint…'), all.length === 0 && h('p.quietly', 'Nothing is recorded.'), h('ul.items', all.map((it) => h(`li${it.stage === 'closed' ? '.over' : ''}`,
    h('div', h('b', it.what), h('small', `Complaint ${it.complaint} of ${it.person}, table ${it.table}, ${dateAndTime(it.at)}: ${STAGES[it.stage] ?? it.stage}.`), it.decisions.map((decision) => h('p', decision))),
    h('div.row', h('button.button.quiet.small', { type: 'button', 'data-key': `slip-${it.complaint}`, onclick: () => showSlip(slipOfComplaint(it)) }, 'Slip…')),
    it.stage !== 'closed' && h('div.row', it.decides && button(it, 'decide-complaint', 'Decide…', () => decide(floor, it)),
      it.stage === 'decided' && button(it, 'ask-review', 'Review wanted', () => floor.act('ask-review', { complaint: it.complaint })),
      ['decided', 'reviewed'].includes(it.stage) && button(it, 'close-complaint', 'Close…', () => close(floor, it)))))));
}

function complain(floor) {
  const fields = [{ name: 'table', label: 'Table', kind: 'choice', of: floor.pit.tables.map((it) => [String(it.table), `${it.table} ${it.name}`]) },
    { name: 'person', label: 'Who complains', list: playerNames() }, { name: 'what', label: 'What about', kind: 'long' }];
  return fill('A complaint', fields, 'Record it', ({ table, person, what }, wrong) => floor.act('complain', { table: Number(table), person, what }, 'It is recorded.', wrong));
}

function decide(floor, it) {
  return fill(`Complaint ${it.complaint}`, [{ name: 'decision', label: 'Decision', kind: 'long', autofocus: true }], 'Decide',
    ({ decision }, wrong) => floor.act('decide-complaint', { complaint: it.complaint, decision }, 'It is recorded.', wrong), { words: it.what });
}

function close(floor, it) {
  return fill(`Close complaint ${it.complaint}`, [{ name: 'told', label: 'The person was told that an inspector can be asked', kind: 'yes', value: true }], 'Close it',
    ({ told }, wrong) => floor.act('close-complaint', { complaint: it.complaint, told }, 'It is closed.', wrong));
}

/** All open tasks of the floor: the own ones first. */
function tasks(floor) {
  const { tasks: all } = floor.pit;
  const own = all.filter((task) => isOwn(task, floor.context));
  const others = all.filter((task) => !own.includes(task));
  return h('section.panel', h('h2', 'To do'), all.length === 0 && h('p.quietly', 'Nothing is to be done.'), taskList(own, floor.context, floor.act),
    others.length > 0 && h('details', h('summary', { 'data-key': 'tasks-of-others' }, `For others (${others.length})`), taskList(others, floor.context, floor.act)));
}

function prompts(floor, draw) {
  return floor.prompts.length > 0 && h('section.panel', h('h2', 'To know'), h('ul.items', floor.prompts.map((it) => h('li',
    h('div', h('b', sentence(it.what)), h('small', it.table ? `Table ${it.table}` : 'The house', it.clause ? `, clause ${it.clause}` : null)),
    h('button.button.quiet.small', { type: 'button', onclick: () => {
      floor.prompts = floor.prompts.filter((other) => other !== it);
      draw();
    } }, 'Seen')))));
}

const records = ({ context }) => context.may('look') && h('p.quietly', 'What was recorded is in the registers: ', h('a', { href: '/inspector?show=incidents' }, 'incidents and disputes'), ', ', h('a', { href: '/inspector?show=privileged' }, 'privileged acts'), ', ', h('a', { href: '/inspector?show=tasks' }, 'tasks'), '.');

/** Writes down an incident: first where it happened, because the order of that table says what is forbidden. */
export async function recordIncident(floor) {
  const { tables } = floor.pit;
  const where = tables.length === 0 ? { table: null } : await fill('Where did it happen?', [
    { name: 'table', label: 'Table', kind: 'choice', required: false, of: [['', 'no table'], ...tables.map((it) => [String(it.table), `${it.table} ${it.name}`])] }],
  'Go on', async ({ table }) => ({ table: table ? Number(table) : null }));
  if (!where) return null;
  const game = tables.find((it) => it.table === where.table)?.game;
  return writeIncident(game, (fields, wrong) => floor.act('incident', { ...where, ...fields }, 'It is recorded.', wrong));
}
