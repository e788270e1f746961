// A shuffling device that failed: the number of the other one, damaged cards one by one, and the same faces in their place.

import { cardName } from '../../cards.js';
import { h } from '../../dom.js';
import { fill } from '../forms.js';

/** Asks for the number of the other device, and answers yes with it. */
export function nameDevice(desk) {
  const fields = [{ name: 'device', label: 'Number of the other device', kind: 'count', min: 1, autofocus: true }];
  return fill(desk.view.expects.question ?? 'Another device', fields, 'Yes, this one', ({ device }, wrong) =>
    desk.step({ ruling: { answer: 'yes', device } }, null, wrong));
}

/** Tells whether the table waits for cards that are taken out or put in. */
export const takesCard = (desk) => desk.may('step device') && desk.view.expects.fault?.step !== 'transfer';

/** The step that a card on the pad means. */
export function deviceStep({ view: { expects: { fault } } }, card) {
  return { device: { does: fault.step === 'substitute' ? 'substitute' : 'remove', card } };
}

/** What the dealer confirms about the device. */
export function repair(desk, { expects: { fault } }) {
  if (!fault || !desk.may('step device')) return h('p.notice', 'The dealer deals with the device. Nothing else can happen at this table until then.');
  const { step, spare, removed } = fault;
  const tell = (does, card) => () => desk.step({ device: card ? { does, card } : { does } });
  const moves = step === 'transfer' || (step === 'remove' && spare && removed.length > 0);
  return [h('p.quietly', `Device ${fault.device} failed. ${spare ? `Device ${spare} takes its place.` : 'The round is finished from a shoe.'} ${HINT[step](spare)}`),
    moves && button(`The ${step === 'remove' ? 'sound cards' : 'cards'} are in device ${spare}`, 'transfer', tell('transfer'), true),
    removed.length > 0 && h('ul.removed', { 'aria-label': 'Damaged cards' }, removed.map((card, at) => h('li', cardName(card),
      step === 'remove' && button('Put back', `put-back-${at}`, tell('put-back', card)),
      (step === 'substitute' || !spare) && button('Replaced by the same', `substitute-${at}`, tell('substitute', card)))))];
}

const HINT = {
  remove: (spare) => (spare ? 'Enter each damaged card; then move the sound ones.' : 'Enter each damaged card; then replace each by the same card from a new deck.'),
  transfer: () => 'Move the cards.',
  substitute: () => 'Put the same cards from a new deck in.',
};

const button = (words, key, onclick, main = false) => h(`button.button${main ? '' : '.quiet.small'}`, { type: 'button', 'data-key': key, 'data-main': main || undefined, onclick }, words);
