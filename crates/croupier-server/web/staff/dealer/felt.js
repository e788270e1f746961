// What lies on the table: every area with its cards, its wagers and whose they are; where there are no areas, every seat.

import { back, card, dice } from '../../cards.js';
import { h, put } from '../../dom.js';
import { money } from '../../money.js';
import { isShared } from '../../play/hands.js';
import { plainly, titled, wagerName } from '../names.js';
import { LIGHTS } from './jackpots.js';
import { layoutPart } from './layout.js';
import { wagerMenu } from './wager-menu.js';

/**
 * Makes the part. Where it is `still`, nothing on it can be pressed: a past round, or a table to look at. The areas lie as the
 * dealer sees them, the first on the left. A spot places the amount in hand; a chip opens what can be done with the wager.
 */
export function feltPart(desk, { still = false } = {}) {
  const element = h('section.staff-felt', { 'aria-label': 'The table' });
  const layout = still || desk.view.areas > 0 ? null : layoutPart(desk);
  return { element, draw };

  function draw(view) {
    element.classList.toggle('over', view.over);
    if (view.areas > 0) {
      put(element, sharedRow(view), dealerRow(view), h('ol.columns', { vars: { '--areas': String(view.areas) } }, areaColumns(view)), h('ol.places', tableWide(view)));
      return;
    }
    if (layout) layout.draw(view);
    // The layout is drawn anew only where something on it has changed.
    for (const part of [...element.children]) if (part !== layout?.element) part.remove();
    element.prepend(...(view.dice ? [diceRow(view)] : [sharedRow(view), dealerRow(view)]).filter(Boolean));
    if (layout && layout.element.parentElement !== element) element.append(layout.element);
    element.append(h('ol.places', seatRows(view)));
  }

  function areaColumns(view) {
    return numbers(view.areas).map((area) => {
      const hand = view.hands.find((it) => it.area === area);
      const wagers = view.wagers.filter((it) => it.area === area);
      const seat = view.seats[area - 1];
      const kept = view.reserved.find((it) => it.area === area);
      const due = view.expects.area === area;
      const isChosen = !still && desk.parts?.wager.isAt(area);
      return h(`li${due ? '.due' : ''}${isChosen ? '.chosen' : ''}${hand || wagers.length > 0 ? '' : '.empty'}`, { 'aria-label': `Area ${area}`, 'aria-current': due && 'step' },
        h('div.who', h('b', area), h('span', { title: seat?.name }, seat?.name ?? (kept ? `kept for seat ${kept.seat}` : ''))),
        h('div.of-area', h('div.faces', { vars: { '--count': String(hand?.cards.length ?? 1) } }, hand && cards(hand)), result(hand)),
        h('div.laid', spotsOf(view).map((row) => spot(view, row, area, seat, wagers.filter((it) => it.on === row.on)))));
    });
  }

  /** One spot of an area: a button that places a wager there, and the chips that lie on it. */
  function spot(view, row, area, seat, wagers) {
    const title = spotTitle(row);
    const player = still ? null : desk.parts?.wager.playerAt(area);
    const takes = !still && desk.may('step wager') && view.expects.wagers && !row.follows && player;
    if (row.follows && wagers.length === 0) return null;
    return h('div.laid-spot', takes
      ? h('button.put', { type: 'button', 'data-key': `spot-${row.on}-${area}`, 'aria-label': `${title}, area ${area}: a wager for ${player}`, onclick: () => desk.parts.wager.place({ on: row.on, area }) }, title)
      : h('span.put', title), wagers.map((wager) => chip(wager, view, { short: true })));
  }

  /** Wagers that lie on no area at a table with areas. */
  function tableWide(view) {
    const wagers = view.wagers.filter((it) => !it.area);
    return wagers.length === 0 ? [] : [h('li.at-seat', { 'aria-label': 'On no area' }, h('div.who', h('b', '·'), h('span', 'all')),
      h('div.wagers', wagers.map((wager) => chip(wager, view, { named: true }))))];
  }

  function seatRows(view) {
    return view.seats.filter((seat) => seat.taken && (still || desk.sees(seat.seat))).map((seat) => {
      const due = view.expects.seat === seat.seat;
      const isChosen = !still && desk.parts?.wager.player === seat.name;
      const tags = [view.dice?.shooter === seat.seat && h('span.tag.live', 'shooter'), view.dice?.offered === seat.seat && h('span.tag', 'offered the dice')];
      const who = [h('b', seat.seat), h('span', seat.name, tags)];
      return h(`li.at-seat${due ? '.due' : ''}${isChosen ? '.chosen' : ''}`, { 'data-seat': seat.seat, 'aria-label': `Seat ${seat.seat}, ${seat.name}` },
        still || !desk.may('step wager') ? h('div.who', who) : h('button.who', {
          type: 'button', 'data-key': `seat-${seat.seat}`, 'aria-pressed': String(isChosen), 'aria-label': `Wagers for ${seat.name}, seat ${seat.seat}`, onclick: () => desk.parts.wager.choose({ player: seat.name }),
        }, who),
        h('div.wagers', view.wagers.filter((it) => it.seat === seat.seat).map((wager) => chip(wager, view))));
    }).concat(view.wagers.some((it) => !it.seat) ? [h('li.at-seat', h('div.who', h('b', '–'), h('span', 'left the seat')),
      h('div.wagers', view.wagers.filter((it) => !it.seat).map((wager) => chip(wager, view, { named: true }))))] : []);
  }

  function chip(wager, view, { named = false, short = false } = {}) {
    const other = named || (wager.area && view.seats[wager.area - 1]?.name !== wager.player);
    const name = wagerName(wager, view.sign);
    const mark = wager.number ?? wager.point;
    return h(still ? 'span.wager' : 'button.wager', still ? {} : {
      type: 'button', 'data-key': `wager-${wager.player}-${wager.area}-${name}`, 'aria-haspopup': 'dialog',
      onclick: () => wagerMenu(desk, wager),
    }, h(`span${short ? '.unseen' : ''}`, name), short && typeof mark === 'number' && h('span', mark), other && h('small', wager.player), h('b', money(wager.stake)),
    wager.excess > 0 && h('small', `+${money(wager.excess)} over`), wager.button && h(`span.button-state.${wager.button}`, wager.button),
    wager.asked && h('span.tag.warn', `calls ${wager.asked}`), wager.by_staff && (short ? h('span.not-confirmed', { title: 'The player has not confirmed it' }, h('span.unseen', ' not confirmed')) : h('span.tag', 'not confirmed')),
    wager.light && h(`span.tag.${wager.light === 'accepted' ? 'live' : 'warn'}`, LIGHTS[wager.light]), wager.collected && h('span.tag', 'collected'), wager.carried && h('span.tag.carried', 'carried'));
  }
}

/** The wagers that lie on an area; one that a choice makes is shown where it stands. */
const spotsOf = ({ sign }) => sign.filter((row) => row.area);

/** What a spot is called: wagers with a number lie beside each other on the same spot. */
const spotTitle = (row) => row.title ?? titled(row.on);

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
