// What can be done with a wager that stands: taken back, added to, lowered, called, found to be another amount.

import { ask } from '../../dialog.js';
import { h, put } from '../../dom.js';
import { money, read } from '../../money.js';
import { spotOf, wagerName, whereName } from '../names.js';
import { refusal } from '../send.js';
import { gameNamed } from '../../games.js';
import { situationsOf } from '../situations.js';
import { declare } from './irregular.js';

/** Opens the menu of a wager, with what the rules would take about it now. */
export async function wagerMenu(desk, wager) {
  const { view } = desk;
  const spot = spotOf(wager);
  const refusing = situationsOf(await gameNamed(view.game)).find((it) => it.what === 'refuse-wager');
  return ask(`${wagerName(wager, view.sign)}, ${whereName(wager)}`, (form, close) => {
    const wrong = h('p.notice', { role: 'alert', hidden: true });
    const amount = h('input', { id: 'menu-amount', inputmode: 'decimal', autocomplete: 'off', placeholder: '0.00' });
    const send = async (step) => {
      const done = await desk.step(step, null, (error) => {
        put(wrong, refusal(error));
        wrong.hidden = false;
      });
      if (done) close();
    };
    const withAmount = (make) => () => {
      const cents = read(amount.value);
      if (cents === null) return amount.focus();
      return send(make(cents));
    };
    const button = (right, words, onclick) => desk.may(right) && h('button.button.quiet', { type: 'button', onclick }, words);
    form.addEventListener('submit', (event) => event.preventDefault());
    return [h('p', `${money(wager.stake)} stands there.`),
      h('div.row',
        wager.may.includes('remove') && button('step remove', 'Take down', () => send({ remove: spot })),
        wager.may.includes('withdraw') && !wager.may.includes('remove') && button('step withdraw', 'Withdraw', () => send({ withdraw: spot })),
        ['on', 'off'].map((state) => wager.may.includes(`call-${state}`) && button('step call', `Call ${state}`, () => send({ call: { ...spot, state } }))),
        refusing && wager.may.includes('refuse') && button('step irregular', 'Refuse it…', () => {
          close();
          declare(desk, { ...refusing, fields: [], spot });
        })),
      ['add', 'reduce', 'found'].some((deed) => wager.may.includes(deed)) && h('div.field', h('label', { for: 'menu-amount' }, 'Amount'), amount),
      h('div.row', wager.may.includes('add') && button('step wager', 'Add this much', withAmount((cents) => ({ wager: { ...spot, amount: cents } }))),
        wager.may.includes('reduce') && button('step reduce', 'Lower to this', withAmount((cents) => ({ reduce: { ...spot, to: cents } }))),
        wager.may.includes('found') && button('step found', 'Found to be this', withAmount((cents) => ({ found: { ...spot, amount: cents } })))),
      wrong, h('div.row.end', h('button.button', { type: 'button', onclick: () => close() }, 'Close'))];
  });
}
