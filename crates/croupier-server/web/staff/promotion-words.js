// Promotions in words: what people do about them, as it stands in the journal and in requests.

import { dateAndTime } from '../clock.js';
import { money } from '../money.js';
import { listed, titled } from './names.js';

const of = (it) => ` of promotion ${it.promotion}`;
const because = ({ why }) => (why ? `: ${why}` : '');
const under = ({ reference, date }) => `under reference ${reference} of ${date}`;
const who = (it) => it.person ?? it.named;

const SWITCHES = { 'cash-prizes': 'prizes of money', 'cash-instead': 'money in place of a prize' };
const MEANS = { 'in-person': 'in person', mail: 'by mail', telephone: 'by telephone', email: 'by e-mail' };
const REDRAWN = { absent: 'the winner was not there', refused: 'the claim was denied', unclaimed: 'nobody claimed it', declined: 'the winner does not want it' };

/** Says what the terms of a promotion are in short, so that whoever agrees knows to what. */
function termsWords({ games, prizes, closes }) {
  const each = (it) => `${it.count > 1 ? `${it.count} times ` : ''}${it.details ?? 'a prize'} worth ${money(it.value)}`;
  return [`with ${listed(games.map(titled))}`, prizes.length > 0 && listed(prizes.map(each)), closes && `entries until ${dateAndTime(closes)}`].filter(Boolean).join('; ');
}

const partsOf = ({ cash, cheque, transfer }) =>
  listed([cash && `${money(cash)} in cash`, cheque && `${money(cheque)} by crossed cheque`, transfer && `${money(transfer)} by transfer`].filter(Boolean));

/** What is done about promotions. */
export const PROMOTION_ACTS = {
  'set-law': (it) => `from ${dateAndTime(it.from)} on the law ${it.allowed ? 'allows' : 'forbids'} ${SWITCHES[it.switch]}: ${it.source}`,
  'prescribe-item': (it) => `no prize may include ${it.item}: ${it.source}`,
  'set-points': (it) => `from ${dateAndTime(it.from)} on ${it.cents > 0 ? `${money(it.cents)} of turnover are a point` : 'there are no points'}: ${it.source}`,
  'draft-promotion': (it) => `draft promotion ${it.promotion}, ${it.name}: ${termsWords(it.terms)}`,
  'check-prize': (it) => `prize ${it.prize}${of(it)} ${listed([it.free_of?.length && `is free of ${listed(it.free_of)}`, it.contains?.length && `contains ${listed(it.contains)}`].filter(Boolean))}`,
  'finalise-promotion': (it) => `make the terms${of(it)} final`,
  'lodge-promotion': (it) => `the Authority has the terms${of(it)}: receipt ${it.receipt} of ${it.date}`,
  'publish-terms': (it) => `the terms${of(it)} can be read: ${it.means}, ${it.place}`,
  'note-marketing': (it) => `${it.item} advertises promotion ${it.promotion}${it.refers ? ' and refers to its terms' : ''}`,
  'commit-promotion': (it) => `commit to the seed of the draw${of(it)}`,
  'nominate-scrutineer': (it) => `nominate ${it.person} as scrutineer${of(it)}`,
  'start-promotion': (it) => `start promotion ${it.promotion}`,
  'amend-promotion': (it) => `the Authority has approved other terms${of(it)} ${under(it)}`,
  'admit-file': (it) => `admit a file of ${it.rows} rows to promotion ${it.promotion}: SHA-256 ${it.sha256}`,
  'enter-promotion': (it) => `enter ${it.entrants.length === 1 ? who(it.entrants[0]) : `${it.entrants.length} people`} in promotion ${it.promotion}${it.row ? `, from row ${it.row} of file ${it.file}` : ''}`,
  'remove-entrant': (it) => `${it.person ? `the entries of ${it.person}` : `entry ${it.entry}`}${of(it)} cannot win${because(it)}`,
  'close-entries': (it) => `close the entries${of(it)}`,
  'seal-value': (it) => `the scrutineer has sealed a value${of(it)}`,
  'attend-draw': (it) => `the scrutineer is at the draw${of(it)}${it.value ? `, with the value ${it.value}` : ''}`,
  'draw-value': (it) => `the value of the draw${of(it)} follows from: ${it.published}`,
  'show-seed': (it) => `show the seed${of(it)}, which was cancelled`,
  'draw-promotion': (it) => `draw promotion ${it.promotion}`,
  'confirm-award': (it) => `confirm draw ${it.award}${of(it)}`,
  'redraw-award': (it) => `draw the prize of draw ${it.award}${of(it)} again, because ${REDRAWN[it.reason]}${because(it)}`,
  'note-presence': (it) => `the winner of draw ${it.award}${of(it)} is ${it.present ? '' : 'not '}there`,
  'notify-winner': (it) => `tell the winner of draw ${it.award}${of(it)} ${MEANS[it.means]}: ${it.reached ? 'reached' : 'not reached'}`,
  'pay-award': (it) => `pay ${it.instead ? 'money in place of the prize' : 'the prize'} of draw ${it.award}${of(it)}: ${partsOf(it)}`,
  'deliver-award': (it) => `hand over the prize of draw ${it.award}${of(it)}${it.voucher ? ` as voucher ${it.voucher}` : ''}: ${it.words}`,
  'refuse-claim': (it) => `deny ${it.claimant ?? 'somebody'} a prize${of(it)} worth ${money(it.value)}${because(it)}`,
  'reinstate-award': (it) => `the claim to draw ${it.award}${of(it)} was denied wrongly${because(it)}`,
  'tell-refusal': (it) => `whoever made claim ${it.claim}${of(it)} was told ${MEANS[it.means]} why it was denied`,
  'dispute-promotion': (it) => `${who(it.person)} disputes promotion ${it.promotion}: ${it.what}`,
  'decide-dispute': (it) => `decide dispute ${it.dispute}${of(it)}: ${it.decision}`,
  'close-dispute': (it) => `close dispute ${it.dispute}${of(it)}${it.told ? ', the person was told of the complaint to an inspector' : ''}`,
  'postpone-promotion': (it) => `postpone promotion ${it.promotion}${because(it)}`,
  'cancel-promotion': (it) => `cancel promotion ${it.promotion}${because(it)}`,
  'tell-inspectorate': (it) => `the inspectorate was told of promotion ${it.promotion}: ${it.whom}`,
  'validate-promotion': (it) => `promotion ${it.promotion} may go on${because(it)}`,
  'resume-promotion': (it) => `resume promotion ${it.promotion}`,
  'expire-voucher': (it) => `write off voucher ${it.number}`,
  'end-promotion': (it) => `end promotion ${it.promotion}`,
};
