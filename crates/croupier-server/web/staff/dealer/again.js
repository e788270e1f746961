// The wagers of the last round or roll once more: what was settled there and can be placed again.

import { keyOf } from '../../play/seen.js';

/**
 * Lists what would be placed again, by the lines that the table shows, so that every screen offers the same: of a table with areas all who
 * sit there, elsewhere one player. Nothing while something that was settled lies there again.
 */
export function sameAgain({ view, playing }, player) {
  if (!view.expects.wagers || view.unpaid.length > 0 || (view.areas > 0 && view.wagers.length > 0)) return [];
  const direct = new Set(view.sign.filter((row) => !row.follows).map((row) => row.on));
  const here = new Set(playing.map((it) => it.name));
  const whose = (line) => (view.areas > 0 ? here.has(line.player) : line.player === player);
  const stands = new Set(view.wagers.map(fullKey));
  const found = new Map();
  for (const line of view.lines) {
    const key = fullKey(line);
    if (line.correction === undefined && line.result !== 'commission' && direct.has(line.on) && whose(line) && !stands.has(key)) found.set(key, line);
  }
  return [...found.values()];
}

const fullKey = (it) => `${it.player}|${keyOf(it)}|${it.tokens ?? false}`;
