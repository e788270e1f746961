// What the page knows of one table and of the person before it: the view, the offers, the own wagers.

import { get } from '../api.js';

const OFFERS_APART = 300;
const CATCH_UP = 2500;
/** What is due from a player, not from the dealer. */
const TURNS = ['ruling', 'choice', 'turn', 'dice', 'choose-dice'];

/** Names a spot of the felt: the wager, its area and its number. */
export function keyOf({ on, area, number, point }) {
  return [on, area ?? '', number ?? '', point ?? ''].join('|');
}

/** One table as it is seen from one session. */
export class Seen {
  view = null;
  /** What the game says in words, see words.js. */
  words;
  /** The chip in hand: offers tell its commission. */
  chip = 0;
  #context;
  #offers = new Map();
  #asked = 0;
  #asking = null;
  #waiting = new Set();
  #heard;

  /** `heard()` is called when something changed. */
  constructor(context, table, words, heard) {
    this.#context = context;
    this.words = words;
    this.table = table;
    this.#heard = heard;
  }

  /** Takes a new view. */
  take(view) {
    this.view = view;
    for (const waits of [...this.#waiting]) waits();
    this.refresh();
  }

  /** Looks again at what follows from view and session. */
  refresh() {
    if (this.seat && this.view.expects.wagers) this.#askOffers();
    else this.#offers.clear();
    this.#heard();
  }

  /** The own seat: its number, the chips before it and on the felt; null without one. */
  get seat() {
    return this.#context.me?.seats?.find((seat) => seat.table === this.table && seat.seat) ?? null;
  }

  /** Chips that were left here without a seat. */
  get leftBehind() {
    return this.#context.me?.seats?.find((seat) => seat.table === this.table && !seat.seat && seat.rack + seat.felt > 0) ?? null;
  }

  get name() {
    return this.#context.me?.name ?? null;
  }

  /** Promotional tokens in the pocket that may be wagered here: each stays under the conditions of its voucher. */
  get tokens() {
    return this.#context.me?.seats?.find((seat) => seat.table === this.table)?.tokens ?? 0;
  }

  get purse() {
    return this.#context.me?.purse ?? 0;
  }

  /** Tells whether this session plays at all: staff does not. */
  get plays() {
    return !this.#context.me || this.#context.may('sit') && this.#context.is('player', 'guest');
  }

  /** The own wagers that stand. */
  get mine() {
    const seat = this.seat?.seat;
    return seat ? this.view.wagers.filter((wager) => wager.seat === seat) : [];
  }

  /** The lines of the own wagers that the last result decides, paid or not. What was taken back by hand, or charged when a wager was placed, is no result. */
  get lines() {
    const seat = this.seat?.seat;
    const own = (line) => line.seat === seat && !['returned', 'commission'].includes(line.result);
    return seat ? [...this.view.lines, ...this.view.unpaid].filter(own) : [];
  }

  /** What the sign says of a wager. */
  sign(on) {
    return this.view.sign.find((sign) => sign.on === on);
  }

  /** What can be added on a spot now, from `min` in steps of `unit` to `max`; null if nothing can. */
  offer(spot) {
    return this.#offers.get(keyOf(spot)) ?? null;
  }

  /** The most that goes on a spot now, as far as the own chips go; 0 if nothing does. */
  mostOn(spot) {
    const offer = this.offer(spot);
    const most = offer ? Math.min(offer.max, this.seat?.rack ?? 0) : 0;
    return offer && most >= offer.min ? offer.min + Math.floor((most - offer.min) / offer.unit) * offer.unit : 0;
  }

  /** All that can be wagered on now. */
  get offers() {
    return [...this.#offers.values()];
  }

  /** Asks anew what can be wagered on, and waits for it. */
  async askNow() {
    const answer = this.seat && this.view.expects.wagers ? await get(`/api/tables/${this.table}/offers?amount=${this.chip}`) : { offers: [] };
    this.#offers = new Map(answer.offers.map((offer) => [keyOf(offer), offer]));
  }

  /** The own chips on a spot. */
  stake(spot) {
    const key = keyOf(spot);
    return this.mine.filter((wager) => keyOf(wager) === key).reduce((sum, wager) => sum + wager.stake + wager.excess, 0);
  }

  /** The areas that are the person's own: the seat's, and those with wagers of theirs. */
  isOwnArea(area) {
    return this.seat?.seat === area || this.mine.some((wager) => wager.area === area);
  }

  /** Tells whether the table waits for this person. */
  get isMyTurn() {
    const { seat, area, due } = this.view.expects;
    if (!this.seat || !TURNS.includes(due)) return false;
    if (seat) return seat === this.seat.seat;
    return Boolean(area) && this.mine.some((wager) => wager.area === area);
  }

  /** Resolves when the view is at least as new as the journal's entry `number`. */
  async reached(number) {
    if (this.view.number >= number) return;
    await new Promise((done) => {
      const waits = () => this.view.number >= number && finish();
      const timer = setTimeout(() => get(`/api/tables/${this.table}`).then((view) => this.take(view)).catch(() => {}).then(finish), CATCH_UP);
      const finish = () => {
        clearTimeout(timer);
        this.#waiting.delete(waits);
        done();
      };
      this.#waiting.add(waits);
    });
  }

  /** Resolves with what can be wagered on a spot now, for an amount. */
  async offerFor(spot, amount) {
    const answer = await get(`/api/tables/${this.table}/offers?amount=${amount}`);
    return answer.offers.find((offer) => keyOf(offer) === keyOf(spot)) ?? null;
  }

  /** Asks what can be wagered, not more often than is useful. */
  #askOffers() {
    if (this.#asking) return;
    const wait = Math.max(0, this.#asked + OFFERS_APART - Date.now());
    this.#asking = setTimeout(async () => {
      const asked = this.view.number;
      this.#asked = Date.now();
      const answer = await get(`/api/tables/${this.table}/offers?amount=${this.chip}`).catch(() => null);
      this.#asking = null;
      if (answer) this.#offers = new Map(answer.offers.map((offer) => [keyOf(offer), offer]));
      if (this.view.number > asked) this.refresh();
      else this.#heard();
    }, wait);
  }
}
