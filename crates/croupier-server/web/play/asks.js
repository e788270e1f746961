// What the table asks this player: a choice, to turn cards, to take the dice, to cut.

import { h } from '../dom.js';
import { money } from '../money.js';

const WORDS = { war: 'Go to war', surrender: 'Surrender', draw: 'Draw a card', stand: 'Stand', decline: 'Decline the card' };

/** Returns the question and its buttons; nothing if this player is not asked. */
export function asks(seen, wagering) {
  const { expects, shuffling } = seen.view;
  if (!seen.seat) return [];
  if (shuffling?.seat === seen.seat.seat) return [...asksCut(seen, wagering), ...asksRiffle(seen, wagering)];
  if (shuffling?.may_riffle) return ['The cards came shuffled', ...asksRiffle(seen, wagering)];
  if (expects.due === 'roll' && expects.seat === seen.seat.seat) return shoots(seen, wagering);
  if (!seen.isMyTurn) return [];
  const { due, area, choices } = expects;
  const { name } = seen;
  switch (due) {
    case 'choice':
      return [`Area ${area} is yours: what now?`, ...choices.flatMap((choice, at) => choosing(seen, wagering, choice, at > 0))];
    case 'ruling': {
      const rule = (answer) => () => wagering.tell({ ruling: { answer } });
      return [`The shuffling device has failed: ${expects.question}`, button('Yes, give it back', 'y', rule('yes'), true), button('No, it stays', 'n', rule('no'))];
    }
    case 'turn':
      return ['Your cards', button('Turn them', 't', () => wagering.tell({ turn: { area, player: name } }))];
    case 'dice':
      return ['The dice are offered to you', ...takes(seen, wagering, 'accept', 'Take the dice'),
        button('Let them pass', 'p', () => wagering.tell({ dice: { player: name, does: 'refuse' } }), true)];
    case 'choose-dice':
      return ['Choose your dice anew', ...takes(seen, wagering, 'choose', 'Take these two')];
    default:
      return [];
  }
}

/** A choice with what it stakes; in tokens too, if the player has as many. */
function choosing(seen, wagering, choice, isQuiet) {
  const { area, stakes } = seen.view.expects;
  const stake = stakes?.[choice];
  const words = `${WORDS[choice] ?? choice}${stake ? ` for ${money(stake)}` : ''}`;
  const tell = (more) => () => wagering.tell({ choose: { area, choice, ...more } });
  const own = [button(words, choice[0], tell({}), isQuiet)];
  if (stake && seen.tokens >= stake) own.push(button(`${words} in tokens`, 'k', tell({ tokens: stake }), true));
  return own;
}

/** The shooter may pass the dice between two throws. */
function shoots({ view: { dice }, name }, wagering) {
  if (dice.thrown) return [];
  return [dice.ready ? 'You have the dice' : 'You have the dice: place a Win Line or Don’t Win wager to throw them',
    button('Pass the dice', 'p', () => wagering.tell({ dice: { player: name, does: 'pass' } }), true)];
}

/** The button that takes two dice, and boxes to choose others than the first two. */
function takes({ view, name }, wagering, does, words) {
  const boxes = view.dice.bowl.map((number, at) => h('label.inline', h('input', { type: 'checkbox', value: number, checked: at < 2 }), ` die ${number}`));
  const chosen = () => boxes.map((box) => box.querySelector('input')).filter((box) => box.checked).map((box) => Number(box.value));
  return [button(words, 'a', () => wagering.tell({ dice: { player: name, does, takes: chosen() } })), h('span.row', boxes)];
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
