// The own wagers that stand, each with what can be done with it.

import { h, put } from '../dom.js';
import { money } from '../money.js';

const STATES = ['on', 'off'];

/** What the light of a jackpot wager says to its player. */
export const LIGHTS = { placed: 'not accepted yet: check the light', accepted: 'accepted', rejected: 'rejected: it goes back' };

/** Tells whether the rules let a wager be taken back now. */
export const isTakeable = ({ may }) => may.includes('withdraw') || may.includes('remove');

/** The list of the own wagers. */
export class Standing {
  #drawn = '';
  #list = h('ul.standing');

  constructor(wagering) {
    this.wagering = wagering;
    this.element = h('section.panel', { 'aria-label': 'Your wagers' }, h('h2', 'Your wagers'), this.#list);
  }

  draw(seen) {
    const { mine } = seen;
    this.element.hidden = mine.length === 0;
    const drawn = JSON.stringify([mine, this.wagering.chip, mine.map((wager) => [seen.offer(wager), behindOf(wager, seen)])]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const callable = (state) => mine.filter((wager) => wager.may.includes(`call-${state}`));
    put(this.#list, mine.map((wager) => this.#item(wager, seen)),
      STATES.some((state) => callable(state).length > 1) && h('li', h('span', 'All wagers that can be called on or off'), h('span.row', STATES.filter((state) => callable(state).length > 1)
        .map((state) => h('button.plain', { type: 'button', onclick: () => callable(state).forEach((wager) => this.wagering.call(wager, state)) }, `All ${state}`)))),
      mine.some((wager) => wager.by_staff) && h('li', h('span', 'Staff placed wagers for you. Check that each lies where you wanted it.'),
        h('button.button.small', { type: 'button', onclick: () => this.wagering.act({ confirm: { table: seen.table, player: seen.name } }) }, 'These wagers are right')));
  }

  #item(wager, seen) {
    const name = nameOf(wager, seen);
    const does = ({ words, deed }) => h('button.plain', { type: 'button', onclick: deed }, words, h('span.unseen', ` ${name}`));
    return h('li', h('span', name), h('strong', money(wager.stake + wager.excess), wager.tokens ? ' in tokens' : ''),
      h('span.row', !wager.works && h('span.tag', 'off on the next roll'), wager.asked && h('span.tag', `called ${wager.asked}: the dealer confirms it`), wager.by_staff && h('span.tag', 'placed for you'), wager.light && h(`span.tag.light-${wager.light}`, LIGHTS[wager.light]), wager.carried && h('span.tag', 'carried from a void round'),
        deedsOf(wager, seen, this.wagering).map(does)));
  }
}

/** Names a wager that stands: `Place Win 6`, `Bet, area 3`. */
export function nameOf(wager, seen) {
  const mark = wager.number ?? wager.point;
  return `${seen.sign(wager.on)?.title ?? wager.on}${mark === undefined || mark === null ? '' : ` ${mark}`}${wager.area ? `, area ${wager.area}` : ''}`;
}

/** Lists what its player may do about a wager now: call it, put the most behind it, press it, lower it, take it down. */
export function deedsOf(wager, seen, wagering) {
  const { chip } = wagering;
  const deeds = STATES.filter((state) => wager.may.includes(`call-${state}`)).map((state) => ({ words: `Call ${state}`, deed: () => wagering.call(wager, state) }));
  const behind = behindOf(wager, seen);
  if (behind) deeds.push({ words: `${money(behind.most)} behind`, deed: () => wagering.placeMost(behind.spot) });
  const offer = seen.offer(wager);
  if (offer && chip <= offer.max) deeds.push({ words: `Raise by ${money(Math.max(chip, offer.unit))}`, deed: () => wagering.place(wager) });
  if (wager.may.includes('reduce') && wager.stake > chip) deeds.push({ words: `Lower by ${money(chip)}`, deed: () => wagering.lower(wager, wager.stake - chip) });
  if (isTakeable(wager)) deeds.push({ words: 'Take back', deed: () => wagering.takeBack(wager) });
  return deeds;
}

/** The spot behind a wager, and the most that goes there now, as far as the chips go. */
function behindOf(wager, seen) {
  const row = seen.view.sign.find(({ cap }) => cap?.of === wager.on);
  if (!row) return null;
  const spot = { on: row.on, area: wager.area, number: row.marks ? wager.number : null, point: null };
  const most = seen.mostOn(spot);
  return most > 0 ? { spot, most } : null;
}
