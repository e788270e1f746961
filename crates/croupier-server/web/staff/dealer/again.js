// The wagers of the last round once more: chips that stay on the layout need not be keyed again.

import { h } from '../../dom.js';
import { spotOf } from '../names.js';

/** Remembers what stood when betting ended, and places it again. */
export class Again {
  #desk;
  #standing = [];
  #last = [];

  constructor(desk) {
    this.#desk = desk;
  }

  /** Looks at the table: what stands while wagers are taken is what the next round begins with. */
  see(view) {
    if (view.dice) return;
    if (view.expects.wagers) this.#standing = view.wagers;
    else if (this.#standing.length > 0) [this.#last, this.#standing] = [this.#standing, []];
  }

  /** The button; there is one between rounds, when nothing has been placed yet. */
  button() {
    const { view } = this.#desk;
    const seated = this.#last.filter((wager) => this.#desk.seated.some((seat) => seat.name === wager.player));
    if (!view.expects.wagers || view.wagers.length > 0 || seated.length === 0) return null;
    return h('button.button.quiet.small', { type: 'button', 'data-key': 'again', onclick: () => this.#place(seated) }, `As last round (${seated.length})`);
  }

  #place(wagers) {
    for (const wager of wagers) this.#desk.step({ wager: { ...spotOf(wager), amount: wager.stake + wager.excess } });
  }
}
