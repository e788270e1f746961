// The slip of a prize: everything about it on one sheet of paper, to be signed.

import { ask } from '../../dialog.js';
import { dateAndTime } from '../../clock.js';
import { h } from '../../dom.js';
import { money } from '../../money.js';
import { sentence } from '../../register.js';
import { LEVELS } from '../pool-words.js';

/** Shows the slip; it can be printed. */
export async function slip(pool, award) {
  const words = await Promise.all(award.hands.map((hand) => (pool.game ? sentence(pool.game, hand.clause) : '')));
  return ask(`Slip of prize ${award.award}`, (form, close) => {
    form.closest('dialog').classList.add('wide', 'slip');
    return [facts(pool, award), hands(award, words), shares(award), signatures(award), h('div.row.end.no-print',
      h('button.button.quiet', { type: 'button', onclick: () => close() }, 'Close'), h('button.button', { type: 'button', onclick: () => print() }, 'Print'))];
  });
}

const pair = (name, value) => [h('dt', name), h('dd', value)];

function facts(pool, award) {
  return h('dl.facts', award.reversed && pair('Reversed', 'Nobody has won this prize after all; the meter has got it back.'), pair('Number', `Pool ${pool.pool}, prize ${award.award}`), pair('Pool', pool.name), pair('Prize', LEVELS[award.level]),
    pair('Won at', `${award.at_table}, round ${award.round}`), pair('When', dateAndTime(award.at)), pair('The meter showed', money(award.reading)), pair('Guarantee', money(award.guarantee)), pair('Meter starts again with', money(award.seed)));
}

function hands(award, words) {
  return h('table', h('caption.unseen', 'Winning hands'), h('thead', h('tr', ['Area', 'Player', 'Hand', 'Class', 'Gets'].map((it) => h('th', { scope: 'col' }, it)))),
    h('tbody', award.hands.map((hand, at) => h('tr', h('td', hand.area), h('td', hand.player ?? 'at an outside table'), h('td.cards', hand.hand.join(' ') || '–'), h('td', `Clause ${hand.clause}${words[at] ? `: ${words[at]}` : ''}`), h('td.number', money(hand.pays))))));
}

/** How the amounts come about: prize, shares, and what rounding adds. */
function shares(award) {
  const count = award.hands.length;
  return h('dl.facts', pair('To be shared', money(award.prize)), pair('Shares', count === 1 ? 'one hand gets all' : `${count} hands, equal`), pair('Rounding up, paid by the house', money(award.rounding)), pair('Paid in all', money(award.total)));
}

function signatures(award) {
  return h('dl.facts.signatures', pair('Verified by', award.verified_by ?? '____________________'), pair('Paid by', award.paid_by ?? '____________________'), pair('Player', '____________________'));
}
