// Reads what a keyboard or a card scanner types: cards as rank and suit, dice as two digits.

const RANK = /^[a2-9tjqk]$/;
const SUIT = /^[cdhs]$/;

/** Gathers keys until they are a card or a roll. `confirm`: it is given only when Enter follows. */
export class Keys {
  confirm = false;
  #text = '';
  #ready = null;

  /** What has been typed so far: `K`, `10`, or a whole card that waits for Enter. */
  get typed() {
    return this.#ready?.text ?? this.#text.toUpperCase();
  }

  /** Forgets what was typed. */
  clear() {
    this.#text = '';
    this.#ready = null;
  }

  /**
   * Takes a key while the table wants `card` or `dice`. Returns `{ card }` or `{ roll }` when there is one,
   * `{ typed }` when the key belongs to one, and null when it does not.
   */
  press(key, wants) {
    if (key === 'Escape' || key === 'Backspace') return this.#back();
    if (key === 'Enter') return this.#enter();
    if (key.length !== 1) return null;
    const found = wants === 'dice' ? this.#die(key) : wants === 'card' ? this.#card(key.toLowerCase()) : null;
    if (!found || found.typed !== undefined || !this.confirm) return found;
    this.#ready = { text: found.card ?? found.roll.join(' '), found };
    return { typed: this.typed };
  }

  #back() {
    const had = this.typed !== '';
    this.clear();
    return had ? { typed: '' } : null;
  }

  #enter() {
    const ready = this.#ready?.found ?? null;
    if (ready) this.clear();
    return ready;
  }

  #card(key) {
    if (RANK.test(key) || key === '1') return this.#begin(key);
    if (key === '0' && this.#text === '1') return this.#begin('t');
    if (!SUIT.test(key) || !RANK.test(this.#text)) return null;
    const card = `${this.#text}${key}`.toUpperCase();
    this.#text = '';
    return { card };
  }

  #die(key) {
    if (!/^[1-6]$/.test(key)) return null;
    if (!/^[1-6]$/.test(this.#text)) return this.#begin(key);
    const roll = [Number(this.#text), Number(key)];
    this.#text = '';
    return { roll };
  }

  #begin(key) {
    this.#ready = null;
    this.#text = key;
    return { typed: this.typed };
  }
}
