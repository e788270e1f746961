// The draw of a promotion at the desk, and every entry that was drawn: presence, notices, payment, delivery, and what is
// drawn again.

import { dateAndTime } from '../../clock.js';
import { h, say } from '../../dom.js';
import { money, plain, read } from '../../money.js';
import { cited, drawFacts, prizeName, sentence, stageTag, until } from '../../pages/promotion-parts.js';
import { checkDraw } from '../../pages/draw-check.js';
import { fill } from '../forms.js';
import { listed, plainly } from '../names.js';
import { isTaken } from './desk.js';
import { actsOn, claim, claimFields, MEANS } from './acts.js';

const OF_DRAW = ['close-entries', 'draw-value', 'nominate-scrutineer'];

/** Draws the part. */
export function drawPart(desk, it) {
  const { draw } = it;
  const result = h('div');
  return [h('section.panel', { 'aria-label': 'The draw' }, h('h2', 'The draw'), draw.waits && h('p.notice', sentence(draw.waits)), draw.wants_scrutineer && !draw.attended && h('p', 'A scrutineer must oversee this draw.', cited(draw.scrutineer_clause)),
    drawFacts(draw), h('div.row', actsOn(desk, it, (kind) => OF_DRAW.includes(kind)), h('button.button.quiet.small', { type: 'button', 'data-key': 'check-draw', onclick: () => checkDraw(result, it.promotion, desk.context.note) }, 'Check the draw')), result),
  awards(desk, it)];
}

function awards(desk, it) {
  const shown = it.awards.slice().sort((one, other) => Number(other.stage === 'open') - Number(one.stage === 'open') || one.award - other.award);
  return h('section.panel', { 'aria-label': 'Awards' }, h('h2', 'Awards'), it.awards.length === 0 && h('p.quietly', 'Nothing is drawn yet.'),
    it.undrawn.length > 0 && h('p.notice', `Nobody was left to win ${listed(it.undrawn.map((prize) => `prize ${prize}`))}.`),
    h('ol.awards', shown.map((award) => h('li.award', { 'aria-label': `Draw ${award.award}` }, one(desk, it, award)))));
}

function one(desk, it, award) {
  const who = award.name ? `${award.name}, entry ${award.entry}` : `entry ${award.entry}`;
  return [h('header.row', h('h3', `Draw ${award.award}: ${who}`), stageTag(award), award.wants_scrutineer && h(`span.tag.${award.confirmed ? 'live' : 'warn'}`, award.confirmed ? `confirmed${award.confirmed_by ? ` by ${award.confirmed_by}` : ''}` : 'the scrutineer must confirm it'),
    award.overdue && h('span.tag.wrong', 'overdue')),
  h('p.quietly', `Prize ${award.prize}: ${prizeName(it.terms, award.prize)}. ${award.words ? `${sentence(award.words)}. ` : ''}${award.redraw_words ?? ''}`),
  facts(desk, award), h('div.row.acts', buttons(desk, it, award)), refusals(desk, it, award)];
}

function facts(desk, award) {
  const { attempts = [], paid, present, voucher, notify_by: notifyBy, stage } = award;
  const parts = paid && ['cash', 'cheque', 'transfer'].filter((part) => paid[part] > 0).map((part) => `${money(paid[part])} ${{ cash: 'in cash', cheque: 'by crossed cheque', transfer: 'by transfer' }[part]}`);
  const rows = [
    stage === 'open' && notifyBy && ['To be told until', until(notifyBy, desk.ticks)],
    present !== null && present !== undefined && ['Winner', present ? 'is there' : 'is not there'],
    attempts.length > 0 && ['Told', h('ol.plain', attempts.map((it) => h('li', `${MEANS.find(([word]) => word === it.means)?.[1] ?? plainly(it.means)}, ${dateAndTime(it.at)}, by ${it.by}: ${it.reached ? 'reached' : 'not reached'}`)))],
    parts?.length > 0 && ['Paid', `${listed(parts)}${award.instead ? ', in place of the prize' : ''}`],
    voucher && ['Voucher', String(voucher)],
  ].filter(Boolean);
  return rows.length > 0 && h('dl.facts', rows.map(([name, value]) => [h('dt', name), h('dd', value)]));
}

/** What can be done about a draw, in the order in which it comes up. */
const ACTS = [
  ['note-presence', 'The winner is there', (desk, it, { award }) => desk.act('note-presence', { promotion: it.promotion, award, present: true }, 'It is recorded.')],
  ['note-presence', 'The winner is not there', (desk, it, { award }) => desk.act('note-presence', { promotion: it.promotion, award, present: false }, 'It is recorded.'), 'absent'],
  ['notify-winner', 'Tried to tell the winner…', notify],
  ['confirm-award', 'Confirm', (desk, it, { award }) => desk.act('confirm-award', { promotion: it.promotion, award }, 'It is confirmed.')],
  ['pay-award', 'Pay…', pay],
  ['deliver-award', 'Hand over…', deliver],
  ['refuse-claim', 'Deny the claim…', refuse],
  ['redraw-award', 'Draw again…', redraw],
  ['reinstate-award', 'The denial was wrong…', reinstate],
];

function buttons(desk, it, award) {
  return ACTS.filter(([act]) => desk.can(it, act, { award: award.award })).map(([act, words, open, more = ''], at) =>
    h(`button.button.small${at === 0 ? '' : '.quiet'}`, { type: 'button', 'data-key': `${act}-${award.award}${more}`, onclick: () => open(desk, it, award) }, words, h('span.unseen', ` draw ${award.award}`)));
}

/** Why something cannot be done about an award now. */
function refusals(desk, it, award) {
  const why = it.can.filter((one) => one.award === award.award && !isTaken(one) && one.why);
  return why.length > 0 && h('details', h('summary', { 'data-key': `refused-${award.award}` }, `Not possible now (${why.length})`), h('ul.refused', why.map((one) => h('li', h('b', sentence(plainly(one.act))), ': ', one.why, one.until && [', ', until(one.until, desk.ticks)], cited(one)))));
}

function notify(desk, it, { award, name }) {
  const fields = [{ name: 'means', label: 'How', kind: 'choice', of: MEANS }, { name: 'reached', label: 'The winner was reached', kind: 'yes' }, { name: 'words', label: 'What was said', kind: 'long', required: false }];
  return fill(`Draw ${award}: tell ${name ?? 'the winner'}`, fields, 'Record it', ({ means, reached, words }, wrong) =>
    desk.act('notify-winner', { promotion: it.promotion, award, means, reached, ...(words ? { words } : {}) }, 'The attempt is recorded.', wrong), { words: 'Each attempt is recorded, until one has reached the winner.' });
}

/** Splits the money as the winner chooses; the parts must come to the whole. */
function pay(desk, it, { award, payable: { amount, instead, chooses }, name }) {
  const fields = [{ name: 'cash', label: 'In cash', kind: 'amount', value: amount, required: false, autofocus: true }, { name: 'cheque', label: 'By crossed cheque', kind: 'amount', value: 0, required: false }, { name: 'transfer', label: 'By transfer', kind: 'amount', value: 0, required: false }];
  const words = `${instead ? 'In place of the prize the winner takes' : 'The prize is'} ${money(amount)}. ${chooses ? 'The winner chooses how it is split. ' : ''}${second(desk, it, 'pay-award', award)}`;
  return fill(`Pay draw ${award}${name ? ` to ${name}` : ''}`, fields, 'Send the request', (given, wrong) => {
    const [cash, cheque, transfer] = [given.cash ?? 0, given.cheque ?? 0, given.transfer ?? 0];
    if (cash + cheque + transfer === amount) return desk.act('pay-award', { promotion: it.promotion, award, ...(instead ? { instead } : {}), cash, cheque, transfer }, null, wrong);
    wrong(`The parts come to ${money(cash + cheque + transfer)}; to be paid are ${money(amount)}.`);
    return null;
  }, { words, extra: (form) => sums(form, amount) });
}

/** What is still to be split, as it is typed. */
function sums(form, due) {
  const line = h('p.sums', { role: 'status' });
  const tell = () => {
    const parts = ['cash', 'cheque', 'transfer'].map((part) => read(form.elements[part]?.value || '0') ?? 0);
    const rest = due - parts.reduce((sum, part) => sum + part, 0);
    say(line, rest === 0 ? `Together ${money(due)}, as it must be.` : rest > 0 ? `Still to be split: $${plain(rest)}.` : `Too much by $${plain(-rest)}.`);
  };
  form.addEventListener('input', tell);
  form.addEventListener('change', tell);
  tell();
  return line;
}

/** Says who must agree. */
function second(desk, it, act, award) {
  const roles = desk.may(it, act, { award })?.second ?? [];
  return roles.length > 0 ? `Somebody else must agree: ${listed(roles, 'or')}.` : '';
}

function deliver(desk, it, { award, prize, name }) {
  const isVoucher = it.terms.prizes.find((one) => one.prize === prize)?.kind === 'voucher';
  const next = 1 + Math.max(0, ...(it.staff?.vouchers ?? []).map(({ number }) => number));
  const fields = [isVoucher && { name: 'voucher', label: 'Number of the voucher', kind: 'count', min: 1, value: next }, { name: 'words', label: 'To whom, when and how', kind: 'long', value: name ? `To ${name}` : '', autofocus: true }].filter(Boolean);
  return fill(`Hand over the prize of draw ${award}`, fields, 'Send the request', ({ voucher, words }, wrong) =>
    desk.act('deliver-award', { promotion: it.promotion, award, words, ...(voucher ? { voucher } : {}) }, null, wrong), { words: second(desk, it, 'deliver-award', award) });
}

function refuse(desk, it, { award, prize, name }) {
  const value = it.terms.prizes.find((one) => one.prize === prize)?.value;
  return fill(`Deny the claim of draw ${award}`, claimFields(it, { value, name }), 'Send the request', (given, wrong) =>
    desk.act('refuse-claim', { promotion: it.promotion, award, ...claim(given) }, null, wrong), { danger: true, words: `The winner is told why as soon as practicable. ${second(desk, it, 'refuse-claim', award)}` });
}

function reinstate(desk, it, { award }) {
  return fill(`Draw ${award}: the denial was wrong`, [{ name: 'why', label: 'Why', kind: 'long', autofocus: true }], 'Send the request', ({ why }, wrong) =>
    desk.act('reinstate-award', { promotion: it.promotion, award, why }, null, wrong), { words: `The winner gets the prize after all. ${second(desk, it, 'reinstate-award', award)}` });
}

async function redraw(desk, it, { award }) {
  const form = await desk.form(it.terms.raw.games);
  const { reasons = [] } = desk.may(it, 'redraw-award', { award }) ?? {};
  const of = form.redraw_reasons.filter(({ word }) => reasons.includes(word)).map(({ word, title }) => [word, title]);
  return fill(`Draw the prize of draw ${award} again`, [{ name: 'reason', label: 'Reason', kind: 'choice', of }, { name: 'why', label: 'In words', kind: 'long', autofocus: true }], 'Send the request', (given, wrong) =>
    desk.act('redraw-award', { promotion: it.promotion, award, ...given }, null, wrong), { danger: true, words: `The next number of the draw decides. ${second(desk, it, 'redraw-award', award)}` });
}
