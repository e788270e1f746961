// Draws playing cards and dice: faces with indices and pips, court cards, backs.

import { cardName } from './card-names.js';
import { figure } from './courts.js';
import { svg } from './dom.js';

export { cardName } from './card-names.js';
export { die, dice } from './dice.js';

/** The outline of each suit, about 20 high and wide around its middle. */
const OUTLINES = {
  C: 'M0-10A4.6 4.6 0 0 1 3.600-2.600A4.600 4.600 0 1 1 1.400 4.400C1.700 7.500 2.500 9 4 10H-4C-2.500 9-1.700 7.500-1.400 4.400A4.600 4.600 0 1 1-3.600-2.600A4.600 4.600 0 0 1 0-10z',
  D: 'M0-10.500C2.400-6.300 5-3 8 0C5 3 2.400 6.300 0 10.500C-2.400 6.300-5 3-8 0C-5-3-2.400-6.300 0-10.500z',
  H: 'M0 9.500C-4 4.500-10 .5-10-4.500A5.200 5.200 0 0 1 0-6A5.200 5.200 0 0 1 10-4.500C10 .5 4 4.500 0 9.500z',
  S: 'M0-10C4-5 10-1 10 4A5 5 0 0 1 1.400 5.600C1.700 8 2.500 9 4 10H-4C-2.500 9-1.700 8-1.400 5.600A5 5 0 0 1-10 4C-10-1-4-5 0-10z',
};

const [LEFT, MIDDLE, RIGHT] = [37, 53, 69];
const pair = (y) => [[LEFT, y], [RIGHT, y]];
/** Where the pips of a number card lie; those below the middle stand on their heads. */
const PIPS = {
  2: [[MIDDLE, 28], [MIDDLE, 112]],
  3: [[MIDDLE, 28], [MIDDLE, 70], [MIDDLE, 112]],
  4: [...pair(30), ...pair(110)],
  5: [...pair(30), [MIDDLE, 70], ...pair(110)],
  6: [...pair(30), ...pair(70), ...pair(110)],
  7: [...pair(30), [MIDDLE, 50], ...pair(70), ...pair(110)],
  8: [...pair(30), [MIDDLE, 50], ...pair(70), [MIDDLE, 90], ...pair(110)],
  9: [...pair(26), ...pair(55), [MIDDLE, 70], ...pair(85), ...pair(114)],
  T: [...pair(26), [MIDDLE, 41], ...pair(55), ...pair(85), [MIDDLE, 99], ...pair(114)],
};

/** Draws a card face up. */
export function card(face) {
  const [rank, suit] = face;
  const color = suit === 'D' || suit === 'H' ? 'red' : 'black';
  return svg(`svg.card.${color}`, { viewBox: '0 0 100 140', role: 'img', 'aria-label': cardName(face) },
    svg('rect.paper', { x: 1, y: 1, width: 98, height: 138, rx: 9 }), middle(rank, suit),
    index(rank, suit), svg('g', { transform: 'rotate(180 50 70)' }, index(rank, suit)));
}

/** Draws a card face down. */
export function back() {
  const lines = [];
  for (let at = -8; at < 16; at += 1) {
    lines.push(svg('path', { d: `M${at * 11} 8l132 132M${at * 11 + 100} 8l-132 132` }));
  }
  return svg('svg.card.down', { viewBox: '0 0 100 140', role: 'img', 'aria-label': 'a card face down' },
    svg('rect.paper', { x: 1, y: 1, width: 98, height: 138, rx: 9 }),
    svg('svg', { x: 8, y: 8, width: 84, height: 124, viewBox: '8 8 84 124' },
      svg('rect.ground', { x: 8, y: 8, width: 84, height: 124 }), svg('g.lattice', lines)),
    svg('rect.edge', { x: 8, y: 8, width: 84, height: 124, rx: 5 }));
}

/** Draws a suit alone, in the size of the text around it. */
export function suit(letter) {
  return svg('svg.suit', { viewBox: '-11 -11 22 22', 'aria-hidden': 'true' }, svg('path', { d: OUTLINES[letter] }));
}

const pip = (letter, x, y, size, turned = false) => svg('path.pip', {
  d: OUTLINES[letter], transform: `translate(${x} ${y}) scale(${turned ? -size : size})`,
});

function index(rank, letter) {
  const text = rank === 'T' ? '10' : rank;
  // A ten has two figures in the room of one, whatever the font.
  const narrow = rank === 'T' ? { textLength: 24, lengthAdjust: 'spacingAndGlyphs' } : {};
  return svg('g', svg(`text.rank${rank === 'T' ? '.narrow' : ''}`, { x: 16, y: 31, ...narrow }, text), pip(letter, 16, 46, 0.95));
}

function middle(rank, letter) {
  if (rank === 'A') return pip(letter, 53, 72, 2.3);
  if (!PIPS[rank]) return figure(rank, (x, y, size) => pip(letter, x, y, size));
  return svg('g', PIPS[rank].map(([x, y]) => pip(letter, x, y, 0.72, y > 70)));
}
