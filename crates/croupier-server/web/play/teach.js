// How a game is played, in a minute, and what it pays: rules and prices, nothing of what a player should do.

import { card, dice } from '../cards.js';
import { h } from '../dom.js';
import { gameNamed } from '../games.js';
import { clauseLink } from '../register.js';
import { openPanel } from './panel.js';
import { limits } from './spots.js';
import { wordsOf } from './words.js';

/** Opens the panel that says how the game of a view is played. */
export function showHowTo(view) {
  openPanel(`How to play ${view.title}`, content(view));
}

/** Opens the panel of one wager: what it is on, what it pays, its limits. */
export function showWager(view, on) {
  const sign = view.sign.find((row) => row.on === on);
  openPanel(sign?.title ?? on, both(view).then(([words, game]) => [
    h('p', words.wagers[on] ?? 'The order says what it is on.'),
    prices(game?.wagers.find(({ name }) => name === on), words, view),
    sign && h('p', 'Limits: ', limits(sign)),
    h('p.quietly', 'By ', clauseLink(view.game, sign?.clause ?? ''), '.'),
    names(words, `${sign?.title} ${words.wagers[on]}`)]));
}

const both = (view) => Promise.all([wordsOf(view.game), gameNamed(view.game).catch(() => null)]);

async function content(view) {
  const [words, game] = await both(view);
  return [
    words.play.length > 0 && h('ol.steps', words.play.map(({ say, show }) => h('li', h('p', say), show && drawn(show)))),
    h('h3', { id: 'prices' }, 'Wagers and prices'),
    priceCard(view, words, game),
    names(words),
    h('p.quietly', 'Press and hold your chips, or right-click them: a menu lets you raise, lower, call or take back the wager.'),
    matchMedia('(hover: hover)').matches && keys(),
    h('p.quietly', 'Prices and limits are those of the sign at this table. ',
      h('a', { href: `/rules/${view.game}`, target: '_blank', rel: 'noopener' }, 'All clauses'), ' and ',
      h('a', { href: `/rules/${view.game}/order`, target: '_blank', rel: 'noopener' }, 'the text of the order'), ' open in a new window.'),
  ];
}

const KEYS = [['Arrows', 'go from spot to spot'], ['Enter', 'places the chip in hand'], ['Delete', 'takes the wager back'], ['M', 'all that can be done with a wager'], ['1 to 6', 'choose a chip'],
  ['N', 'deal now, roll now'], ['U', 'undo'], ['R', 'repeat'], ['D', 'double'], ['T', 'take back'], ['H', 'this panel']];

/** The keys, for who plays without a mouse. */
const keys = () => [h('h3', 'Keys'), h('dl.words.keys', KEYS.map(([key, says]) => [h('dt', h('kbd', key)), h('dd', says)])), h('p.quietly', 'When the table asks you something, each answer shows its key.')];

/** Draws cards and dice with what they are called. */
function drawn(show) {
  return h('div.shown', Object.entries(show).map(([name, things]) => h('figure', h('div.fan', typeof things[0] === 'number' ? dice(things) : things.map(card)), h('figcaption', name))));
}

/** Every wager of the table: what it is on, what it pays, how much may be wagered. */
function priceCard(view, words, game) {
  return h('dl.prices', view.sign.map((sign) => [
    h('dt', sign.title, h('small', limits(sign))),
    h('dd', words.wagers[sign.on] && h('p', words.wagers[sign.on]), prices(game?.wagers.find(({ name }) => name === sign.on), words, view)),
  ]));
}

/** The prices of a wager, with the case to which each belongs where there are several. */
export function prices(wager, words, { variant }) {
  if (!wager) return null;
  const rows = wager.pays.filter((row) => row.variant === null || row.variant === (variant ?? ''));
  if (rows.length === 0) return null;
  const price = ({ wins, per, part, prize }) => `${prize ? `${wins} times the price` : `${wins} to ${per}`}${part[1] > 1 ? ` on ${part[0]} of ${part[1]} parts` : ''}`;
  const merged = new Map();
  for (const row of rows) merged.set(price(row), [...merged.get(price(row)) ?? [], row]);
  const caseOf = (row) => (row.numbers.length > 0 ? `on ${row.numbers.join(', ')}` : rows.length > 1 ? words.prices[row.clause] ?? '' : '');
  return h('ul.pays', [...merged].map(([pays, all]) => h('li', h('b', pays), ` ${[...new Set(all.map(caseOf))].filter(Boolean).join(', ')}`)));
}

/** The names that need a word, or only those that occur in a text. */
function names(words, within = null) {
  const all = Object.entries(words.names).filter(([name]) => within === null || within.includes(name));
  return all.length > 0 && [h('h3', 'Words'), h('dl.words', all.map(([name, says]) => [h('dt', name), h('dd', says)]))];
}
