// The check of a draw in this browser, and of an own entry: asks for the proof, computes everything, and shows a verdict.

import { get } from '../api.js';
import { verifyDraw, verifyEntry } from '../chance/verify-promotion.js';
import { h, put } from '../dom.js';
import { verdictOf } from './promotion-parts.js';

const CANNOT = 'This browser computes only on https or on this machine. `croupier fair` checks anywhere.';

/** Checks the draw of a promotion, and shows in `place` what was found. */
export async function checkDraw(place, promotion, note) {
  if (!globalThis.crypto?.subtle) return note(CANNOT);
  put(place, h('p.quietly', { role: 'status' }, 'It is computed…'));
  try {
    const told = await get(`/api/promotions/${promotion}/proof`);
    const found = await verifyDraw(told);
    put(place, verdictOf(found),
      h('p', h('a', { href: `/api/promotions/${promotion}/proof`, download: `promotion-${promotion}-proof.json` }, 'The proof as a file'), ', for ', h('code', 'croupier fair'), ' and whoever computes it by other means.'));
  } catch (error) {
    put(place);
    note(error);
  }
  return undefined;
}

/** Checks that an entry was in the barrel, and shows in `place` what was found. */
export async function checkEntry(place, promotion, entry, closed, note) {
  if (!globalThis.crypto?.subtle) return note(CANNOT);
  try {
    const told = await get(`/api/promotions/${promotion}/entries/${entry}`);
    put(place, told.proof ? verdictOf(await verifyEntry(told, closed)) : h('p.quietly', 'The proof is there when entries are closed.'));
  } catch (error) {
    note(error);
  }
  return undefined;
}
