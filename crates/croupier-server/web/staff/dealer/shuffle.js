// The shuffle: from its beginning over the cut to the loading, with who is offered the cut.

import { h } from '../../dom.js';
import { fill } from '../forms.js';

const button = (words, onclick, quiet) => h(`button.button${quiet ? '.quiet' : ''}`, { type: 'button', 'data-key': words, onclick }, words);

/** Lists what can be done about a shuffle that is due or on. */
export function shufflePanel(desk, view) {
  if (desk.isVirtual && view.driver !== 'dealer') return h('p.quietly', 'The program shuffles.');
  if (!view.shuffling) {
    if (!desk.may('begin-shuffle')) return h('p.quietly', 'The dealer shuffles.');
    return h('div.row', desk.isVirtual && button('Next', desk.next), button('Begin the shuffle', () => desk.act('begin-shuffle')),
      button('Pre-shuffled cards', () => desk.act('begin-shuffle', { pre_shuffled: true }), true));
  }
  const offered = view.seats.find((seat) => seat.seat === view.shuffling.seat && seat.taken)?.name;
  const cutting = offered ?? (/supervisor/.test(view.shuffling.words) ? desk.context.me.name : null);
  return h('div.row', desk.isVirtual && button('Next', desk.next),
    cutting && desk.may('cut') && button(`${offered ?? 'The supervisor'} cuts…`, () => cut(desk, cutting)),
    offered && desk.may('refuse-cut') && button(`${offered} does not cut`, () => desk.act('refuse-cut', { by: offered }), true),
    desk.may('load') && button('Load…', () => load(desk), Boolean(cutting)),
    desk.may('ask-riffle') && button('A riffle is asked for', () => desk.act('ask-riffle'), true),
    desk.may('riffle') && [button('Riffle done', () => desk.act('riffle', { granted: true }), true),
      button('Riffle not granted', () => desk.act('riffle', { granted: false }), true)]);
}

function cut(desk, by) {
  return fill('The cut', [{ name: 'depth', label: 'Cards above the cut', kind: 'count', min: 1, max: 416, autofocus: true }], 'Cut',
    ({ depth }, wrong) => desk.act('cut', { by, depth }, null, wrong));
}

function load(desk) {
  const fields = [{ name: 'depth', label: 'Cards behind the cutting card', kind: 'count', min: 1, max: 416, required: false, autofocus: true, hint: 'Empty where there is no cutting card.' }];
  return fill('Load the cards', fields, 'Load', ({ depth }, wrong) => desk.act('load', { cutting_card: depth }, null, wrong));
}
