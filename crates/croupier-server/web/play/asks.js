// What the table asks this player: a choice, to turn cards, to take the dice, to cut.

import { h, say } from '../dom.js';
import { money } from '../money.js';
import { factsOf, fillIn } from './words.js';

/** Keys of the bar that no answer takes. */
const TAKEN = ['u', 'r', 't', 'k', 'n'];

/**
 * Returns what this player is asked, as data: a `title`, and `answers` with `words`, a `key`, perhaps what each `says` more and
 * what it `wants` chosen (`dice` of the bowl, or a depth to `cut`). `sends(chosen)` is what it tells the table (`tell`) or the
 * floor (`act`). Null if nothing is asked.
 */
export function question(seen) {
  const { expects, shuffling } = seen.view;
  if (!seen.seat) return null;
  if (shuffling?.seat === seen.seat.seat) return { title: 'The cards are offered to you to cut', answers: [...cutting(seen), ...riffling(seen)] };
  if (shuffling?.may_riffle) return { title: 'The cards came shuffled', answers: riffling(seen) };
  if (expects.due === 'roll' && expects.seat === seen.seat.seat) return shoots(seen);
  if (!seen.isMyTurn) return null;
  const { due, area } = expects;
  const { name } = seen;
  switch (due) {
    case 'choice':
      return { title: whatLies(seen), answers: choosing(seen) };
    case 'ruling': {
      const rule = (answer) => () => ({ tell: { ruling: { answer } } });
      return { title: `The shuffling device has failed: ${expects.question}`, answers: [
        { words: 'Yes, give it back', key: 'y', sends: rule('yes'), isQuiet: true }, { words: 'No, it stays', key: 'n', sends: rule('no') }] };
    }
    case 'turn':
      return { title: 'Your cards', answers: [{ words: 'Turn them', key: 't', sends: () => ({ tell: { turn: { area, player: name } } }) }] };
    case 'dice':
      return { title: 'The dice are offered to you', answers: [takes(seen, 'accept', 'Take the dice'),
        { words: 'Let them pass', key: 'p', isQuiet: true, sends: () => ({ tell: { dice: { player: name, does: 'refuse' } } }) }] };
    case 'choose-dice':
      return { title: 'Choose your dice anew', answers: [takes(seen, 'choose', 'Take these two')] };
    default:
      return null;
  }
}

/** Returns the question and its buttons; nothing if this player is not asked. */
export function asks(seen, wagering) {
  const asked = question(seen);
  if (!asked) return [];
  const fields = [];
  const buttons = asked.answers.map(({ words, key, isQuiet, says, wants, sends }) => {
    const [chosen, field] = wants ? fieldFor(wants) : [() => undefined, null];
    if (field) fields.push(field);
    return button(words, key, () => send(sends(chosen()), wagering), isQuiet, says);
  });
  return [asked.title, ...buttons, ...fields];
}

/** Sends what an answer says to the table, or to the floor. */
export function send({ tell, act }, wagering) {
  return tell ? wagering.tell(tell) : wagering.act(act);
}

/** What lies before the player, in the words of the game. */
function whatLies({ view, words, mine }) {
  const { area } = view.expects;
  const told = words.ask && fillIn(words.ask, factsOf(view, null, area));
  const areas = new Set(mine.map((wager) => wager.area)).size;
  return `${areas > 1 || !told ? `Area ${area}: ` : ''}${told ?? 'what do you choose?'}`;
}

/** The choices, each with what it stakes and what it means; in tokens too, if the player has as many. */
function choosing(seen) {
  const { area, choices, stakes } = seen.view.expects;
  const keys = new Set();
  // A second stake is as high as the first.
  const bet = Math.max(0, ...Object.values(stakes ?? {}));
  return choices.flatMap((choice, at) => {
    const stake = stakes?.[choice];
    const { label, says } = seen.words.choices[choice] ?? {};
    const facts = { stake, bet };
    const plain = `${choice.charAt(0).toUpperCase()}${choice.slice(1)}${stake ? ` for ${money(stake)}` : ''}`;
    const words = (label && fillIn(label, facts)) ?? plain;
    const sends = (more) => () => ({ tell: { choose: { area, choice, ...more } } });
    const own = [{ words, key: keyFor(words, keys), sends: sends({}), isQuiet: at > 0, says: says && fillIn(says, facts) }];
    if (stake && seen.tokens >= stake) own.push({ words: `${words} in tokens`, key: 'k', sends: sends({ tokens: stake }), isQuiet: true });
    return own;
  });
}

/** The first letter of the words that is not a key of the bar or of an answer before. */
function keyFor(words, keys) {
  const letters = [...words.toLowerCase()].filter((letter) => /[a-z]/.test(letter));
  const key = letters.find((letter) => !TAKEN.includes(letter) && !keys.has(letter)) ?? letters[0];
  keys.add(key);
  return key;
}

/** The shooter may pass the dice between two throws. */
function shoots({ view: { dice }, name }) {
  if (dice.thrown) return null;
  return { title: dice.ready ? 'You have the dice' : 'You have the dice. They are thrown once you have a Win Line or Don’t Win wager',
    answers: [{ words: 'Pass the dice', key: 'p', isQuiet: true, sends: () => ({ tell: { dice: { player: name, does: 'pass' } } }) }] };
}

/** Takes two dice of the bowl: the first two, unless others are chosen. */
function takes({ view, name }, does, words) {
  const { bowl } = view.dice;
  return { words, key: 'a', wants: { dice: bowl }, sends: (chosen = bowl.slice(0, 2)) => ({ tell: { dice: { player: name, does, takes: chosen } } }) };
}

/** The cut, as deep as the order lets it be; in the middle, unless another depth is chosen. */
function cutting({ view, table, name }) {
  const { least, most } = view.shuffling.cut ?? { least: 52, most: 260 };
  const middle = Math.round((least + most) / 2);
  return [{ words: 'Cut here', key: 'c', wants: { cut: { least, most, middle } }, sends: (depth = middle) => ({ act: { cut: { table, by: name, depth } } }) },
    { words: 'I do not cut', key: 'l', isQuiet: true, sends: () => ({ act: { 'refuse-cut': { table, by: name } } }) }];
}

/** The riffle, while it can be asked for. */
function riffling({ view, table, name }) {
  if (!view.shuffling?.may_riffle) return [];
  return [{ words: 'Ask for a riffle', key: 'f', isQuiet: true, sends: () => ({ act: { 'ask-riffle': { table, player: name } } }) }];
}

/** Returns what reads what is chosen, and the field in which it is. */
function fieldFor({ dice, cut }) {
  return dice ? diceField(dice) : cutField(cut);
}

/** Boxes to choose others than the first two dice. */
function diceField(bowl) {
  const boxes = bowl.map((number, at) => h('label.inline', h('input', { type: 'checkbox', value: number, checked: at < 2 }), ` die ${number}`));
  const chosen = () => boxes.map((box) => box.querySelector('input')).filter((box) => box.checked).map((box) => Number(box.value));
  return [chosen, h('details.otherdice', h('summary', 'Other dice'), h('span.row', boxes))];
}

/** A slider over the stack. */
function cutField({ least, most, middle }) {
  const words = h('output', cutWords(middle));
  const slider = h('input.cut', {
    type: 'range', min: least, max: most, value: middle, 'aria-label': 'How deep to cut, in cards from the top',
    oninput: () => say(words, cutWords(slider.value)),
  });
  return [() => Number(slider.value), h('label.cut', slider, words)];
}

const cutWords = (depth) => `${depth} cards from the top`;

const button = (words, key, onclick, isQuiet = false, says = null) => h(`button.button${isQuiet ? '.quiet' : ''}`, {
  type: 'button', 'data-key': key, 'aria-keyshortcuts': key.toUpperCase(), onclick,
}, h('span', words, h('kbd', { 'aria-hidden': 'true' }, key.toUpperCase())), says && h('small', says));
