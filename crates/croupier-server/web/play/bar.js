// The bar under the felt: the chips in hand, what can be done with them, and what is asked.

import { h, put, say } from '../dom.js';
import { money } from '../money.js';
import { chip, tray } from './chips.js';
import { asks } from './asks.js';

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
  #asked = '';
  #values = '';
  #deal = h('span');

  /** `changed()` is called when the bar changes how the felt is used; `seating` opens the seat's dialogs. */
  constructor(wagering, seating, changed) {
    this.#wagering = wagering;
    this.#changed = changed;
    const button = (name, words, key, deed, properties = {}) => {
      this.#buttons[name] = h('button.button.quiet', { type: 'button', onclick: deed, 'aria-keyshortcuts': key, title: `${words} (${key})`, ...properties }, words);
      return this.#buttons[name];
    };
    this.element = h('section.bar', { 'aria-label': 'Your chips' },
      h('div.chipsrow', this.#asks,
        h('div.rack', h('span.label', 'Your chips'), this.#rack, this.#felt,
          h('button.plain', { type: 'button', onclick: () => seating.manage() }, 'Seat and chips')),
        this.#tray,
        h('div.deeds',
          button('undo', 'Undo', 'U', () => wagering.undo()),
          button('repeat', 'Repeat', 'R', () => wagering.repeat()),
          button('double', 'Double', 'D', () => wagering.double()),
          button('remove', 'Take back', 'T', () => this.#toggle(), { 'aria-pressed': 'false' }),
          this.#buttons.ready = h('button.button', { type: 'button', onclick: () => wagering.ready(), 'aria-keyshortcuts': 'Enter' }, this.#deal))));
  }

  /** Draws what changed. */
  draw(seen) {
    const { view, seat } = seen;
    this.element.hidden = !seat;
    if (!seat) return;
    this.#drawTray(view);
    say(this.#rack, money(seat.rack));
    say(this.#felt, seat.felt > 0 ? `${money(seat.felt)} on the felt` : '');
    say(this.#deal, view.dice ? 'Roll now' : 'Deal now');
    const { undo, repeat, double, remove, ready } = this.#buttons;
    const open = view.expects.wagers;
    enable(undo, open && this.#wagering.canUndo);
    enable(repeat, open && this.#wagering.canRepeat);
    enable(double, open && this.#wagering.canDouble);
    enable(remove, open && seen.mine.length > 0);
    enable(ready, open && seen.mine.length > 0);
    if (this.removing && (!open || seen.mine.length === 0)) this.#toggle();
    const asked = JSON.stringify([view.expects, seen.isMyTurn, view.shuffling]);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const [title, ...buttons] = asks(seen, this.#wagering);
    const hadFocus = this.element.contains(document.activeElement) || document.activeElement === document.body;
    this.element.classList.toggle('asking', Boolean(title) && !view.expects.wagers);
    put(this.#asks, title && h('div.asked', h('strong', title), h('div.row', buttons)));
    if (title && hadFocus) buttons[0]?.focus();
  }

  /** Takes a key that is not for a field; tells whether it was one of the bar's. */
  key(event) {
    const letter = event.key.toLowerCase();
    const digit = Number(event.key);
    const chips = this.#tray.querySelectorAll('input');
    const ask = [...this.#asks.querySelectorAll('button')].find((button) => button.dataset.key === letter);
    const found = ask ?? { u: this.#buttons.undo, r: this.#buttons.repeat, d: this.#buttons.double, t: this.#buttons.remove }[letter];
    if (found && !found.disabled) found.click();
    else if (digit >= 1 && digit <= chips.length) chips[digit - 1].click();
    else return false;
    return true;
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

function enable(button, can) {
  button.disabled = !can;
}
