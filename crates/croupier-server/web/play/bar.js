// The bar under the felt: the chips in hand, what can be done with them, and what is asked.

import { h, put, say } from '../dom.js';
import { money, signed } from '../money.js';
import { chip, tray } from './chips.js';
import { asks } from './asks.js';
import { isTakeable } from './standing.js';

/** The player's bar. */
export class Bar {
  removing = false;
  #wagering;
  #changed;
  #buttons = {};
  #tray = h('div.tray', { role: 'radiogroup', 'aria-label': 'Chip in hand' });
  #rack = h('strong');
  #felt = h('span');
  #asks = h('div.asks');
  /** What is asked while wagers are open: it lies over the status, so that no spot is covered and nothing moves. */
  above = h('div.askbar');
  #asked = '';
  #isAnswering = false;
  /** What the buttons of a question tell the table. */
  #answers = {
    tell: (what) => this.#answer(() => this.#wagering.tell(what)),
    act: (what) => this.#answer(() => this.#wagering.act(what)),
  };
  #values = '';
  #deal = h('span');
  #ready = null;
  #round = null;
  #why = h('button.plain.why', { type: 'button', onclick: () => showResults() });
  #tokens = h('strong');
  #inTokens = h('label.intokens', h('input', { type: 'checkbox', onchange: (event) => { this.#wagering.tokens = event.target.checked; } }), ' in tokens ', this.#tokens);

  /** `changed()` is called when the bar changes how the felt is used; `seating` opens the seat's dialogs. */
  constructor(wagering, seating, changed) {
    this.#wagering = wagering;
    this.#changed = changed;
    const button = (name, words, key, deed, properties = {}) => {
      this.#buttons[name] = h('button.button.quiet', { type: 'button', onclick: () => can(this.#buttons[name]) && deed(), 'aria-keyshortcuts': key, title: `${words} (${key})`, ...properties }, h('span', words));
      return this.#buttons[name];
    };
    this.element = h('section.bar', { 'aria-label': 'Your chips' },
      h('div.chipsrow', this.#asks,
        h('div.rack', h('span.label', 'Your chips'), this.#rack, this.#felt, this.#why,
          h('button.plain', { type: 'button', onclick: () => seating.manage() }, 'Seat', h('span.long', ' and chips'))),
        this.#tray, this.#inTokens,
        h('div.deeds',
          button('undo', 'Undo', 'U', () => wagering.undo()),
          button('repeat', 'Repeat', 'R', () => wagering.repeat()),
          button('double', 'Double', 'D', () => wagering.double()),
          button('remove', 'Take back', 'T', () => this.#toggle(), { 'aria-pressed': 'false' }),
          this.#buttons.ready = h('button.button', { type: 'button', 'aria-keyshortcuts': 'N', title: 'No more time for wagers (N)', onclick: () => can(this.#buttons.ready) && this.#say() }, this.#deal, h('kbd', { 'aria-hidden': 'true' }, 'N')))));
  }

  /** Draws what changed. */
  draw(seen) {
    const { view, seat } = seen;
    this.element.hidden = this.above.hidden = !seat;
    if (!seat) return;
    this.#drawTray(view);
    say(this.#rack, money(seat.rack));
    say(this.#felt, seat.felt > 0 ? `${money(seat.felt)} on the felt` : '');
    const isReady = this.#ready === view.round;
    say(this.#deal, isReady ? 'Ready' : view.dice ? 'Roll now' : 'Deal now');
    this.#drawWhy(seen);
    this.#inTokens.hidden = seen.tokens === 0;
    say(this.#tokens, money(seen.tokens));
    const { undo, repeat, double, remove, ready } = this.#buttons;
    const open = view.expects.wagers;
    enable(undo, open && this.#wagering.canUndo);
    enable(repeat, open && this.#wagering.canRepeat);
    enable(double, open && this.#wagering.canDouble);
    enable(remove, seen.mine.some(isTakeable));
    // Where a person throws or deals, nobody else hurries.
    ready.hidden = view.dealing !== 'virtual';
    enable(ready, open && seen.mine.length > 0 && !isReady);
    this.#round = view.round;
    if (this.removing && !seen.mine.some(isTakeable)) this.#toggle();
    const asked = JSON.stringify([view.expects, seen.isMyTurn, view.shuffling, view.dice?.bowl, view.dice?.ready, view.dice?.thrown]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const [title, ...buttons] = asks(seen, this.#answers);
    const hadFocus = [this.element, this.above].some((it) => it.contains(document.activeElement)) || document.activeElement === document.body;
    this.element.classList.toggle('asking', Boolean(title) && !view.expects.wagers);
    const asking = title && h('div.asked', h('strong', title), h('div.row', buttons));
    put(this.#asks, !view.expects.wagers && asking);
    put(this.above, view.expects.wagers && asking);
    if (title && hadFocus) buttons[0]?.focus();
  }

  /** Sends one answer at a time: a second tap or key before the table has answered is no second answer. */
  async #answer(deed) {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    await deed();
    this.#isAnswering = false;
  }

  /** Takes a key that is not for a field; tells whether it was one of the bar's. */
  key(event) {
    const letter = event.key.toLowerCase();
    const digit = Number(event.key);
    const chips = this.#tray.querySelectorAll('input');
    const ask = [...this.#asks.querySelectorAll('button'), ...this.above.querySelectorAll('button')].find((button) => button.dataset.key === letter);
    const found = ask ?? { u: this.#buttons.undo, r: this.#buttons.repeat, d: this.#buttons.double, t: this.#buttons.remove, n: this.#buttons.ready }[letter];
    if (found) found.click();
    else if (digit >= 1 && digit <= chips.length) chips[digit - 1].click();
    else return false;
    return true;
  }

  /** Says that the own wagers are made, once a round. */
  async #say() {
    const round = this.#round;
    if (await this.#wagering.ready()) this.#ready = round;
    this.#changed();
  }

  /** The last result, which leads to its reasons. */
  #drawWhy({ lines, view }) {
    const change = lines.reduce((sum, line) => sum + line.change, 0);
    this.#why.hidden = lines.length === 0;
    this.#why.className = `plain why ${change > 0 ? 'win' : change < 0 ? 'lose' : 'even'}`;
    put(this.#why, h('strong', signed(change)), view.dice ? ' last roll: why?' : ' last round: why?');
  }

  #toggle() {
    this.removing = !this.removing;
    this.#buttons.remove.setAttribute('aria-pressed', String(this.removing));
    this.#changed();
  }

  #drawTray(view) {
    const values = tray(view);
    if (values.join() === this.#values) return;
    this.#values = values.join();
    const least = Math.max(...view.sign.slice(0, 1).map((sign) => sign.min));
    const first = values.find((value) => value >= least) ?? values[0];
    this.#wagering.chip = first;
    put(this.#tray, values.map((value, at) => h('label.chipchoice', { title: `${money(value)} (${at + 1})` },
      h('input.unseen', { type: 'radio', name: 'chip', value, checked: value === first, 'aria-label': `chip of ${money(value)}`,
        onchange: () => { this.#wagering.chip = value; } }),
      chip(value))));
  }
}

/** Brings the reasons into sight. */
function showResults() {
  const results = document.getElementById('results');
  results?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  results?.focus({ preventScroll: true });
}

/** A button that cannot be used now keeps the keyboard: it is not disabled, it does nothing. */
function enable(button, isUsable) {
  if (isUsable) button.removeAttribute('aria-disabled');
  else button.setAttribute('aria-disabled', 'true');
}

const can = (button) => !button.hasAttribute('aria-disabled');
