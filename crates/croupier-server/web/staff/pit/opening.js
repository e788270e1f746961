// The form that opens a table: what is dealt, from what, with which limits, and how many may sit.

import { ask } from '../../dialog.js';
import { h, put } from '../../dom.js';
import { games } from '../../games.js';
import { field, values } from '../forms.js';
import { refusal } from '../send.js';
import { titled } from '../names.js';

/** Opens the form. */
export async function openTable(floor) {
  const all = (await games()).filter(({ offered }) => offered);
  return ask('Open a table', (form, close) => {
    form.closest('dialog').classList.add('wide');
    const game = field({ name: 'game', label: 'Game', kind: 'choice', of: all.map(({ name, title, example }) => [name, example ? `${title} (an example)` : title]) });
    const body = h('div.grid');
    const wrong = h('p.notice', { role: 'alert', hidden: true });
    let list = [];
    const select = game.querySelector('select');
    const chosen = () => all.find(({ name }) => name === select.value);
    const draw = () => {
      list = fieldsFor(floor, chosen());
      put(body, list.map(field), chosen().jackpot && h('p.quietly', 'For a jackpot, open the table and then link it to a pool under Pools.'));
    };
    select.addEventListener('change', draw);
    draw();
    form.addEventListener('input', (event) => event.target.setCustomValidity?.(''));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const given = values(form, list);
      if (!given) return;
      const done = await floor.act('open', actOf(chosen(), given), `Table ${given.table} is open.`, (error) => {
        put(wrong, refusal(error));
        wrong.hidden = false;
      });
      if (done) close(done);
    });
    return [game, body, wrong, h('div.row.end', h('button.button.quiet', { type: 'button', onclick: () => close() }, 'Cancel'), h('button.button', { type: 'submit' }, 'Open'))];
  });
}

/** The wagers that the sign has limits for: those that a player places, at no fixed price. */
export const signed = ({ wagers }) => wagers.filter((it) => !it.follows && !it.fixed_price).map(({ name }) => name);

/** The fields of the form; where nothing is chosen the game's own default holds. */
export function fieldsFor(floor, game) {
  const { cards } = game;
  const wagers = signed(game);
  const free = nextFree(floor.pit.tables);
  const own = (it) => ({ required: false, ...it });
  return [
    { name: 'table', label: 'Number', kind: 'count', min: 1, value: free }, { name: 'name', label: 'Name', value: `${game.title} ${free}` },
    { name: 'dealing', label: 'Dealt', kind: 'choice', of: [['physical', 'by a dealer, with real cards or dice'], ['virtual', 'by the program']] },
    { name: 'seats', label: 'Seats', kind: 'count', min: 1, max: 20, value: game.seats },
    { name: 'float', label: 'Float', kind: 'amount', value: 5000000 },
    { name: 'chip', label: 'Smallest chip', kind: 'amount', value: 50 },
    ...(cards ? [own({ name: 'decks', label: 'Decks', kind: 'count', min: Math.min(...cards.decks), max: Math.max(...cards.decks), hint: `Empty for ${cards.decks[0]}.` }),
      { name: 'source', label: 'Cards come from', kind: 'choice', required: false, of: [['', 'what the game uses'], ...cards.sources.map((it) => [it, SOURCES[it] ?? it])] }] : []),
    ...(cards?.methods.length > 1 ? [{ name: 'method', label: 'Method', kind: 'choice', of: [['A', 'A: face up'], ['B', 'B: face down, players take them up']] }] : []),
    ...(game.areas?.sharing > 1 ? [own({ name: 'sharing', label: 'Players on one area', kind: 'count', min: 1, max: game.areas.sharing, hint: `Empty for ${game.areas.sharing}.` })] : []),
    ...(game.variants.length > 0 ? [{ name: 'variant', label: 'Variant', kind: 'choice', required: false, of: [['', 'none'], ...game.variants.map((it) => [it, titled(it)])] }] : []),
    { name: 'min', label: `Minimum of ${titled(wagers[0])}`, kind: 'amount', value: 500 }, { name: 'max', label: `Maximum of ${titled(wagers[0])}`, kind: 'amount', value: 50000 },
    ...(wagers.length > 1 ? [{ name: 'othermin', label: 'Minimum of the others', kind: 'amount', value: 100 }, { name: 'othermax', label: 'Maximum of the others', kind: 'amount', value: 20000 }] : []),
  ];
}

const nextFree = (tables) => {
  const used = new Set(tables.map((it) => it.table));
  let number = 1;
  while (used.has(number)) number += 1;
  return number;
};

const SOURCES = { shoe: 'a shoe', device: 'a shuffling device' };

/** Makes the act; what was left empty is left out. */
export function actOf(game, it) {
  const [main, ...others] = signed(game);
  const limits = { [main]: { min: it.min, max: it.max, unit: it.chip } };
  for (const on of others) limits[on] = { min: it.othermin, max: it.othermax, unit: it.chip };
  const setup = { chip: it.chip, limits };
  for (const key of ['decks', 'source', 'method', 'sharing', 'variant']) if (it[key]) setup[key] = it[key];
  return { table: it.table, name: it.name, game: game.name, setup, float: it.float, dealing: it.dealing, seats: it.seats };
}
