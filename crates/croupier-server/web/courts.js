// Draws the figures of jacks, queens and kings: a bust above, the same turned below.

import { svg } from './dom.js';

const HEADS = {
  K: () => [
    svg('path.hair', { d: 'M39 44c-1 16 4 23 12 23s13-7 12-23z' }),
    svg('path.skin', { d: 'M42 38h18v10c0 7-4 11-9 11s-9-4-9-11z' }),
    svg('path.hair', { d: 'M43 51c4-3 12-3 16 0c0 6-3 13-8 13s-8-7-8-13z' }),
    svg('path.gold', { d: 'M38 39V22l6 7l7-10l7 10l6-7v17c-8-2.500-18-2.500-26 0z' }),
    svg('path.robe', { d: 'M40 35c7-2 15-2 22 0v3c-7-2-15-2-22 0z' }),
  ],
  Q: () => [
    svg('path.hair', { d: 'M39 38c-4 13-3 20-1 27h26c2-7 3-14-1-27z' }),
    svg('path.skin', { d: 'M43 38h16v9c0 8-3 13-8 13s-8-5-8-13z' }),
    svg('path.lips', { d: 'M48.500 53.500q2.500 2 5 0' }),
    svg('path.gold', { d: 'M40 37l-2-11l6 4l2-8l5 7l5-7l2 8l6-4l-2 11c-7-3-15-3-22 0z' }),
    svg('circle.robe', { cx: 51, cy: 31, r: 2 }),
  ],
  J: () => [
    svg('path.hair', { d: 'M40 36c-2 10-2 17 1 21h20c3-4 3-11 1-21z' }),
    svg('path.skin', { d: 'M43 36h16v11c0 7-3 11-8 11s-8-4-8-11z' }),
    svg('path.lips', { d: 'M48.500 53q2.500 1.500 5 0' }),
    svg('path.robe', { d: 'M37 37c0-9 6-14 14-14s14 5 14 14c-9-3-19-3-28 0z' }),
    svg('path.feather', { d: 'M60 27c7-1 10-5 10-10c-6 0-11 3-12 9z' }),
    svg('path.gold', { d: 'M37 34c9-3 19-3 28 0v4c-9-3-19-3-28 0z' }),
  ],
};

/** Draws a court card's figure; `pip(x, y, size)` draws its suit. */
export function figure(rank, pip) {
  const half = () => svg('g',
    svg('path.robe', { d: 'M31 70c1-8 8-12 20-12s19 4 20 12z' }),
    svg('path.gold', { d: 'M46 70l1-11h8l1 11z' }),
    svg('path.lace', { d: 'M40 60l11 6l11-6M35 66l5-6M67 66l-5-6' }),
    HEADS[rank](),
    svg('circle.ink', { cx: 47.5, cy: 45, r: 1.1 }), svg('circle.ink', { cx: 54.5, cy: 45, r: 1.1 }));
  return svg('g.court', svg('rect.frame', { x: 29.5, y: 12.5, width: 43, height: 115, rx: 3 }),
    half(), svg('g', { transform: 'rotate(180 51 70)' }, half()),
    pip(35.5, 21, 0.45), svg('g', { transform: 'rotate(180 51 70)' }, pip(35.5, 21, 0.45)));
}
