// Writes and reads amounts. They are whole cents everywhere; nothing is computed with fractions.

const cents = (amount) => String(amount % 100).padStart(2, '0');
const whole = (amount) => Math.trunc(amount / 100).toString().replace(/\B(?=(\d{3})+$)/g, ',');

/** Writes an amount in full: `1,234.50`. */
export function plain(amount) {
  const size = Math.abs(amount);
  return `${amount < 0 ? '−' : ''}${whole(size)}.${cents(size)}`;
}

/** Writes an amount of money: `$1,234.50`. */
export function money(amount) {
  return amount < 0 ? `−$${plain(-amount)}` : `$${plain(amount)}`;
}

/** Writes an amount as signs have it: `$5`, `$12.50`, `$1,000`. */
export function short(amount) {
  return amount % 100 === 0 ? `$${whole(amount)}` : money(amount);
}

/** Writes what is printed on a chip: `50c`, `5`, `1k`. */
export function onChip(amount) {
  if (amount < 100) return `${amount}c`;
  if (amount >= 100000 && amount % 10000 === 0) return `${amount / 100000}k`;
  return amount % 100 === 0 ? whole(amount) : plain(amount);
}

/** Writes a change: `+10.00`, `−5.00`, `0.00`. */
export function signed(amount) {
  return amount > 0 ? `+${plain(amount)}` : plain(amount);
}

/** Writes a change as short as can be, for a tag on the felt: `+10`, `−2.50`, `0`. */
export function tag(amount) {
  const words = amount % 100 === 0 ? `${amount < 0 ? '−' : ''}${whole(Math.abs(amount))}` : plain(amount);
  return amount > 0 ? `+${words}` : words;
}

/** Reads an amount that a person typed; null if it is none. */
export function read(text) {
  const match = /^\s*\$?\s*(\d{1,12}|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?\s*$/.exec(text);
  if (!match) return null;
  return Number(match[1].replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
}

/** Says by which measure a wager is bound that goes with another: `up to double the Win Line`. */
export function capWords({ times, on_winnings: winnings }, of) {
  const much = times === 2 ? 'double' : `${times} times`;
  return winnings ? `to win up to ${much} the ${of}` : `up to ${much} the ${of}`;
}

/** Writes the least and the most that may be wagered; there is no most where the sign sets none. */
export function range({ min, max }) {
  if (max === null) return min > 0 ? `from ${short(min)}` : 'no limit';
  return min === max ? short(min) : `${short(min)} to ${short(max)}`;
}
