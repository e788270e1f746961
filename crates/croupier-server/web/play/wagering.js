// What a player does with chips: placing, taking back, undoing, repeating, doubling. The rules decide.

import { act, post, step } from '../api.js';
import { money } from '../money.js';
import { keyOf } from './seen.js';

/** The wagers of one player at one table. */
export class Wagering {
  /** The chip in hand. */
  get chip() {
    return this.#seen.chip;
  }

  set chip(value) {
    this.#seen.chip = value;
  }

  /** Wagers are placed in promotional tokens. */
  tokens = false;
  #seen;
  #note;
  #placed = [];
  #last = [];
  #queue = Promise.resolve();
  /** The kinds of wagers whose commission was agreed to. */
  #agreed = new Set();
  #charges;
  #confirm;

  /** `charges` are the wagers with a commission; `note(words, {near})` says something; `confirm(title, words, yes)` asks. */
  constructor(seen, charges, note, confirm) {
    this.#seen = seen;
    this.#charges = new Set(charges);
    this.#note = note;
    this.#confirm = confirm;
  }

  /** Looks at a new view: what was decided can be repeated, and can no longer be undone. */
  look() {
    const { lines, view } = this.#seen;
    const decided = lines.filter((line) => ['win', 'lose', 'stand-off', 'surrender', 'void'].includes(line.result));
    const own = decided.filter((line) => !line.tokens && !this.#seen.sign(line.on)?.follows);
    if (own.length > 0) this.#last = this.#inOrder(once(own.map((line) => this.#asPlaced(line))));
    const standing = new Set(this.#seen.mine.map(keyOf));
    this.#placed = view.expects.wagers ? this.#placed.filter((spot) => standing.has(keyOf(spot))) : [];
  }

  get canUndo() {
    return this.#placed.length > 0;
  }

  get canRepeat() {
    return this.#last.some((spot) => this.#seen.stake(spot) === 0 && this.#seen.offer(spot))
      || this.#last.length > 0 && this.#seen.mine.length === 0 && this.#seen.view.expects.wagers;
  }

  get canDouble() {
    return this.#seen.mine.some((wager) => this.#seen.offer(wager));
  }

  /** Places a chip on a spot: the one in hand, or what is taken there instead, which is said. */
  place(spot) {
    const near = spot.element ?? null;
    return this.#soon(async () => {
      const amount = this.#fit(spot, this.chip);
      const offer = this.#seen.offer(spot);
      if (!await this.#agreesToCommission(spot, amount)) return;
      await this.#wager(spot, amount);
      if (amount !== this.chip) this.#note(this.#whyOther(spot, offer, amount), { near });
    }, near);
  }

  /** Places an amount on a spot as it is, or not at all: the rules say why not. */
  stake(spot, amount) {
    return this.#soon(async () => {
      if (await this.#agreesToCommission(spot, amount)) await this.#wager(spot, amount);
    });
  }

  /** Adds as much to a spot as is taken there. */
  placeMost(spot) {
    return this.#soon(async () => {
      const most = this.#seen.mostOn(spot);
      if (most > 0 && await this.#agreesToCommission(spot, most)) await this.#wager(spot, most);
    }, spot.element ?? null);
  }

  /** Says why another amount was placed than that of the chip in hand. */
  #whyOther({ on }, { min, max, unit }, amount) {
    const title = this.#seen.sign(on)?.title ?? on;
    if (amount > this.chip) return `${title} takes no less than ${money(min)}: ${money(amount)} was placed.`;
    if (amount + unit > max) return `${title} takes no more than this now: ${money(amount)} was placed.`;
    return `${title} goes in steps of ${money(unit)}: ${money(amount)} was placed.`;
  }

  /** Before a commission is paid for the first time on a kind of wager, its player agrees to it. */
  async #agreesToCommission(spot, amount) {
    if (!this.#charges.has(spot.on) || this.#agreed.has(spot.on)) return true;
    const offer = await this.#seen.offerFor(spot, amount);
    if (!offer?.commission) return true;
    const title = this.#seen.sign(spot.on)?.title ?? spot.on;
    const yes = await this.#confirm(`${title}: a commission`, `${title} for ${money(amount)} costs a commission of ${money(offer.commission)}. It is paid now and does not come back. This is asked once at this table.`, `Place ${money(amount)}`);
    if (yes) this.#agreed.add(spot.on);
    return yes;
  }

  /** Takes a wager back. */
  takeBack(wager) {
    const may = wager.may ?? this.#seen.mine.find((it) => keyOf(it) === keyOf(wager))?.may ?? [];
    const how = may.includes('withdraw') || !may.includes('remove') ? 'withdraw' : 'remove';
    return this.#soon(() => this.#step({ [how]: this.#standing(wager) }), wager.element ?? null);
  }

  /** Lowers a wager. */
  lower(wager, to) {
    return this.#soon(() => this.#step({ reduce: { ...this.#standing(wager), to } }));
  }

  /** Calls a wager on or off. */
  call(wager, state) {
    return this.#soon(() => this.#step({ call: { ...this.#standing(wager), state } }));
  }

  /** Takes back what was placed last, and leaves what lay there before. */
  undo() {
    return this.#soon(async () => {
      const last = this.#placed.pop();
      if (!last) return;
      const rest = this.#seen.stake(last) - last.amount;
      if (rest > 0 && this.#seen.view.lowers) {
        await this.#step({ reduce: { ...this.#spot(last), to: rest } });
        return;
      }
      const before = this.#seen.mine.map((wager) => ({ ...wager }));
      const undone = this.#placed.slice();
      await this.#step({ withdraw: this.#spot(last) });
      for (const wager of before) {
        const keeps = wager.stake - (keyOf(wager) === keyOf(last) ? last.amount : 0);
        if (keeps > 0 && this.#seen.stake(wager) === 0 && !wager.tokens) await this.#wager(wager, keeps);
      }
      this.#placed = undone;
    });
  }

  /** Places the wagers again that were decided last. */
  repeat() {
    return this.#soon(async () => {
      for (const spot of this.#last) {
        if (this.#seen.stake(spot) === 0) await this.#wager(spot, spot.amount).catch(this.#note);
      }
    });
  }

  /** Adds to each wager as much as lies there, as far as that is taken. */
  double() {
    return this.#soon(async () => {
      for (const wager of this.#seen.mine.filter((wager) => !wager.tokens)) {
        if (this.#seen.offer(wager)) await this.#wager(wager, this.#fit(wager, wager.stake)).catch(this.#note);
      }
    });
  }

  /** Says that the own wagers are made. */
  ready() {
    return this.#soon(() => post(`/api/tables/${this.#seen.table}/ready`));
  }

  /** Tells the table a step of the game, such as a choice. */
  tell(what) {
    return this.#soon(() => this.#step(what));
  }

  /** Tells the floor something else. */
  act(what) {
    return this.#soon(async () => this.#seen.reached((await act(what)).number));
  }

  /** Does one thing after the other, so that none overtakes another. */
  #soon(deed, near = null) {
    const done = this.#queue.then(deed).then(() => true, (error) => {
      this.#note(error, { near });
      return false;
    });
    this.#queue = done;
    return done;
  }

  async #step(what) {
    const { number } = await step(this.#seen.table, what);
    await this.#seen.reached(number);
  }

  async #wager(spot, amount) {
    const wager = { ...this.#spot(spot), amount };
    await this.#step({ wager: this.tokens ? { ...wager, tokens: true } : wager });
    this.#placed.push({ ...this.#asPlaced(spot), amount });
  }

  /** The spot as a step names it. */
  #spot({ on, area, number, point }) {
    const spot = { player: this.#seen.name, on };
    if (area) spot.area = area;
    if (number !== null && number !== undefined) spot.number = number;
    if (point !== null && point !== undefined) spot.point = point;
    return spot;
  }

  /** A wager that stands, as a step names it: tokens apart from chips. */
  #standing(wager) {
    return wager.tokens ? { ...this.#spot(wager), tokens: true } : this.#spot(wager);
  }

  /** The spot where a wager is placed anew: one that travels has no number then. */
  #asPlaced({ on, area, number, point, stake }) {
    const travels = this.#seen.sign(on)?.marks?.kind === 'travels';
    return { on, area, number: travels ? null : number, point, amount: stake };
  }

  /** Puts wagers in the order of the sign, so that those come first that others need. */
  #inOrder(spots) {
    const place = ({ on }) => this.#seen.view.sign.findIndex((sign) => sign.on === on);
    return spots.sort((one, other) => place(one) - place(other));
  }

  /** The highest amount on offer that is not above `want`, or the least. */
  #fit(spot, want) {
    const offer = this.#seen.offer(spot);
    if (!offer) return want;
    const { min, max, unit } = offer;
    return min + Math.max(0, Math.floor((Math.min(want, max) - min) / unit)) * unit;
  }
}

/** Keeps the first of each spot. */
function once(spots) {
  const known = new Map();
  for (const spot of spots) if (!known.has(keyOf(spot))) known.set(keyOf(spot), spot);
  return [...known.values()];
}
