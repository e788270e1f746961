// What the table asks this player: a choice, to turn cards, to take the dice, to cut.

import { h } from '../dom.js';
import { money } from '../money.js';

const WORDS = { war: 'Go to war', surrender: 'Surrender', draw: 'Draw a card', stand: 'Stand', decline: 'Decline the card' };

/** Returns the question and its buttons; nothing if this player is not asked. */
export function asks(seen, wagering) {
  const { expects, shuffling } = seen.view;
  if (!seen.seat) return [];
  if (shuffling?.seat === seen.seat.seat) return asksCut(seen, wagering);
  if (expects.due === 'roll' && expects.seat === seen.seat.seat) return shoots(seen, wagering);
  if (!seen.isMyTurn) return [];
  const { due, area, choices } = expects;
  const { name } = seen;
  switch (due) {
    case 'choice':
      return [`Area ${area} is yours: what now?`, ...choices.flatMap((choice, at) => choosing(seen, wagering, choice, at > 0))];
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

function asksCut({ view, table, name }, wagering) {
  const cut = () => wagering.act({ cut: { table, by: name, depth: depth(view.shoe?.cards ?? 312) } });
  return ['The cut is yours', button('Cut the cards', 'c', cut),
    button('Leave it', 'l', () => wagering.act({ 'refuse-cut': { table, by: name } }), true)];
}

/** A depth near the middle, as a hand would find it. */
function depth(cards) {
  const [random] = crypto.getRandomValues(new Uint32Array(1));
  return Math.round(cards * (0.35 + 0.3 * (random / 2 ** 32)));
}

const button = (words, key, onclick, isQuiet = false) => h(`button.button${isQuiet ? '.quiet' : ''}`, {
  type: 'button', 'data-key': key, 'aria-keyshortcuts': key.toUpperCase(), onclick,
}, words);
