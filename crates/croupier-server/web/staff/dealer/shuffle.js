// The shuffle: from the cards that come to the table over the cut to the loading, with who is offered the cut.

import { get } from '../../api.js';
import { h } from '../../dom.js';
import { fill } from '../forms.js';

const button = (words, onclick, quiet) => h(`button.button${quiet ? '.quiet' : ''}`, { type: 'button', 'data-key': words, onclick }, words);

/** Lists what can be done about a shuffle that is due or on. */
export function shufflePanel(desk, view) {
  if (desk.isVirtual) return view.driver === 'dealer' ? h('div.row', button('Next', desk.next)) : h('p.quietly', 'The program shuffles.');
  if (!view.shuffling) {
    return h('div.row', desk.may('begin-shuffle') ? button('Begin the shuffle', () => desk.act('begin-shuffle')) : h('p.quietly', 'The dealer shuffles.'),
      desk.may('begin-shuffle') && button('Another way…', () => begin(desk), true),
      desk.may('bring-cards') && button('Bring a set of cards…', () => bringCards(desk), true));
  }
  const { player: offered, cut: range, riffle, may_riffle: mayRiffle } = view.shuffling;
  const isToCut = range && range.depth === null && riffle === null;
  const cutting = isToCut && (offered ?? (desk.context.is('supervisor', 'manager') ? desk.context.me.name : null));
  return h('div.row',
    cutting && desk.may('cut') && button(`${offered ?? 'The supervisor'} cuts…`, () => cut(desk, cutting, range)),
    isToCut && offered && desk.may('refuse-cut') && button(`${offered} does not cut`, () => desk.act('refuse-cut', { by: offered }), true),
    isToCut && !offered && !cutting && h('p.quietly', 'A supervisor cuts the cards.'),
    !isToCut && riffle === null && desk.may('load') && button('Load…', () => load(desk, range)),
    mayRiffle && askers(desk).length > 0 && button('A riffle is asked for…', () => askRiffle(desk), true),
    riffle === 'asked' && (desk.may('riffle')
      ? [button('Grant the riffle', () => desk.act('riffle', { granted: true })), button('Do not grant it', () => desk.act('riffle', { granted: false }), true)]
      : h('p.quietly', 'A supervisor decides on the riffle.')),
    riffle === 'granted' && (desk.may('riffle-done') ? button('The riffle is done', () => desk.act('riffle-done')) : h('p.quietly', 'The dealer riffles the cards.')));
}

/** A shuffle that is not the usual one: how, and of which cards. */
function begin(desk) {
  const fields = [
    { name: 'method', label: 'How', kind: 'choice', of: [['', 'as usual here'], ['hand', 'by hand'], ['multishuffler', 'multishuffler'], ['device', 'shuffling device']], required: false },
    { name: 'by_hand_first', label: 'Shuffled by hand before they go into the device', kind: 'yes' },
    { name: 'origin', label: 'Which cards', kind: 'choice', of: [['', 'not shuffled before'], ['house', 'pre-shuffled by the house'], ['angel', 'shuffled by their maker (Angel)']], required: false },
  ];
  return fill('Shuffle', fields, 'Begin', ({ method, by_hand_first: byHandFirst, origin }, wrong) => desk.act('begin-shuffle', {
    ...(method && { method }), ...(byHandFirst && { by_hand_first: true }), ...(origin && { pre_shuffled: true }), ...(origin === 'angel' && { angel: true }),
  }, null, wrong));
}

/** Brings one of the sets that nobody uses; a set that was not checked can be checked here. */
export async function bringCards(desk) {
  let sets = [];
  try {
    ({ sets } = await get('/api/cards'));
  } catch (error) {
    desk.context.note(error);
    return undefined;
  }
  const free = sets.filter((it) => it.table === null && !it.retired);
  if (free.length === 0) {
    desk.context.note('No set of cards is in store. A supervisor registers one in the pit, under Cards.');
    return undefined;
  }
  const fields = [{
    name: 'set', label: 'Which set', kind: 'choice',
    of: free.map((it) => [String(it.set), `${it.set}: ${it.decks} decks, ${it.backs}${it.checked ? ', checked' : ', not checked'}`]),
  }, { name: 'cards', label: 'Cards counted, if you check them now', kind: 'count', min: 1, max: 416, required: false, hint: 'Leave empty if the cards were checked before.' }];
  return fill('Bring a set of cards', fields, 'Bring them', async ({ set, cards }, wrong) => {
    const number = Number(set);
    if (cards !== null && !await desk.sender.send({ 'check-cards': { set: number, cards } }, null, wrong)) return null;
    return desk.act('bring-cards', { set: number }, 'The cards are at the table.', wrong);
  });
}

function cut(desk, by, { least, most }) {
  const fields = [{ name: 'depth', label: 'Cards above the cut', kind: 'count', min: least, max: most, value: Math.round((least + most) / 2), autofocus: true, hint: `About how many: ${least} to ${most}, at least a deck from either end.` }];
  return fill('The cut', fields, 'Cut', ({ depth }, wrong) => desk.act('cut', { by, depth }, null, wrong));
}

function load(desk, range) {
  if (!range) return desk.act('load', { cutting_card: null });
  const [least, most] = range.behind;
  const fields = [{ name: 'depth', label: 'Cards behind the cutting card', kind: 'count', min: least, max: most, value: Math.round((least + most) / 2), autofocus: true, hint: `About how many: ${least} to ${most}.` }];
  return fill('Load the cards', fields, 'Load', ({ depth }, wrong) => desk.act('load', { cutting_card: depth }, null, wrong));
}

/** In whose name a riffle can be asked for here: the dealer tells what players wish, a supervisor asks where the order lets one. */
function askers(desk) {
  const { is } = desk.context;
  const seated = is('dealer') ? desk.seated.map((seat) => [seat.name, `${seat.seat} ${seat.name}`]) : [];
  return is('supervisor', 'manager') && desk.view.shuffling.riffle_by_supervisor ? [...seated, ['', 'the supervisor']] : seated;
}

function askRiffle(desk) {
  return fill('Who asks for a riffle', [{ name: 'player', label: 'Who', kind: 'choice', of: askers(desk), required: false }], 'Ask',
    ({ player }, wrong) => desk.act('ask-riffle', player ? { player } : {}, null, wrong));
}
