// A spot of the felt: a button that shows the chips on it, what they won or lost, and what can be done.

import { h, put, say, set } from '../dom.js';
import { capWords, money, plain, range, short, tag } from '../money.js';
import { stack } from './chips.js';
import { keyOf } from './seen.js';
import { isTakeable, LIGHTS } from './standing.js';

/** One spot. */
export class Spot {
  #drawn = '';
  /** Calls the own wager on or off with one tap. */
  #caller;
  #calls = null;
  /** Puts the most behind an own wager with one tap. */
  #filler;
  #fills = null;

  /** Takes a button of the felt; `area` is the area that it lies on, if any. */
  constructor(element, area) {
    const number = (name) => (element.dataset[name] ? Number(element.dataset[name]) : null);
    this.element = element;
    this.on = element.dataset.on;
    this.area = area;
    this.number = number('number');
    this.point = number('point');
    this.key = keyOf(this);
    this.chips = h('span.chips', { 'aria-hidden': 'true' });
    set(element, { type: 'button' });
    element.classList.add('spot');
    element.append(this.chips);
    this.#caller = h('button.caller', { type: 'button', hidden: true, onclick: () => this.#calls?.() });
    this.#filler = h('button.filler', { type: 'button', hidden: true, onclick: () => this.#fills?.() });
    element.after(this.#caller, this.#filler);
  }

  /** Names the wager: `Bet`, `Place Win 6`. */
  name(seen) {
    const mark = this.number ?? this.point;
    return `${seen.sign(this.on)?.title ?? this.on}${mark === null ? '' : ` ${mark}`}`;
  }

  /** Draws what lies here. Where nothing can be done, only the arrow keys lead. */
  draw(seen, { removing, call, most }) {
    const here = seen.view.wagers.filter((wager) => keyOf(wager) === this.key);
    const seat = seen.seat?.seat ?? null;
    const mine = here.filter((wager) => seat && wager.seat === seat);
    const others = here.filter((wager) => !seat || wager.seat !== seat);
    const line = mine.length === 0 ? settled(seen, this.key) : null;
    const offer = seen.offer(this);
    const isShown = !('standing' in this.element.dataset) || here.length > 0 || offer || line;
    const drawn = JSON.stringify([here, line, offer, isShown, removing, seat, seen.view.chip, seen.mostOn(this)]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;

    this.element.hidden = !isShown;
    this.element.classList.toggle('open', Boolean(offer) && !removing);
    this.element.classList.toggle('held', mine.length > 0);
    this.element.classList.toggle('takeable', removing && mine.some(isTakeable));
    this.element.classList.toggle('inactive', mine.length > 0 && mine.every((wager) => !wager.works));
    set(this.element, {
      'aria-label': this.#label(seen, mine, others, offer, line),
      'aria-disabled': offer || mine.length > 0 ? null : 'true',
      tabindex: offer || mine.length > 0 ? null : '-1',
      title: seen.words.wagers[this.on] ? `${this.name(seen)}: ${seen.words.wagers[this.on]}${offer?.commission > 0 ? ` For the chip in hand the commission is ${plain(offer.commission)}.` : ''}` : null,
    });
    this.#drawCaller(seen, mine, call);
    this.#drawFiller(seen, mine, removing ? null : most);
    put(this.chips,
      others.length > 0 && stack(total(others), { small: true }),
      mine.map((wager) => [stack(wager.stake + wager.excess, { tokens: wager.tokens }),
        !canCall(wager) && (wager.button ? h(`span.lammer.${wager.button}`, wager.button) : !wager.works && h('span.lammer.off', 'off')),
        wager.light && h(`i.lamp.${wager.light}`), wager.carried && h('span.lammer.carried', 'carried')]),
      line && h(`span.outcome.${line.kind}`, line.words));
  }

  /** Shows whether the next roll counts for the own wager; a tap calls the other. */
  #drawCaller(seen, mine, call) {
    const wager = mine.find(canCall);
    this.#caller.hidden = !wager;
    if (!wager) return;
    const [now, next] = wager.works ? ['on', 'off'] : ['off', 'on'];
    const state = wager.may.includes(`call-${next}`) ? next : now;
    this.#calls = () => call(wager, state);
    this.#caller.className = `caller ${now}`;
    say(this.#caller, now);
    set(this.#caller, {
      'aria-label': `${this.name(seen)} is ${now}: call it ${state}`, title: `${now} on the next roll: call it ${state}`,
    });
    this.place();
  }

  /** Where a wager goes behind another, says the most that goes there now; a tap puts it there. */
  #drawFiller(seen, mine, most) {
    const amount = most && seen.sign(this.on)?.cap ? seen.mostOn(this) : 0;
    this.#filler.hidden = amount === 0;
    if (amount === 0) return;
    this.#fills = () => most(this);
    this.#filler.classList.toggle('below', mine.some(canCall));
    say(this.#filler, `+${short(amount)}`);
    set(this.#filler, {
      'aria-label': `${this.name(seen)}: ${money(amount)}, the most`, title: `${this.name(seen)}: ${money(amount)} is the most that goes here now`,
    });
    this.place();
  }

  /** Puts what can be tapped beside the chips at the corners of the spot, wherever the spot is now. */
  place() {
    if (this.#caller.hidden && this.#filler.hidden) return;
    const { offsetLeft: x, offsetTop: y, offsetWidth: wide, offsetHeight: high } = this.element;
    set(this.#caller, { vars: { '--x': `${x}px`, '--y': `${y}px` } });
    set(this.#filler, { vars: { '--x': `${x + wide}px`, '--y': `${y}px`, '--low': `${y + high}px` } });
  }

  #label(seen, mine, others, offer, line) {
    const sign = seen.sign(this.on);
    return [
      this.area ? `${this.name(seen)}, area ${this.area}` : this.name(seen),
      mine.length > 0 && `your wager ${plain(total(mine))}`,
      mine.some((wager) => wager.button) && `called ${mine[0].button}`,
      mine.some((wager) => !wager.works) && 'off on the next roll',
      mine.filter((wager) => wager.light).map((wager) => `light: ${LIGHTS[wager.light]}`).join(', '),
      mine.some((wager) => wager.carried) && 'carried from a void round',
      others.length > 0 && `others ${plain(total(others))}`,
      line && `${line.result.replace('-', ' ')} ${line.words}`,
      sign && limits(sign),
      offer?.commission > 0 && `commission for the chip in hand ${plain(offer.commission)}, charged now`,
      offer ? 'can be wagered on now' : 'cannot be wagered on now',
    ].filter(Boolean).join(', ');
  }
}

/** Tells whether its player may call a wager on or off. */
const canCall = ({ may }) => may.includes('call-on') || may.includes('call-off');

/** Writes the limits of a wager. */
export function limits(sign) {
  if (sign.cap) return capWords(sign.cap, sign.cap.of.replaceAll('-', ' ').replace('dont', 'don’t'));
  return sign.follows ? 'follows from your choice' : range(sign);
}

const total = (wagers) => wagers.reduce((sum, wager) => sum + wager.stake + wager.excess, 0);

/** What the last round made of the own wager on a spot. */
function settled(seen, key) {
  const lines = seen.lines.filter((line) => keyOf(line) === key);
  if (lines.length === 0) return null;
  const change = lines.reduce((sum, line) => sum + line.change, 0);
  const result = lines[0].result;
  const words = tag(change);
  return { kind: change > 0 ? 'win' : change < 0 ? 'lose' : 'even', words, result };
}
