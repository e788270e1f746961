// The layout of a table without areas, as it is printed: a touch places the amount in hand for the player whose seat is chosen.

import { get } from '../../api.js';
import { h, put, set } from '../../dom.js';
import { plain, short } from '../../money.js';
import { fragment } from '../../play/fragments.js';
import { keyOf } from '../../play/seen.js';
import { wagerName } from '../names.js';

/** Makes the part; the felt of the game comes when it is loaded. */
export function layoutPart(desk) {
  const element = h('div.felt.staff-layout', { role: 'group', 'aria-label': 'Layout' });
  let spots = [];
  const offers = new Offers(desk, () => draw(desk.view));
  load();
  return { element, draw };

  async function load() {
    const content = await fragment(desk.view);
    element.classList.add(desk.view.game);
    element.append(content);
    // Dice, puck and hands have a place of their own on the console.
    for (const place of element.querySelectorAll('.throw, [data-dice], .hands-of-all, [data-dealer], [data-shared]')) place.remove();
    spots = [...element.querySelectorAll('[data-on]')].map((button) => newSpot(button));
    draw(desk.view);
  }

  function newSpot(button) {
    const mark = (name) => (button.dataset[name] ? Number(button.dataset[name]) : null);
    const spot = { button, on: button.dataset.on, number: mark('number'), point: mark('point'), chips: h('span.seat-chips', { 'aria-hidden': 'true' }), drawn: '' };
    set(button, { type: 'button', 'data-key': `on-${keyOf(spot)}`, onclick: () => desk.parts.wager.place({ on: spot.on, number: spot.number, point: spot.point }) });
    button.classList.add('spot');
    button.append(spot.chips);
    return spot;
  }

  function draw(view) {
    const { player } = desk.parts.wager;
    offers.ask(view, player);
    for (const spot of spots) drawSpot(spot, view, player);
    for (const puck of element.querySelectorAll('[data-puck]')) {
      const isHere = puck.dataset.puck === String(view.dice?.point);
      puck.classList.toggle('here', isHere);
      puck.textContent = isHere ? 'ON' : '';
    }
  }

  function drawSpot(spot, view, player) {
    const key = keyOf(spot);
    const here = view.wagers.filter((wager) => keyOf(wager) === key);
    const mayWager = desk.may('step wager') && offers.has(key);
    const drawn = JSON.stringify([here, player, mayWager]);
    if (drawn === spot.drawn) return;
    spot.drawn = drawn;
    const name = wagerName(spot, view.sign);
    spot.button.hidden = 'standing' in spot.button.dataset && here.length === 0 && !mayWager;
    spot.button.disabled = !mayWager;
    spot.button.classList.toggle('open', mayWager);
    spot.button.classList.toggle('held', here.some((wager) => wager.player === player));
    set(spot.button, { 'aria-label': [mayWager ? `${name}: a wager for ${player}` : name, ...here.map((wager) => `${wager.player} has ${plain(wager.stake)}`)].join(', ') });
    const own = here.filter((wager) => wager.player === player);
    const others = here.filter((wager) => wager.player !== player);
    put(spot.chips, others.length > 0 && seatChip(others, others.length === 1 ? others[0].seat ?? '–' : `${others.length}×`), own.map((wager) => seatChip([wager], wager.seat ?? '–', true)));
  }
}

/** A chip with the seat it belongs to, or how many it stands for. */
function seatChip(wagers, whose, own = false) {
  const isOff = wagers.every((wager) => wager.works === false || wager.button === 'off');
  const button = own && wagers[0].button;
  return h(`span.seat-chip${own ? '.own' : ''}${isOff ? '.off' : ''}`, h('b', whose), short(wagers.reduce((sum, wager) => sum + wager.stake + wager.excess, 0)), button && h('i', button));
}

/** What the chosen player can wager now, as the rules quote it. */
class Offers {
  #desk;
  #heard;
  #asked = '';
  #keys = new Set();

  constructor(desk, heard) {
    this.#desk = desk;
    this.#heard = heard;
  }

  has(key) {
    return this.#keys.has(key);
  }

  /** Asks again when the table or the chosen player is another. */
  ask(view, player) {
    const asking = player && view.expects.wagers ? `${view.number} ${player}` : '';
    if (asking === this.#asked) return;
    this.#asked = asking;
    if (asking === '') this.#keys = new Set();
    else this.#load(asking, player);
  }

  async #load(asking, player) {
    const answer = await get(`/api/tables/${this.#desk.table}/offers?player=${encodeURIComponent(player)}`).catch(() => null);
    if (asking !== this.#asked) return;
    this.#keys = new Set((answer?.offers ?? []).map(keyOf));
    this.#heard();
  }
}
