// The cage: cash for chips and chips for cash, and new chips.

import { h, put } from '../../dom.js';
import { money } from '../../money.js';
import { field, values } from '../forms.js';
import { playerNames } from '../players.js';

const player = { name: 'player', label: 'Player', get list() { return playerNames(); } };
const amount = { name: 'amount', label: 'Amount', kind: 'amount' };

const DESKS = [
  { right: 'buy-in', title: 'Cash for chips', yes: 'Take the cash', fields: [player, amount], done: (it) => `${it.player} has ${money(it.amount)} more in chips.` },
  { right: 'cash-out', title: 'Chips for cash', yes: 'Pay the cash', fields: [player, amount], done: (it) => `${it.player} was paid ${money(it.amount)}.` },
  { right: 'mint', title: 'New chips for the cage', yes: 'Send the request', fields: [amount] },
];

/** Opens the tab. */
export function cageTab(panel, floor) {
  const holds = h('p.holds');
  put(panel, holds, h('div.desks', DESKS.filter(({ right }) => floor.context.may(right)).map((desk) => form(desk, floor))));
  const draw = () => put(holds, floor.pit.cage !== undefined && ['The cage holds ', h('b', money(floor.pit.cage)), ' in chips and ', h('b', money(floor.pit.cage_cash)), ' in cash.']);
  draw();
  return floor.listen(draw);
}

function form({ right, title, yes, fields, done }, floor) {
  const element = h('form.panel', { 'aria-label': title, onsubmit: async (event) => {
    event.preventDefault();
    const given = values(element, fields);
    if (given && await floor.act(right, given, done?.(given))) element.reset();
  }, oninput: (event) => event.target.setCustomValidity?.('') }, h('h2', title), fields.map(field), h('button.button', { type: 'submit' }, yes));
  return element;
}
