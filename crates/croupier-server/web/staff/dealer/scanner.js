// Tells a card scanner from a hand: it types a whole card and Enter faster than anybody can.

/** So soon after the key before it a key belongs to the same burst. */
export const BURST_MS = 35;
const CARD = /^(10|[a2-9tjqk])([cdhs])$/i;

/** Reads a card as a scanner or a hand types it: `10h` is `TH`; null if it is none. */
export function cardIn(text) {
  const found = CARD.exec(text);
  return found && `${found[1] === '10' ? 'T' : found[1]}${found[2]}`.toUpperCase();
}

/** Watches all keys, wherever they go. */
export class Burst {
  #keys = '';
  #last = -Infinity;

  /** Takes a key and when it came. Returns `{ card, typed }` when it is the Enter that ends a scanned card, else null. */
  press(key, at) {
    const quick = at - this.#last <= BURST_MS;
    this.#last = at;
    if (key === 'Shift' && quick) return null;
    const typed = quick ? this.#keys : '';
    this.#keys = key.length === 1 ? typed + key : '';
    const card = key === 'Enter' ? cardIn(typed) : null;
    return card && { card, typed };
  }
}

/**
 * Takes the keys in the field of an amount: digits are its own, and a card that is typed there goes to the table, with the amount
 * as it was before. `value` is what the field says before the key. Returns `{ card, value }` for a card, `{ table: true }`
 * when the key is for the table, else null.
 */
export class AmountKeys {
  #before = [];

  press(key, value) {
    if (/^[\d.,]$/.test(key)) {
      this.#before = [...this.#before, { key, value }].slice(-2);
      return null;
    }
    if (key.length !== 1) {
      if (key !== 'Shift') this.#before = [];
      return null;
    }
    const found = this.#rank() && cardIn(this.#rank().rank + key);
    const before = found ? this.#rank().value : value;
    this.#before = [];
    return found ? { card: found, value: before } : { table: true };
  }

  /** The rank that the last digits may be, and what the field said before them. */
  #rank() {
    const [one, two] = this.#before.slice(-2);
    const last = two ?? one;
    if (two && one.key === '1' && two.key === '0') return { rank: '10', value: one.value };
    return last && /[2-9]/.test(last.key) ? { rank: last.key, value: last.value } : null;
  }
}
