// What lies on the table: every area with its cards, its wagers and whose they are; where there are no areas, every seat.

import { back, card, dice } from '../../cards.js';
import { h, put } from '../../dom.js';
import { money } from '../../money.js';
import { isShared } from '../../play/hands.js';
import { plainly, wagerName } from '../names.js';
import { LIGHTS } from './jackpots.js';
import { wagerMenu } from './wager-menu.js';

/** Makes the part. Where it is `still`, nothing on it can be pressed: a past round, or a table to look at. */
export function feltPart(desk, { still = false } = {}) {
  const element = h('section.staff-felt', { 'aria-label': 'The table' });
  return { element, draw };

  function draw(view) {
    element.classList.toggle('over', view.over);
    put(element, view.dice ? diceRow(view) : [sharedRow(view), dealerRow(view)], h('ol.places', view.areas > 0 ? areaRows(view) : seatRows(view)));
  }

  function areaRows(view) {
    return numbers(view.areas).map((area) => {
      const hand = view.hands.find((it) => it.area === area);
      const wagers = view.wagers.filter((it) => it.area === area);
      const seat = view.seats[area - 1];
      const kept = view.reserved.find((it) => it.area === area);
      const due = view.expects.area === area;
      return h(`li${due ? '.due' : ''}${hand || wagers.length > 0 ? '' : '.empty'}`, { 'aria-label': `Area ${area}`, 'aria-current': due && 'step' },
        h('div.who', h('b', area), h('span', seat?.name ?? (kept ? `kept for seat ${kept.seat}` : ''))),
        h('div.faces', hand && cards(hand)), result(hand),
        h('div.wagers', wagers.map((wager) => chip(wager, view)), more(`area-${area}`, () => desk.parts.wager.choose({ area, player: seat?.name }))));
    }).concat(tableWide(view));
  }

  /** Wagers that lie on no area at a table with areas. */
  function tableWide(view) {
    const wagers = view.wagers.filter((it) => !it.area);
    return wagers.length === 0 ? [] : [h('li', { 'aria-label': 'On no area' }, h('div.who', h('b', '·'), h('span', 'all')),
      h('div.faces'), h('div.counted'), h('div.wagers', wagers.map((wager) => chip(wager, view, true))))];
  }

  function seatRows(view) {
    return view.seats.filter((seat) => seat.taken).map((seat) => {
      const due = view.expects.seat === seat.seat;
      return h(`li.at-seat${due ? '.due' : ''}`, { 'aria-label': `Seat ${seat.seat}, ${seat.name}` },
        h('div.who', h('b', seat.seat), h('span', seat.name, view.dice?.shooter === seat.seat && h('span.tag.live', 'shooter'), view.dice?.offered === seat.seat && h('span.tag', 'offered the dice'))),
        h('div.wagers', view.wagers.filter((it) => it.seat === seat.seat).map((wager) => chip(wager, view)),
          more(`seat-${seat.seat}`, () => desk.parts.wager.choose({ player: seat.name }))));
    }).concat(view.wagers.some((it) => !it.seat) ? [h('li.at-seat', h('div.who', h('b', '–'), h('span', 'left the seat')),
      h('div.wagers', view.wagers.filter((it) => !it.seat).map((wager) => chip(wager, view, true))))] : []);
  }

  function more(key, onclick) {
    return !still && desk.may('step wager') && h('button.add', { type: 'button', 'data-key': key, 'aria-label': 'Place a wager here', onclick }, '+');
  }

  function chip(wager, view, named = false) {
    const other = named || (wager.area && view.seats[wager.area - 1]?.name !== wager.player);
    const name = wagerName(wager, view.sign);
    return h(still ? 'span.wager' : 'button.wager', still ? {} : {
      type: 'button', 'data-key': `wager-${wager.player}-${wager.area}-${name}`, 'aria-haspopup': 'dialog',
      onclick: () => wagerMenu(desk, wager),
    }, h('span', name, other && h('small', ` ${wager.player}`)), h('b', money(wager.stake)),
    wager.excess > 0 && h('small', `+${money(wager.excess)} over`), wager.button && h(`span.button-state.${wager.button}`, wager.button),
    wager.asked && h('span.tag.warn', `calls ${wager.asked}`), wager.by_staff && h('span.tag', 'not confirmed'),
    wager.light && h(`span.tag.${wager.light === 'accepted' ? 'live' : 'warn'}`, LIGHTS[wager.light]), wager.collected && h('span.tag', 'collected'), wager.carried && h('span.tag.carried', 'carried'));
  }
}

const numbers = (count) => Array.from({ length: count }, (_, at) => at + 1);

/** Draws the cards of a hand; one that lies face down is a back. */
export const cards = (hand) => hand.cards.map((face) => (face === '?' ? back() : card(face)));

const result = (hand) => h('div.counted', hand?.points !== null && hand?.points !== undefined && h('b', hand.points),
  hand?.words && h('small', hand.words),
  hand?.choice && h('span.tag', plainly(hand.choice)), hand?.absent && h('span.tag', 'absent'));

const dealerRow = ({ dealer, expects }) => handRow(dealer, expects.dealer);

/** The hand that all players share; there is none before its first card. */
function sharedRow({ hands, expects }) {
  const hand = hands.find(isShared);
  return hand && handRow(hand, expects.shared);
}

function handRow(hand, due) {
  return h(`div.dealt${due ? '.due' : ''}`, { 'aria-label': hand.title, role: 'group' },
    h('span.title', hand.title), h('div.faces', cards(hand)), result(hand));
}

/** Where the dice of the set are. */
function setWords({ held, bowl, missing, new_set: comes, serials, lacks_set: lacks, thrown }) {
  const list = (numbers) => numbers.join(', ');
  return [lacks && 'No set of dice is registered.', thrown && 'The dice roll.', held && `Shooter has ${list(held)}.`, bowl.length > 0 && `Bowl: ${list(bowl)}.`,
    missing.length > 0 && `Missing: ${list(missing)}.`, comes && 'A new set comes into use when the dice pass.', serials && `Set ${list(serials)}.`].filter(Boolean).join(' ');
}

function diceRow({ dice: it }) {
  return h('div.dealt', { role: 'group', 'aria-label': 'The dice' },
    h(`span.puck.${it.point ? 'on' : 'off'}`, it.point ? `ON ${it.point}` : 'OFF'), h('div.faces', it.roll && dice(it.roll)),
    h('div.counted', it.roll && h('b', it.roll[0] + it.roll[1])), h('div.dice-set', setWords(it)));
}
