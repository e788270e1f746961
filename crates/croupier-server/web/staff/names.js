// How wagers, places, roles and steps are called on the screens of staff.

import { capWords, range, short } from '../money.js';

/** Makes words of a name: `place-win` is `Place Win`. */
export const titled = (name) => String(name).split('-')
  .map((word) => (word === 'dont' ? 'Don’t' : word.charAt(0).toUpperCase() + word.slice(1))).join(' ');

/** Makes a sentence begin as one: `second card to area 3` is `Second card to area 3`. */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** Makes words of a name in running text: `no-roll` is `no roll`. */
export const plainly = (name) => String(name).replaceAll('-', ' ');

/** Names a wager with what it is on: `Place Win 6`, `Come`. */
export function wagerName({ on, number, point, tokens }, sign) {
  const title = sign?.find((row) => row.on === on)?.title ?? titled(on);
  const mark = number ?? point;
  return `${title}${mark === null || mark === undefined ? '' : ` ${mark}`}${tokens ? ' in tokens' : ''}`;
}

/** Says where a wager lies and whose it is: `area 3, bob`. */
export function whereName({ area, player, seat }) {
  const who = player ?? (seat ? `seat ${seat}` : null);
  return [area ? `area ${area}` : null, who].filter(Boolean).join(', ');
}

/** Names a wager in a step: who, where, on what. */
export function spotOf({ player, area, on, number, point, tokens }) {
  const spot = { player, on };
  if (area) spot.area = area;
  if (number !== null && number !== undefined) spot.number = number;
  if (point !== null && point !== undefined) spot.point = point;
  if (tokens) spot.tokens = true;
  return spot;
}

/** Lists the things of a list as one does in speech. */
export const listed = (words, and = 'and') => words.length < 2 ? words.join('')
  : `${words.slice(0, -1).join(', ')} ${and} ${words.at(-1)}`;

/** Writes limits as a sign does. */
export function limitWords({ min, max, unit, cap, old = [] }) {
  if (cap) return capWords(cap, titled(cap.of));
  const before = old.length > 0 ? `; who is spared: ${old.map(range).join(', ')}` : '';
  return `${range({ min, max })}${unit > 1 ? ` in steps of ${short(unit)}` : ''}${before}`;
}
