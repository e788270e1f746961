// The felt: spots, areas on an arc, hands, dice and puck, drawn from the view.

import { dice } from '../cards.js';
import { h, put, say, set, sweeps } from '../dom.js';
import { fragment } from './fragments.js';
import { Hand, isShared, shortName } from './hands.js';
import { Spot } from './spots.js';

/** The felt of one table. */
export class Felt {
  spots = [];
  #areas = new Map();
  #dealer = null;
  #shared = null;
  #pucks = [];
  #dicePlace = null;
  #roll = '';
  #shown = null;

  /** Loads the felt of a view's game. */
  static async load(view) {
    return new Felt(view, await fragment(view));
  }

  constructor(view, content) {
    this.element = h(`div.felt.${view.game}${view.areas > 0 ? '.has-areas' : ''}`, { role: 'group', 'aria-label': `${view.title} layout` });
    const template = content.querySelector('template[data-area]');
    this.element.append(content);
    if (template) template.replaceWith(this.#makeAreas(template, view));
    for (const element of this.element.querySelectorAll('[data-on]')) {
      const area = element.closest('[data-area-number]')?.dataset.areaNumber;
      this.spots.push(new Spot(element, area ? Number(area) : null));
    }
    // The spots are elsewhere when the window has another size.
    new ResizeObserver(() => this.spots.forEach((spot) => spot.place())).observe(this.element);
    const place = this.element.querySelector('[data-dealer]');
    if (place && !view.dice) {
      this.#dealer = new Hand(place);
      this.#shown = h('h2.whose');
      place.prepend(this.#shown);
    }
    const shared = this.element.querySelector('[data-shared]');
    if (shared) {
      this.#shared = new Hand(shared);
      shared.prepend(h('h2.whose', shortName(shared.dataset.shared)));
    }
    this.#pucks = [...this.element.querySelectorAll('[data-puck]')];
    this.#dicePlace = this.element.querySelector('[data-dice]');
  }

  /** Returns the spot that an element belongs to. */
  spotOf(element) {
    const button = element.closest?.('[data-on]');
    return this.spots.find((spot) => spot.element === button) ?? null;
  }

  /** Returns the element where an area shows who sits there. */
  seatPlace(area) {
    return this.#areas.get(area)?.seat ?? null;
  }

  /** The element of an area. */
  area(number) {
    return this.#areas.get(number)?.element ?? null;
  }

  /** Draws everything anew that changed. */
  draw(seen, mode) {
    const { view } = seen;
    for (const spot of this.spots) {
      spot.draw(seen, mode);
      spot.element.classList.toggle('marked', spot.point !== null && spot.point === (view.marker ?? null));
    }
    for (const [number, { element, hand }] of this.#areas) {
      hand.draw(view.hands.find((hand) => hand.area === number));
      element.classList.toggle('mine', seen.isOwnArea(number));
      element.classList.toggle('due', view.expects.area === number && !view.expects.wagers);
    }
    for (const print of this.element.querySelectorAll('[data-variant]')) {
      print.classList.toggle('played', print.dataset.variant === (view.variant ?? ''));
    }
    this.element.classList.toggle('over', Boolean(view.over));
    this.element.classList.toggle('betting', view.expects.wagers);
    if (this.#dealer) {
      this.#dealer.draw(view.dealer);
      say(this.#shown, shortName(view.dealer.title ?? 'the dealer'));
    }
    this.#shared?.draw(view.hands.find(isShared));
    if (view.dice) this.#drawDice(view.dice, view.round);
  }

  /** Areas are numbered from the dealer's left, which is the right hand of who sits opposite. */
  #makeAreas(template, { areas }) {
    const row = h('div.areas', { vars: { '--areas': String(areas) } });
    for (let number = 1; number <= areas; number += 1) {
      const offset = (areas + 1) / 2 - number;
      const element = h('div.area', {
        'data-area-number': number, role: 'group', 'aria-label': `Area ${number}`,
        vars: { '--offset': String(offset), '--reach': String(offset / ((areas - 1) / 2)) },
      }, template.content.cloneNode(true));
      const seat = h('div.seat');
      element.append(seat);
      this.#areas.set(number, { element, seat, hand: new Hand(element.querySelector('[data-hand]')) });
      row.append(element);
    }
    // Where areas are swept sideways, the keyboard can do so too.
    new ResizeObserver(() => set(row, row.scrollWidth > row.clientWidth + 1 ? sweeps('Playing areas') : { tabindex: null, role: null, 'aria-label': null })).observe(row);
    return row;
  }

  #drawDice({ point, roll }, round) {
    for (const puck of this.#pucks) {
      const isHere = puck.dataset.puck === (point === null ? 'off' : String(point));
      puck.classList.toggle('here', isHere);
      say(puck, isHere ? (point === null ? 'OFF' : 'ON') : '');
    }
    if (!this.#dicePlace) return;
    const key = JSON.stringify([roll, round]);
    if (key === this.#roll) return;
    this.#roll = key;
    put(this.#dicePlace, roll
      ? [h('div.dice.thrown', dice(roll)), h('output.total', { 'aria-label': `total ${roll[0] + roll[1]}` }, String(roll[0] + roll[1]))]
      : h('p.quiet', 'no roll yet'));
  }
}
