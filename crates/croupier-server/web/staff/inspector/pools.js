// Prize pools for inspectors: the check of every mystery prize, and the report with meters, contributions and slips.

import { get } from '../../api.js';
import { h, put } from '../../dom.js';
import { checkMystery } from '../../play/luck.js';
import { money } from '../../money.js';
import { reportTab } from './registers.js';

/** Opens the tab. */
export async function poolsTab(panel, context) {
  const [prizes, report] = [h('section.panel', { 'aria-label': 'Mystery prizes' }), h('div')];
  put(panel, prizes, report);
  const { pools } = await get('/api/pools');
  const all = await Promise.all(pools.filter((pool) => pool.mystery !== undefined && pool.closed !== null).map(({ pool }) => get(`/api/pools/${pool}/mysteries`).catch(() => ({ mysteries: [] }))));
  const found = all.flatMap(({ mysteries }) => mysteries);
  put(prizes, h('h2', 'Mystery prizes'), found.length === 0 ? h('p.quietly', 'No pool has a mystery prize.') : h('ul.items', found.map((it) => h('li', words(it), ' ',
    h('button.button.quiet.small', { type: 'button', onclick: () => checkMystery(it, context.note) }, 'Check', h('span.unseen', ` prize ${it.number} of pool ${it.pool}`))))));
  await reportTab('pools')(report, context);
}

const words = (it) => `Pool ${it.pool}, prize ${it.number}: ${became(it)}`;

/** What has become of a mystery prize. */
function became({ won, shown, lost, trigger_commitment: hash }) {
  if (won) return `won at ${money(won.trigger)}, wager ${won.winner} of ${won.of}.`;
  if (shown) return `nobody has won it; the trigger was ${money(shown.trigger)}.`;
  if (lost) return 'its keys were given up as lost.';
  return `to be won. The house is bound to ${hash.slice(0, 12)}….`;
}
