// What is known of the games, as the server describes them.

import { get } from './api.js';

let asked = null;

/** Gets all games; asks the server once. */
export function games() {
  asked ??= get('/api/games').then(({ games: all }) => all, (error) => {
    asked = null;
    throw error;
  });
  return asked;
}

/** Gets one game by its name. */
export async function gameNamed(name) {
  return (await games()).find((game) => game.name === name) ?? null;
}

/** Writes what a wager is paid, where it is one price: `10 to 1`; nothing where it is several or none. */
export function priceWords({ pays }, variant) {
  const here = pays.filter((row) => !row.prize && (row.variant === null || row.variant === (variant ?? '')));
  const prices = [...new Set(here.map(({ wins, per }) => `${wins} to ${per}`))];
  return prices.length === 1 ? prices[0] : '';
}
