// Claims that were denied, disputes, and the money and vouchers of a promotion.

import { dateAndTime } from '../../clock.js';
import { h, sweeps } from '../../dom.js';
import { money } from '../../money.js';
import { cited } from '../../pages/promotion-parts.js';
import { fill } from '../forms.js';
import { actsOn, MEANS } from './acts.js';

const meansWords = (means) => MEANS.find(([word]) => word === means)?.[1] ?? means;

/** Draws the part. */
export function claimsPart(desk, it) {
  return [claims(desk, it), disputes(desk, it), it.staff && accounts(desk, it)];
}

function claims(desk, it) {
  const { staff, limits } = it;
  return h('section.panel', { 'aria-label': 'Denied claims' }, h('header.row', h('h2', 'Denied claims'), h('span.gap'), actsOn(desk, it, (kind) => kind === 'refuse-claim')),
    h('p.quietly', `Above ${money(limits.kept_above)} name and address are kept, and never deleted.`, cited(limits.clauses['keep-refused'])),
    (staff?.claims ?? []).length === 0 ? h('p', 'No claim was denied.') : h('ul.items', staff.claims.map((claim) => h('li', { 'aria-label': `Claim ${claim.claim}` }, h('div', h('b', `Claim ${claim.claim}: ${money(claim.value)}${claim.award ? `, draw ${claim.award}` : ''}`), h('p', claim.why),
      h('small', [claim.claimant, claim.address].filter(Boolean).join(', ') || 'no name is kept', `. Denied by ${claim.by}, ${dateAndTime(claim.at)}. `, claim.told ? `Told ${meansWords(claim.told.means)} by ${claim.told.by}, ${dateAndTime(claim.told.at)}.` : 'Not told yet.')),
      desk.can(it, 'tell-refusal', { claim: claim.claim }) && h('button.button.small', { type: 'button', 'data-key': `tell-${claim.claim}`, onclick: () => tell(desk, it, claim) }, 'Was told…', h('span.unseen', ` claim ${claim.claim}`))))));
}

function tell(desk, it, { claim }) {
  return fill(`Claim ${claim}`, [{ name: 'means', label: 'How was the claimant told why?', kind: 'choice', of: MEANS }], 'Record it', ({ means }, wrong) => desk.act('tell-refusal', { promotion: it.promotion, claim, means }, 'It is recorded.', wrong));
}

const STAGES = { open: ['warn', 'to be decided'], decided: ['warn', 'the person must be told'], closed: ['quiet', 'closed'] };

function disputes(desk, it) {
  const all = it.staff?.disputes ?? [];
  return h('section.panel', { 'aria-label': 'Disputes' }, h('header.row', h('h2', 'Disputes'), h('span.gap'), actsOn(desk, it, (kind) => kind === 'dispute-promotion')),
    all.length === 0 && h('p', 'Nothing is recorded.'), h('ul.items', all.map((one) => h('li', { 'aria-label': `Dispute ${one.dispute}` }, h('div', h('b', one.what), ' ', h(`span.tag.${STAGES[one.stage]?.[0] ?? 'quiet'}`, STAGES[one.stage]?.[1] ?? one.stage),
      h('small', `Dispute ${one.dispute} of ${one.person}, ${dateAndTime(one.at)}.`), one.decision && h('p', `Decision of ${one.decided_by}: ${one.decision}`), one.told_by && h('small', `Told of the complaint to an inspector by ${one.told_by}, ${dateAndTime(one.told_at)}.`)),
    h('div.row', desk.can(it, 'decide-dispute', { dispute: one.dispute }) && h('button.button.small', { type: 'button', 'data-key': `decide-${one.dispute}`, onclick: () => decide(desk, it, one) }, 'Decide…'),
      desk.can(it, 'close-dispute', { dispute: one.dispute }) && h('button.button.small', { type: 'button', 'data-key': `close-${one.dispute}`, onclick: () => close(desk, it, one) }, 'Close…'))))));
}

function decide(desk, it, { dispute, what }) {
  return fill(`Dispute ${dispute}`, [{ name: 'decision', label: 'Decision of the operator', kind: 'long', autofocus: true }], 'Decide', ({ decision }, wrong) => desk.act('decide-dispute', { promotion: it.promotion, dispute, decision }, 'It is recorded.', wrong), { words: what });
}

function close(desk, it, { dispute }) {
  return fill(`Close dispute ${dispute}`, [{ name: 'told', label: 'The person was told of the decision, and that an inspector can be asked', kind: 'yes' }], 'Close it', ({ told }, wrong) => desk.act('close-dispute', { promotion: it.promotion, dispute, told }, 'It is closed.', wrong));
}

function accounts(desk, it) {
  const { money: books, rewards, vouchers } = it.staff;
  const fact = ([name, value]) => [h('dt', name), h('dd', money(value))];
  return h('section.panel', { 'aria-label': 'Money and vouchers' }, h('h2', 'Money and vouchers'), h('div.columns',
    h('dl.facts', [['Won, not paid', books.unpaid], ['Account of prizes', books.prizes], ['Account of the fund', books.fund], ['Paid in cash', books.paid_cash], ['Paid by cheque', books.paid_cheque], ['Paid by transfer', books.paid_transfer]].map(fact)),
    h('dl.facts', [['Vouchers issued', rewards.issued], ['Exchanged', rewards.exchanged], ['Expired', rewards.expired], ['Outstanding', rewards.outstanding]].map(fact))),
  vouchers.length > 0 && h('div.scroll', sweeps('Vouchers'), h('table', h('caption', 'Vouchers'), h('thead', h('tr', ['Number', 'Value', 'For', 'Expires', 'What became of it'].map((words) => h('th', { scope: 'col' }, words)))),
    h('tbody', vouchers.map((one) => voucherRow(desk, it, one))))));
}

function voucherRow(desk, it, { number, amount, player, expires, exchanged, expired }) {
  const writeOff = desk.can(it, 'expire-voucher', { voucher: number }) && h('button.button.quiet.small', { type: 'button', 'data-key': `expire-${number}`, onclick: () => desk.act('expire-voucher', { number }, 'It is written off.') }, 'Write off', h('span.unseen', ` voucher ${number}`));
  return h('tr', h('th', { scope: 'row' }, String(number)), h('td', money(amount)), h('td', player ?? 'bearer'), h('td', dateAndTime(expires)), h('td', exchanged ? 'exchanged' : expired ? h('span.tag', 'expired') : 'not exchanged yet', ' ', writeOff));
}
