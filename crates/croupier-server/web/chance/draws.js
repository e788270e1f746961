// The draws of a round, as docs/floor.md describes them: what follows from the key and the words of players.

import { ChaCha20 } from './chacha20.js';

const RANKS = 'A23456789TJQK';
const SUITS = 'CDHS';
/** The bytes of a text. */
export const text = (words) => new TextEncoder().encode(words);

/** Returns what a house that commits itself to `key` publishes, in hexadecimal digits. */
export async function commitment(table, number, key) {
  return hex(await hash(text('croupier commitment'), bigEndian(table, 4), bigEndian(number, 8), key));
}

/** Returns what a house publishes before the cut for the key of the cards that are burned unseen. */
export async function burnCommitment(table, shuffle, key) {
  return hex(await hash(text('croupier burn commitment'), bigEndian(table, 4), bigEndian(shuffle, 8), key));
}

/** Starts the draws of the cards that were burned unseen, from their key and the depth of the cut. */
export async function burnDraws(key, cut) {
  const parts = cut === null ? [] : [Uint8Array.of(cut >> 8, cut & 255)];
  return new Draws(new ChaCha20(await hash(text('croupier burn'), key, ...parts)));
}

/** Returns what a house publishes before wagers for a mystery prize: of the key of its trigger, or of its winner. */
export async function poolCommitment(what, pool, number, key) {
  return hex(await hash(text(`croupier ${what} commitment`), bigEndian(pool, 4), bigEndian(number, 8), key));
}

/** Draws a number below another one for a mystery prize: words of 64 bits that would favour some are passed over. */
export async function poolDraw(what, key, most) {
  const below = BigInt(most);
  if (below <= 1n) return 0;
  const stream = new ChaCha20(await hash(text(`croupier ${what}`), key));
  const fair = 2n ** 64n - (2n ** 64n % below);
  for (;;) {
    const low = BigInt(stream.next());
    const word = low + (BigInt(stream.next()) << 32n);
    if (word < fair) return Number(word % below);
  }
}

/** Returns what a player gives while betting is open: the hash of words that are opened when it is closed. */
export async function seal(table, number, seat, words) {
  return hex(await hash(text('croupier words'), bigEndian(table, 4), bigEndian(number, 8), Uint8Array.of(seat), text(words)));
}

/** Starts the draws of a round from its key and the words that players opened, in the order of their seats. */
export async function draws(key, words) {
  const parts = words.map(text).flatMap((bytes) => [bigEndian(bytes.length, 8), bytes]);
  return new Draws(new ChaCha20(await hash(text('croupier round'), key, ...parts)));
}

/** The draws of a round, one after the other. */
export class Draws {
  #stream;

  constructor(stream) {
    this.#stream = stream;
  }

  /** Draws one of the cards that are left, by how many there are of each; null if there are none. */
  card(counts) {
    const total = counts.reduce((sum, count) => sum + count, 0);
    if (total === 0) return null;
    let at = this.#below(total);
    for (const [index, count] of counts.entries()) {
      if (at < count) return cardAt(index);
      at -= count;
    }
    return null;
  }

  /** Rolls two dice. */
  roll() {
    return [this.#below(6) + 1, this.#below(6) + 1];
  }

  /** Draws a number below `bound`: the high half of a word times it, unfair words passed over. */
  #below(bound) {
    const unfair = 2n ** 32n % BigInt(bound);
    for (;;) {
      const product = BigInt(this.#stream.next()) * BigInt(bound);
      if ((product & 0xffffffffn) >= unfair) return Number(product >> 32n);
    }
  }
}

const cardAt = (index) => RANKS[index % 13] + SUITS[Math.floor(index / 13)];

/** Returns where a card is counted in a list of all 52. */
export function placeOf(card) {
  return RANKS.indexOf(card[0]) + 13 * SUITS.indexOf(card[1]);
}

/** Reads bytes from hexadecimal digits; null if they are none, or not so many. */
export function bytes(digits, count) {
  if (!/^(?:[0-9a-f]{2})+$/i.test(digits) || digits.length !== count * 2) return null;
  return Uint8Array.from(digits.match(/../g), (pair) => parseInt(pair, 16));
}

/** Writes bytes as hexadecimal digits. */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The SHA-256 of all these bytes, one after the other. */
export async function hash(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole));
}

/** Writes a number in four or eight bytes, the highest first. */
export function bigEndian(number, length) {
  const digits = new Uint8Array(length);
  new DataView(digits.buffer).setUint32(length - 4, number % 2 ** 32);
  if (length === 8) new DataView(digits.buffer).setUint32(0, Math.floor(number / 2 ** 32));
  return digits;
}
