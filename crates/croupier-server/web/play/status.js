// The line above the felt: what the table waits for, and how long.

import { countdown, left, ticking } from '../clock.js';
import { h, say } from '../dom.js';

/** What the table waits for, with its clock. */
export class Status {
  #words = h('span.words');
  #clock = h('span.clock', { role: 'timer', 'aria-live': 'off' });
  #meter = h('i.meter');
  #until = null;
  #span = 1;
  #seen;
  #speak;
  #spoken = '';

  constructor(seen, speak) {
    this.#seen = seen;
    this.#speak = speak;
    this.element = h('p.status', this.#words, this.#clock, this.#meter);
    this.close = ticking(() => this.#tick());
  }

  draw() {
    const { view } = this.#seen;
    const words = wordsOf(this.#seen);
    say(this.#words, words);
    this.element.classList.toggle('yours', this.#seen.isMyTurn && !view.expects.wagers);
    this.element.classList.toggle('open', view.expects.wagers);
    const until = view.clock?.words ?? view.clock?.cut ?? view.clock?.choice ?? view.clock?.bets ?? null;
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

function wordsOf(seen) {
  const { expects, shuffling, wagers, clock, driver } = seen.view;
  if (seen.view.held) return 'The table waits until a supervisor has answered a question';
  if (seen.view.key_lost) return 'The table waits: the key of its round is lost, and two supervisors must give it up';
  if (expects.question) return `A ruling is asked for: ${expects.question}`;
  if (shuffling) return seen.seat && shuffling.seat === seen.seat.seat ? 'The cut is yours' : capital(shuffling.words);
  if (seen.isMyTurn && !expects.wagers) return 'It is your turn';
  if (seen.view.dice?.thrown) return 'The dice are thrown: only what the dealer confirms is taken now';
  if (expects.wagers) {
    if (!seen.seat) return clock?.bets ? 'Wagers are being placed' : 'Waiting for wagers';
    if (wagers.length === 0 && !clock?.bets && driver !== 'dealer') return 'Place your wagers: the table waits';
    return expects.due === 'dice' ? `Place your wagers, ${expects.words}` : 'Place your wagers';
  }
  if (expects.due === 'payment') return seen.view.unpaid.length > 0 ? 'The result is being paid' : 'Nothing to pay on this roll';
  return `No more bets: ${expects.words}`;
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
