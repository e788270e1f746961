// A sample house to start from: how many chips, who works there, and which tables with which limits.

import { fieldsFor } from '../pit/opening.js';

/** What a small house begins with. */
export const SAMPLE = {
  chips: 100_000_000,
  people: [
    { name: 'sue', roles: ['supervisor'], does: 'opens tables, sets limits, rules on irregularities' },
    { name: 'dan', roles: ['dealer'], does: 'deals cards at a table' },
    { name: 'box', roles: ['boxperson', 'stickperson', 'dealer'], does: 'runs a table with dice' },
    { name: 'cas', roles: ['cashier'], does: 'changes cash and chips, agrees to fills' },
    { name: 'eye', roles: ['surveillance'], does: 'watches all tables' },
    { name: 'ina', roles: ['inspector'], does: 'reads the journal and the registers' },
  ],
};

/** Without these nobody can open a table, deal, or change cash. */
const NEEDED = ['supervisor', 'dealer', 'cashier'];

/** Lists the roles that nobody has yet. */
export const lacking = (people) => NEEDED.filter((role) => !people.some((person) => person.roles.includes(role)));

/** Makes the people of the rows that are filled in. */
export const peopleIn = (rows) => rows.map(({ name, password, roles }) => ({ name: name.trim(), roles, password: password.trim() || null })).filter(({ name }) => name !== '');

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Makes a first password: four groups of five letters that are not mistaken for each other. */
export function firstPassword(random = (bytes) => crypto.getRandomValues(bytes)) {
  const letters = [];
  while (letters.length < 20) {
    // Bytes above the last whole multiple would favour some letters.
    for (const byte of random(new Uint8Array(32))) if (byte < 248 && letters.length < 20) letters.push(LETTERS[byte % 31]);
  }
  return [0, 5, 10, 15].map((from) => letters.slice(from, from + 5).join('')).join('-');
}

/** The tables of the sample: one of each game, with the usual values of its form. */
export const sampleTables = (games) => games.map((game) => {
  const values = Object.fromEntries(fieldsFor({ pit: { tables: [] } }, game).map(({ name, value }) => [name, value]));
  return { game, values };
});
