// Draws dice.

import { svg } from './dom.js';

const [LOW, MID, HIGH] = [26, 50, 74];
const DOTS = {
  1: [[MID, MID]],
  2: [[LOW, LOW], [HIGH, HIGH]],
  3: [[LOW, LOW], [MID, MID], [HIGH, HIGH]],
  4: [[LOW, LOW], [HIGH, LOW], [LOW, HIGH], [HIGH, HIGH]],
  5: [[LOW, LOW], [HIGH, LOW], [MID, MID], [LOW, HIGH], [HIGH, HIGH]],
  6: [[LOW, LOW], [HIGH, LOW], [LOW, MID], [HIGH, MID], [LOW, HIGH], [HIGH, HIGH]],
};

/** Draws one die. */
export function die(face) {
  return svg('svg.die', { viewBox: '0 0 100 100', role: 'img', 'aria-label': `a die showing ${face}` },
    svg('rect.body', { x: 3, y: 3, width: 94, height: 94, rx: 15 }),
    svg('rect.shine', { x: 8, y: 8, width: 84, height: 84, rx: 11 }),
    (DOTS[face] ?? []).map(([cx, cy]) => svg('circle.dot', { cx, cy, r: 9.5 })));
}

/** Draws a roll. */
export function dice(roll) {
  return roll.map(die);
}
