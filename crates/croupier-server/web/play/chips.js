// Chips: which there are, and how a stack of them is drawn.

import { h, svg } from '../dom.js';
import { onChip, short } from '../money.js';

const VALUES = [25, 50, 100, 250, 500, 1000, 2500, 10000, 50000, 100000, 500000, 1000000];
const COLOURS = {
  25: '#8a8f98', 50: '#a97c50', 100: '#e9e2d0', 250: '#e58fb1', 500: '#c8323c', 1000: '#2f6fbf', 2500: '#1f8a52',
  10000: '#22262b', 50000: '#6b3fa0', 100000: '#d98a1f', 500000: '#7a2e3a', 1000000: '#0f7c8a',
};
const MOST_DRAWN = 6;
const TRAY = 6;

/** Lists the chips for a tray, given the smallest chip and the limits of the wagers. */
export function tray(view) {
  const direct = view.sign.filter((sign) => !sign.follows);
  const least = Math.min(...direct.map((sign) => sign.min || view.chip));
  const most = Math.max(...direct.map((sign) => sign.max ?? Infinity));
  const whole = VALUES.filter((value) => value % view.chip === 0 && value >= Math.min(least, 100) && value <= most);
  return whole.length > 0 ? whole.slice(0, TRAY) : [view.chip];
}

/** Draws a chip from above, with its value. */
export function chip(value) {
  const colour = COLOURS[value] ?? '#556';
  const light = value === 100 || value === 250;
  return svg('svg.chip', { viewBox: '0 0 48 48', 'aria-hidden': 'true' },
    svg('circle', { cx: 24, cy: 24, r: 23, fill: colour, stroke: 'rgb(0 0 0 / 35%)' }),
    svg('circle', { cx: 24, cy: 24, r: 19.5, fill: 'none', stroke: light ? '#35507a' : '#fff', 'stroke-width': 6, 'stroke-dasharray': '10.2 10.22', opacity: 0.9 }),
    svg('circle', { cx: 24, cy: 24, r: 15, fill: colour, stroke: light ? '#35507a' : 'rgb(255 255 255 / 80%)', 'stroke-width': 1.2 }),
    svg('text', { x: 24, y: 25, fill: light ? '#1c2733' : '#fff' }, onChip(value)));
}

/** Draws a stack of chips with its amount beneath. */
export function stack(amount, { tokens = false, small = false } = {}) {
  const discs = breakUp(amount);
  const height = 20 + discs.length * 5;
  return h(`span.stack${small ? '.small' : ''}${tokens ? '.tokens' : ''}`,
    svg('svg', { viewBox: `0 0 44 ${height}`, 'aria-hidden': 'true', height, width: 44 },
      discs.map((value, at) => disc(value, height - 12 - at * 5, at === discs.length - 1))),
    h('span.amount', short(amount)));
}

/** Breaks an amount into chips, the largest lowest. */
function breakUp(amount) {
  const discs = [];
  let rest = amount;
  for (const value of VALUES.slice().reverse()) {
    while (rest >= value && discs.length < MOST_DRAWN) {
      discs.push(value);
      rest -= value;
    }
  }
  return discs.length > 0 ? discs : [VALUES[0]];
}

function disc(value, y, isTop) {
  const colour = COLOURS[value];
  const edge = value === 100 || value === 250 ? '#35507a' : '#fff';
  const side = svg('path', { d: `M2 ${y - 1}v4a20 9 0 0 0 40 0v-4z`, fill: colour, stroke: 'rgb(0 0 0 / 45%)', 'stroke-width': 0.7 });
  const marks = svg('path', { d: `M9 ${y + 5.5}v4M22 ${y + 8}v4M35 ${y + 5.500}v4`, stroke: edge, 'stroke-width': 4.5, opacity: 0.9 });
  const top = svg('ellipse', { cx: 22, cy: y - 1, rx: 20, ry: 9, fill: colour, stroke: 'rgb(0 0 0 / 30%)', 'stroke-width': 0.7 });
  if (!isTop) return [side, marks, top];
  return [side, marks, top,
    svg('ellipse', { cx: 22, cy: y - 1, rx: 16.5, ry: 7, fill: 'none', stroke: edge, 'stroke-width': 3, 'stroke-dasharray': '7 6', opacity: 0.9 }),
    svg('ellipse', { cx: 22, cy: y - 1, rx: 12.5, ry: 5, fill: colour })];
}
