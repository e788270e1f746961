// The form that opens a table: what is dealt, from what, with which limits, and how many may sit.

import { ask } from '../../dialog.js';
import { h, put } from '../../dom.js';
import { field, values } from '../forms.js';
import { refusal } from '../send.js';
import { titled } from '../names.js';

/** What each game can be set up with; where nothing is chosen the game's own default holds. */
const GAMES = {
  baceball: { title: 'bACEball', seats: 7, jackpot: true, cards: true, wagers: ['bet', 'strike-1', 'strike-2', 'strike-3', 'strike-out'] },
  craps: { title: 'Craps', seats: 14, wagers: ['win-line', 'dont-win', 'come', 'dont-come', 'field', 'place-win', 'place-lose', 'buy', 'lay', 'hardway', 'horn', 'horn-high', 'crap-eleven', 'any-craps', 'craps-two', 'craps-three', 'craps-twelve', 'eleven', 'any-seven', 'big-6', 'big-8', 'behind-win-line', 'behind-dont-win', 'behind-come', 'behind-dont-come'] },
  'three-card-baccarat': { title: 'Three Card Baccarat', seats: 9, cards: true, method: true, variants: ['even-money'], wagers: ['player', 'tie', 'three-pictures', 'banker-total'] },
  'casino-war': { title: 'Casino War', seats: 9, cards: true, wagers: ['initial', 'tie'] },
  'lucky-draw-baccarat': { title: 'Lucky Draw Baccarat', seats: 7, cards: true, wagers: ['enter'] },
};

/** Opens the form. */
export function openTable(floor) {
  return ask('Open a table', (form, close) => {
    form.closest('dialog').classList.add('wide');
    const game = field({ name: 'game', label: 'Game', kind: 'choice', of: Object.entries(GAMES).map(([name, { title }]) => [name, title]) });
    const body = h('div.grid');
    const wrong = h('p.notice', { role: 'alert', hidden: true });
    let list = [];
    const select = game.querySelector('select');
    const draw = () => {
      list = fieldsFor(floor, select.value);
      put(body, list.map(field));
    };
    select.addEventListener('change', draw);
    draw();
    form.addEventListener('input', (event) => event.target.setCustomValidity?.(''));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const given = values(form, list);
      if (!given) return;
      const done = await floor.act('open', actOf(select.value, given), `Table ${given.table} is open.`, (error) => {
        put(wrong, refusal(error));
        wrong.hidden = false;
      });
      if (done) close(done);
    });
    return [game, body, wrong, h('div.row.end', h('button.button.quiet', { type: 'button', onclick: () => close() }, 'Cancel'), h('button.button', { type: 'submit' }, 'Open'))];
  });
}

function fieldsFor(floor, name) {
  const game = GAMES[name];
  const free = nextFree(floor.pit.tables);
  const own = (it) => ({ required: false, ...it });
  return [
    { name: 'table', label: 'Number', kind: 'count', min: 1, value: free }, { name: 'name', label: 'Name', value: `${game.title} ${free}` },
    { name: 'dealing', label: 'Dealt', kind: 'choice', of: [['physical', 'by a dealer, with real cards or dice'], ['virtual', 'by the program']] },
    { name: 'seats', label: 'Seats', kind: 'count', min: 1, max: 20, value: game.seats },
    { name: 'float', label: 'Float', kind: 'amount', value: 5000000 },
    { name: 'chip', label: 'Smallest chip', kind: 'amount', value: 50 },
    ...(game.cards ? [own({ name: 'decks', label: 'Decks', kind: 'count', min: 1, max: 12, hint: 'Empty for the game’s own number.' }),
      { name: 'source', label: 'Cards come from', kind: 'choice', required: false, of: [['', 'what the game uses'], ['shoe', 'a shoe'], ['device', 'a shuffling device']] }] : []),
    ...(game.method ? [{ name: 'method', label: 'Method', kind: 'choice', of: [['A', 'A: face up'], ['B', 'B: face down, players take them up']] }] : []),
    ...(game.variants ? [{ name: 'variant', label: 'Variant', kind: 'choice', required: false, of: [['', 'none'], ...game.variants.map((it) => [it, titled(it)])] }] : []),
    { name: 'min', label: `Minimum of ${titled(game.wagers[0])}`, kind: 'amount', value: 500 }, { name: 'max', label: `Maximum of ${titled(game.wagers[0])}`, kind: 'amount', value: 50000 },
    ...(game.wagers.length > 1 ? [{ name: 'othermin', label: 'Minimum of the others', kind: 'amount', value: 100 }, { name: 'othermax', label: 'Maximum of the others', kind: 'amount', value: 20000 }] : []),
    ...(game.jackpot ? [own({ name: 'price', label: 'Price of the jackpot wager', kind: 'amount', hint: 'Empty for no jackpot.' }), own({ name: 'increment', label: 'Share of it that goes to the meters', value: '1/4' })] : []),
  ];
}

const nextFree = (tables) => {
  const used = new Set(tables.map((it) => it.table));
  let number = 1;
  while (used.has(number)) number += 1;
  return number;
};

/** Makes the act; what was left empty is left out. */
function actOf(name, it) {
  const [main, ...others] = GAMES[name].wagers;
  const limits = { [main]: { min: it.min, max: it.max, unit: it.chip } };
  for (const on of others) limits[on] = { min: it.othermin, max: it.othermax, unit: it.chip };
  const setup = { chip: it.chip, limits };
  for (const key of ['decks', 'source', 'method', 'variant']) if (it[key]) setup[key] = it[key];
  if (it.price) setup.jackpot = { wager: it.price, major: 0, minor: 0, increment: it.increment || '0/1', seed: 0 };
  return { table: it.table, name: it.name, game: name, setup, float: it.float, dealing: it.dealing, seats: it.seats };
}
