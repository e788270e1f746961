// The value that a scrutineer adds to a draw: 32 bytes from this browser, from dice, or as they are typed.

import { bytes, hash, hex, text } from './draws.js';

/** So many rolls of a die have more than 128 bits of chance in them. */
export const LEAST_ROLLS = 50;

/** Draws 32 bytes with the random source of this machine, in hexadecimal digits. */
export function randomValue() {
  return hex(crypto.getRandomValues(new Uint8Array(32)));
}

/**
 * Makes a value of what was typed: 64 hexadecimal digits as they are, or rolls of dice, of which the SHA-256 is taken.
 * Returns `{ value }`, or `{ wrong }` in words.
 */
export async function valueOf(typed) {
  const digits = typed.replace(/[\s,;-]/g, '').toLowerCase();
  if (digits === '') return { wrong: 'Let this browser draw the value, or type dice or digits.' };
  if (/^[1-6]+$/.test(digits) && digits.length !== 64) {
    if (digits.length < LEAST_ROLLS) return { wrong: `${digits.length} rolls are too few: type at least ${LEAST_ROLLS}.` };
    return { value: hex(await hash(text(digits))), rolls: digits.length };
  }
  if (bytes(digits, 32)) return { value: digits };
  return { wrong: `A value has 64 hexadecimal digits; these are ${digits.length}. Of dice, type only the rolls, 1 to 6.` };
}
