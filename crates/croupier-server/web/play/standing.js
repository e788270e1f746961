// The own wagers that stand, each with what can be done with it.

import { h, put } from '../dom.js';
import { money } from '../money.js';
import { keyOf } from './seen.js';

/** The list of the own wagers. */
export class Standing {
  #drawn = '';
  #list = h('ul.standing');

  constructor(wagering) {
    this.wagering = wagering;
    this.element = h('section.panel', { 'aria-label': 'Your wagers' }, h('h2', 'Your wagers'), this.#list);
  }

  draw(seen, felt) {
    const { mine, view } = seen;
    this.element.hidden = mine.length === 0;
    const drawn = JSON.stringify([mine, view.expects.wagers]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    put(this.#list, mine.map((wager) => this.#item(wager, seen, felt)),
      mine.some((wager) => wager.by_staff) && h('li', h('span', 'Staff placed wagers for you. Look where they lie.'),
        h('button.button.small', { type: 'button', onclick: () => this.wagering.act({ confirm: { table: seen.table, player: seen.name } }) }, 'They are right')));
  }

  #item(wager, seen, felt) {
    const { view } = seen;
    const mark = wager.number ?? wager.point;
    const name = `${seen.sign(wager.on)?.title ?? wager.on}${mark === undefined ? '' : ` ${mark}`}${wager.area ? `, area ${wager.area}` : ''}`;
    const canCall = felt.spots.some((spot) => spot.key === keyOf(wager) && 'call' in spot.element.dataset);
    const works = wager.button ? wager.button === 'on' : view.dice?.point !== null;
    const to = works ? 'off' : 'on';
    const open = seen.view.expects.wagers && !seen.sign(wager.on)?.follows;
    return h('li', h('span', name), h('strong', money(wager.stake + wager.excess), wager.tokens ? ' in tokens' : ''),
      h('span.row', wager.asked && h('span.tag', `called ${wager.asked}: the dealer confirms it`), wager.by_staff && h('span.tag', 'placed for you'),
        canCall && (open || view.dice?.thrown) && h('button.plain', { type: 'button', onclick: () => this.wagering.call(wager, to) }, `Call ${to}`, h('span.unseen', ` ${name}`)),
        open && h('button.plain', { type: 'button', onclick: () => this.wagering.takeBack(wager) }, 'Take back', h('span.unseen', ` ${name}`))));
  }
}
