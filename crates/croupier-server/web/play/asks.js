// What the table asks this player: a choice, to turn cards, to take the dice, to cut.

import { h } from '../dom.js';

const WORDS = { war: 'Go to war', surrender: 'Surrender', draw: 'Draw a card', stand: 'Stand', decline: 'Decline the card' };

/** Returns the question and its buttons; nothing if this player is not asked. */
export function asks(seen, wagering) {
  const { expects, shuffling } = seen.view;
  if (!seen.seat) return [];
  if (shuffling?.seat === seen.seat.seat) return [...asksCut(seen, wagering), ...asksRiffle(seen, wagering)];
  if (shuffling?.may_riffle) return ['The cards came shuffled', ...asksRiffle(seen, wagering)];
  if (!seen.isMyTurn) return [];
  const { due, area, choices } = expects;
  const { name } = seen;
  switch (due) {
    case 'choice':
      return [`Area ${area} is yours: what now?`, ...choices.map((choice, at) => button(
        WORDS[choice] ?? choice, choice[0], () => wagering.tell({ choose: { area, choice } }), at > 0))];
    case 'turn':
      return ['Your cards', button('Turn them', 't', () => wagering.tell({ turn: { area, player: name } }))];
    case 'dice':
      return ['The dice are offered to you',
        button('Take the dice', 'a', () => wagering.tell({ dice: { player: name, does: 'accept' } })),
        button('Let them pass', 'p', () => wagering.tell({ dice: { player: name, does: 'refuse' } }), true)];
    case 'choose-dice':
      return ['Choose your dice anew', button('Take two of them', 'a', () => wagering.tell({ dice: { player: name, does: 'choose', takes: [1, 2] } }))];
    default:
      return [];
  }
}

/** The cut: a slider over the stack, as deep as the order lets it be. */
function asksCut({ view, table, name }, wagering) {
  const { least, most } = view.shuffling.cut ?? { least: 52, most: 260 };
  const start = Math.round((least + most) / 2);
  const words = h('output', cutWords(start));
  const slider = h('input.cut', {
    type: 'range', min: least, max: most, value: start, 'aria-label': 'How deep to cut, in cards from the top',
    oninput: () => { words.textContent = cutWords(slider.value); },
  });
  const cut = () => wagering.act({ cut: { table, by: name, depth: Number(slider.value) } });
  return ['The cards are offered to you to cut', button('Cut here', 'c', cut),
    button('I do not cut', 'l', () => wagering.act({ 'refuse-cut': { table, by: name } }), true), h('label.cut', slider, words)];
}

const cutWords = (depth) => `${depth} cards from the top`;

/** The riffle, while it can be asked for. */
function asksRiffle({ view, table, name }, wagering) {
  if (!view.shuffling?.may_riffle) return [];
  return [button('Ask for a riffle', 'f', () => wagering.act({ 'ask-riffle': { table, player: name } }), true)];
}

const button = (words, key, onclick, isQuiet = false) => h(`button.button${isQuiet ? '.quiet' : ''}`, {
  type: 'button', 'data-key': key, 'aria-keyshortcuts': key.toUpperCase(), onclick,
}, words);
