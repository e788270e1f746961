// Promotional vouchers: which were issued, under which conditions, and what became of them.

import { get } from '../../api.js';
import { dateAndTime } from '../../clock.js';
import { h, put, sweeps } from '../../dom.js';
import { games } from '../../games.js';
import { money } from '../../money.js';
import { fill } from '../forms.js';
import { listed, titled } from '../names.js';
import { playerNames } from '../players.js';

const HOUR_MS = 3_600_000;

/** Opens the tab. */
export async function vouchersTab(panel, floor) {
  const { may } = floor.context;
  const list = h('tbody');
  let vouchers = [];
  put(panel, h('section.panel', h('div.row', may('issue-voucher') && h('button.button', { type: 'button', onclick: issue }, 'Issue a voucher…')),
    h('div.scroll', sweeps('Promotional vouchers'), h('table.people', h('caption.unseen', 'Promotional vouchers'),
      h('thead', h('tr', ['Number', 'Value', 'Games', 'For', 'Expires', 'Conditions', 'What became of it'].map((words) => h('th', { scope: 'col' }, words)))), list))));
  await load();
  return floor.listen(load);

  async function load() {
    try {
      ({ vouchers } = await get('/api/vouchers'));
    } catch (error) {
      floor.context.note(error);
    }
    put(list, vouchers.length === 0 && h('tr', h('td', { colspan: 7 }, 'No voucher was issued.')),
      vouchers.map((it) => h('tr', h('th', { scope: 'row' }, `${it.number}`), h('td', money(it.amount)), h('td', listed(it.games.map(titled))), h('td', it.player ?? 'bearer'),
        h('td', dateAndTime(it.expires)), h('td', it.conditions), h('td', became(it)))));
  }

  async function issue() {
    const of = (await games()).filter((game) => game.acts.includes('exchange-voucher')).map((game) => [game.name, game.title]);
    const next = 1 + Math.max(0, ...vouchers.map((it) => it.number));
    const fields = [{ name: 'number', label: 'Number', kind: 'count', min: 1, value: next, autofocus: true }, { name: 'amount', label: 'Value', kind: 'amount' },
      { name: 'games', label: 'Games', kind: 'several', of }, { name: 'hours', label: 'Expires in hours', kind: 'count', min: 1, value: 24 },
      { name: 'player', label: 'For', required: false, list: playerNames(), hint: 'Leave empty for whoever brings the voucher.' }, { name: 'conditions', label: 'Further conditions', kind: 'long', required: false },
      { name: 'promotion', label: 'As a reward of promotion', kind: 'count', min: 1, required: false, hint: 'The number of the promotion; leave empty if there is none.' }];
    return fill('Issue a voucher', fields, 'Send the request', async ({ hours, player, promotion, ...rest }, wrong) => {
      const done = await floor.act('issue-voucher', { ...rest, expires: floor.pit.now + hours * HOUR_MS, ...(player && { player }), ...(promotion && { promotion }) }, null, wrong);
      await load();
      return done;
    }, { words: 'A second manager or the cashier must agree.' });
  }
}

function became(it) {
  if (it.exchanged) return `exchanged by ${it.exchanged_by} for ${it.given_to} at table ${it.table}, ${dateAndTime(it.exchanged_at)}; ${money(it.left)} in tokens left`;
  return it.expired ? h('span.tag', 'expired') : 'not exchanged yet';
}
