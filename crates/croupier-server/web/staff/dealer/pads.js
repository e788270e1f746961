// Pads to touch: all cards, all rolls, and amounts.

import { cardName, suit } from '../../cards.js';
import { die } from '../../dice.js';
import { h } from '../../dom.js';
import { onChip } from '../../money.js';

const RANKS = 'A23456789TJQK';
const SUITS = 'CDHS';

/** Makes a pad of all cards; `left` counts those in the source, so that one that is used up looks so. */
export function cardPad(press, left) {
  const key = (letter, row) => (rank, at) => {
    const face = `${rank}${letter}`;
    const gone = left?.[row * 13 + at] === 0;
    return h(`button.cardkey.${letter === 'D' || letter === 'H' ? 'red' : 'black'}${gone ? '.gone' : ''}`, {
      type: 'button', 'data-key': `card-${face}`, 'aria-label': `${cardName(face)}${gone ? ', none left' : ''}`, onclick: () => press(face),
    }, h('span', rank === 'T' ? '10' : rank), suit(letter));
  };
  return h('div.cardpad', { role: 'group', 'aria-label': 'Cards' }, [...SUITS].map((letter, row) =>
    h('div', { role: 'group', 'aria-label': cardName(`A${letter}`).split(' of ')[1] }, [...RANKS].map(key(letter, row)))));
}

/** Makes a pad of all rolls: the first die chooses the column, the second the row. */
export function dicePad(press) {
  const faces = [1, 2, 3, 4, 5, 6];
  return h('div.dicepad', { role: 'group', 'aria-label': 'Rolls' }, faces.map((second) => h('div', faces.map((first) =>
    h('button', { type: 'button', 'data-key': `roll-${first}${second}`, 'aria-label': `${first} and ${second}, ${first + second}`, onclick: () => press([first, second]) },
      die(first), die(second), h('b', first + second))))));
}

/** Makes buttons that add to an amount. */
export function amountPad(add, chip) {
  const sizes = [100, 500, 1000, 2500, 10000, 50000].filter((size) => size % chip === 0);
  return h('div.amountpad', { role: 'group', 'aria-label': 'Add to the amount' }, sizes.map((size) =>
    h('button.button.quiet.small', { type: 'button', onclick: () => add(size) }, `+${onChip(size)}`)));
}
