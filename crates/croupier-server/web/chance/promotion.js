// The draw of a promotion, as docs/promotions.md describes it: what the house commits to, the tree of entries, and the
// numbers that follow from seed, root and value.

import { bigEndian, bytes, hash, hex, text } from './draws.js';

/** Returns what a house publishes that commits itself to the seed of a promotion, in hexadecimal digits. */
export async function seedCommitment(promotion, seed) {
  return hex(await hash(text('croupier promotion commitment'), bigEndian(promotion, 4), seed));
}

/** Returns what a scrutineer seals a value by, before giving it, in hexadecimal digits. */
export async function valueSeal(promotion, value) {
  return hex(await hash(text('croupier promotion value'), bigEndian(promotion, 4), bytes(value, 32)));
}

/** The numbers of a draw, one after the other. */
export class Numbers {
  #key;
  #block = 0;

  constructor(key) {
    this.#key = key;
  }

  /** Begins the draw. */
  static async of({ promotion, seed, root, entries, value }) {
    return new Numbers(await hash(text('croupier promotion draw'), bigEndian(promotion, 4), seed, root, bigEndian(entries, 4), value));
  }

  /** Draws the next number from 1 to `most`; null if that is 0. Numbers that would favour the first are passed over. */
  async next(most) {
    if (most === 0) return null;
    const below = BigInt(most);
    const fair = 2n ** 64n - (2n ** 64n % below);
    for (;;) {
      const block = await hash(this.#key, bigEndian(this.#block, 8));
      this.#block += 1;
      const number = new DataView(block.buffer).getBigUint64(0);
      if (number < fair) return Number(number % below) + 1;
    }
  }
}

/** Writes an entry as it is hashed: who has entered, and how it came about. */
export function entryBytes(promotion, number, { who, source }) {
  const four = (it) => [...bigEndian(it, 4)];
  const entrant = who.person === undefined ? [1, ...key(who.named)] : [0, ...four(who.person)];
  const { wager, hand, file } = source;
  const came = wager ? [0, ...four(wager.table), ...bigEndian(wager.round, 8)] : hand ? [1, ...four(hand.by)] : [2, ...four(file.by), ...four(file.file), ...four(file.row)];
  return Uint8Array.from([...four(promotion), ...four(number), ...entrant, ...came]);
}

/** Returns the leaf of an entry in the tree of all entries, from its salt and the bytes that stand for it. */
export function leafOf(salt, entry) {
  return hash(Uint8Array.of(0), salt, entry);
}

/** Reads the salt of an entry from hexadecimal digits; null if it is none. */
export const saltOf = (digits) => bytes(digits ?? '', 16);

/**
 * Computes the root from a leaf and the hashes beside the way up, the lowest first, as RFC 9162 has it. Returns null if
 * that way does not fit a tree of this size.
 */
export async function rootFrom(leaf, number, size, path) {
  if (number < 1 || number > size) return null;
  let [at, last, root] = [number - 1, size - 1, leaf];
  for (const beside of path) {
    if (last === 0) return null;
    if (at % 2 === 1 || at === last) {
      root = await hash(Uint8Array.of(1), beside, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else {
      root = await hash(Uint8Array.of(1), root, beside);
    }
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}

/** Computes the root of a list of leaves. */
export async function rootOf(leaves) {
  if (leaves.length < 2) return leaves[0] ?? hash();
  let half = 1;
  while (half * 2 < leaves.length) half *= 2;
  return hash(Uint8Array.of(1), await rootOf(leaves.slice(0, half)), await rootOf(leaves.slice(half)));
}

/** Reads 32 bytes from hexadecimal digits; null if they are none. */
export const key = (digits) => bytes(digits ?? '', 32);
