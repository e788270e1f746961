// A promotion at a glance: what can be done now and what not yet, deadlines, tasks, and what waits for a second person.

import { dateAndTime } from '../../clock.js';
import { h } from '../../dom.js';
import { cited, sentence, until } from '../../pages/promotion-parts.js';
import { listed, plainly } from '../names.js';
import { requestList } from '../requests.js';
import { taskList } from '../tasks.js';
import { isTaken } from './desk.js';
import { ACT_KINDS, actsOn, ACT_WORDS } from './acts.js';

/** Draws the part. */
export function overviewPart(desk, it) {
  return h('div.columns', h('div', next(desk, it), requests(desk, it), tasks(desk, it)), h('div', deadlines(desk, it), facts(it), law(it)));
}

/** What can be done now, and what cannot be done yet, with the reason of each. */
function next(desk, it) {
  const buttons = actsOn(desk, it);
  const refused = it.can.filter((one) => !isTaken(one) && ACT_KINDS.includes(one.act) && desk.may(it, one.act) === one);
  // What only the state forbids is not for now; anything else is what somebody waits for.
  const later = refused.filter(({ why }) => why?.startsWith(it.state_words));
  const waits = refused.filter((one) => !later.includes(one));
  return h('section.panel', { 'aria-label': 'What can be done' }, h('h2', sentence(it.state_words)),
    it.interruption && h('p.notice', interrupted(it.interruption)),
    buttons.length > 0 ? h('div.row.acts', buttons) : h('p.quietly', 'There is nothing for you to do here now.'),
    desk.can(it, 'draft-promotion') && h('p', h('button.button.quiet.small', { type: 'button', 'data-key': 'edit', onclick: () => desk.show('terms') }, it.started ? 'Propose other terms' : 'Write the terms')),
    waits.length > 0 && [h('h3', 'Not possible yet'), reasons(desk, waits)],
    later.length > 0 && h('details', h('summary', { 'data-key': 'later' }, `At other times (${later.length})`), reasons(desk, later)));
}

const reasons = (desk, all) => h('ul.refused', all.map((one) => h('li', { 'data-act': one.act }, h('b', ACT_WORDS[one.act] ?? sentence(plainly(one.act))), ': ', one.why ?? 'not now', one.until && [', ', until(one.until, desk.ticks)], cited(one))));

function interrupted({ was, why, by, at, told, told_by: toldBy, validated, validated_by: validatedBy }) {
  return [`It was ${plainly(was)}${at ? ` until ${dateAndTime(at)}` : ''}${by ? `, when ${by} stopped it` : ''}${why ? `: ${why}` : ''}. `,
    told ? `The inspectorate was told${toldBy ? ` by ${toldBy}` : ''}. ` : 'The inspectorate was not told yet. ', validated ? `Validated${validatedBy ? ` by ${validatedBy}` : ''}.` : ''];
}

const requests = (desk, it) => it.requests.length > 0 && h('section.panel', { 'aria-label': 'For a second person' }, h('h2', 'For a second person'), requestList(it.requests, desk.context, desk.act));

const tasks = (desk, it) => it.staff?.tasks?.length > 0 && h('section.panel', { 'aria-label': 'To do' }, h('h2', 'To do'), taskList(it.staff.tasks, desk.context, desk.act, { withTable: false }));

function deadlines(desk, it) {
  return h('section.panel', { 'aria-label': 'Deadlines' }, h('h2', 'Deadlines'), it.deadlines.length === 0 ? h('p.quietly', 'There is none now.') : h('ul.deadlines', it.deadlines.map((one) => h(`li${one.overdue ? '.overdue' : ''}`,
    h('b', sentence(one.words)), cited(one), h('div', until(one.at, desk.ticks), one.overdue && h('span.tag.wrong', 'overdue'))))));
}

function facts({ staff, published, entries, missed, started, limits }) {
  const rows = [
    started && ['Started', dateAndTime(started)],
    ['Entries', String(entries)],
    missed > 0 && ['Not entered', `${missed} by wagers, while the promotion was postponed or full`],
    staff?.qualified > 0 && ['Have made the wager', String(staff.qualified)],
    staff?.lodged && ['Lodged', `receipt ${staff.lodged.receipt} of ${staff.lodged.date}, by ${staff.lodged.by}`],
    ['Terms can be read', published.length === 0 ? 'nowhere yet' : h('ul.plain', published.map((it) => h('li', `${plainly(it.means)}: ${it.place}`)))],
    staff?.marketing.length > 0 && ['Marketing', h('ul.plain', staff.marketing.map((it) => h('li', it)))],
    staff && ['Scrutineer', [staff.scrutineer ?? 'nobody is nominated', limits.scrutineer_must && h('small', ' needed for prizes above the amount of the orders')]],
    staff?.approvals.length > 0 && ['Approvals', listed(staff.approvals.map((it) => `${it.reference} of ${it.date}`))],
  ];
  return h('section.panel', { 'aria-label': 'Facts' }, h('h2', 'Facts'), h('dl.facts', rows.filter(Boolean).map(([name, value]) => [h('dt', name), h('dd', value)])));
}

/** The law beside the orders, with its source. */
function law(it) {
  return h('section.panel', { 'aria-label': 'The law in force' }, h('h2', 'The law in force'), h('ul.plain', it.law.map((one) => h('li', h('b', sentence(one.title)), ' ', h(`span.tag.${one.allowed ? 'live' : 'wrong'}`, one.allowed ? 'allowed' : 'not allowed'),
    h('div', h('small', `${one.source}${one.from ? `, from ${dateAndTime(one.from)}` : ''}`))))));
}
