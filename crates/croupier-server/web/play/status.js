// The line above the felt: what the table waits for, and how long.

import { countdown, left, ticking } from '../clock.js';
import { h, say } from '../dom.js';
import { money } from '../money.js';
import { Banner } from './banner.js';
import { isFirstRound, nextStep } from './coach.js';

const KINDS = ['win', 'lose', 'even'];

/** What the table waits for, with its clock; after a round its result, until the next wager. */
export class Status {
  #banner = new Banner();
  #more = h('small.more');
  #words = h('span.words');
  #clock = h('span.clock', { role: 'timer', 'aria-live': 'off' });
  #meter = h('i.meter');
  #until = null;
  #span = 1;
  #seen;
  #won;
  #shown = null;
  #speak;
  #spoken = '';

  /** `won()` is called when a result is shown that brought more than was staked. */
  constructor(seen, speak, won = () => {}) {
    this.#seen = seen;
    this.#won = won;
    this.#speak = speak;
    this.element = h('p.status', h('span.lines', this.#words, this.#more), this.#clock, this.#meter);
    this.close = ticking(() => this.#tick());
  }

  draw() {
    const { view } = this.#seen;
    const words = statusWords(this.#seen);
    const result = this.#banner.look(this.#seen);
    say(this.#words, result?.title ?? words);
    say(this.#more, result ? `${result.detail} · ${words}` : hint(this.#seen));
    if (result && result !== this.#shown && result.kind === 'win') this.#won();
    this.#shown = result;
    for (const kind of KINDS) this.element.classList.toggle(kind, result?.kind === kind);
    this.element.classList.toggle('yours', this.#seen.isMyTurn && !view.expects.wagers);
    this.element.classList.toggle('open', view.expects.wagers);
    const until = deadline(view);
    if (until !== this.#until) {
      this.#until = until;
      this.#span = until === null ? 1 : Math.max(1, left(until));
    }
    this.#tick();
    if (words !== this.#spoken && (view.expects.wagers || this.#seen.isMyTurn)) this.#speak(`${words}.`);
    this.#spoken = words;
  }

  #tick() {
    const rest = this.#until === null ? 0 : left(this.#until);
    this.#clock.hidden = this.#until === null;
    say(this.#clock, countdown(rest));
    this.element.classList.toggle('hurry', this.#until !== null && rest < 5000);
    this.#meter.style.setProperty('--left', String(this.#until === null ? 0 : rest / this.#span));
  }
}

/** Until when the table waits, by the house's clock; null if it has no end. */
export function deadline({ clock }) {
  return clock?.words ?? clock?.cut ?? clock?.choice ?? clock?.bets ?? null;
}

/** What the hand does next, while wagers are open and nobody hurries. */
function hint(seen) {
  const { view, seat, mine } = seen;
  if (!seat || !view.expects.wagers) return '';
  if (view.dealing === 'virtual' && seen.lines.length === 0 && isFirstRound(seen)) return nextStep(seen);
  if (mine.length > 0) return `${money(mine.reduce((sum, wager) => sum + wager.stake + wager.excess, 0))} of yours on the felt`;
  if (view.expects.due === 'dice' && view.expects.seat) return `The dice are offered to seat ${view.expects.seat}`;
  return 'Choose a chip, then a spot edged in gold';
}

/** Says what the table waits for. */
export function statusWords(seen) {
  const { expects, shuffling, clock } = seen.view;
  if (seen.view.held) return 'The table waits until a supervisor has answered a question';
  if (seen.view.key_lost) return 'The table waits: the key of its round is lost, and two supervisors must give it up';
  if (expects.question) return `A ruling is asked for: ${expects.question}`;
  if (shuffling) return seen.seat && shuffling.seat === seen.seat.seat ? 'It is your turn to cut' : capital(shuffling.words);
  if (seen.isMyTurn && !expects.wagers) return 'It is your turn';
  if (seen.view.dice?.thrown) return 'The dice are thrown: only what the dealer confirms is taken now';
  if (expects.wagers) {
    if (!seen.seat) return clock?.bets ? 'Wagers are being placed' : 'Waiting for wagers';
    return 'Place your wagers';
  }
  if (expects.due === 'payment') return seen.view.unpaid.length > 0 ? 'The result is being paid' : 'Nothing to pay on this roll';
  return `No more bets: ${expects.words}`;
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
