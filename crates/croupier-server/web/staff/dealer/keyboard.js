// The keys of the console: cards and dice wherever the focus is, and one letter for what is done most.

import { isElsewhere } from '../focus.js';
import { Burst } from './scanner.js';

/** So soon after a card an Enter belongs to the scanner that typed it, and presses no button. */
const SCANNER_MS = 400;

/** Letters that are in no card: what each does, and the words for it. */
export const SHORTCUTS = [
  ['n', 'no more bets, all paid, or the next thing at a virtual table'],
  ['w', 'wagers: the amount, then Enter for one seat after the other'],
  ['1–9', 'at dice, before the throw: whose wagers are placed'],
  ['letter', 'what a player chooses: the letter on the button'],
  ['l', 'the same wagers as in the last round'],
  ['⌫', 'the last card or roll was entered wrongly'],
  ['i', 'something is irregular'],
  ['p', 'people at the seats'],
  ['Esc', 'forget what was typed; keys go to the table again'],
];

/** Listens to the keyboard. Returns what ends it. */
export function listen(desk) {
  const burst = new Burst();
  let last = 0;
  // Before anything else hears it: Enter must not send a form with a card in it.
  const first = (event) => {
    const scanned = burst.press(event.key, event.timeStamp);
    if (scanned && isForTable(event.target, desk)) taken(event, scanned);
  };
  const heard = (event) => {
    if (isElsewhere(event)) return undefined;
    if (event.key === 'Enter' && event.timeStamp - last < SCANNER_MS) {
      event.preventDefault();
      last = 0;
      return undefined;
    }
    return press(event);
  };

  /** A scanned card is no text: the field has what it had before, and the table has the card. */
  function taken(event, { card, typed }) {
    event.preventDefault();
    event.stopPropagation();
    const field = event.target;
    if (field.value.endsWith(typed)) field.value = field.value.slice(0, -typed.length);
    desk.parts.due.give(card);
  }

  function press(event) {
    const { due, wager, tools, seats } = desk.parts;
    const found = due.press(event.key);
    if (found) {
      event.preventDefault();
      if (found.card) last = event.timeStamp;
      return;
    }
    if (!event.repeat && event.key.length === 1 && due.answer(event.key)) {
      event.preventDefault();
      return;
    }
    const done = {
      n: () => due.main(), w: () => wager.focus(), l: () => wager.again(), i: () => tools.irregular(), p: () => seats.focus(), Backspace: () => due.putRight(),
    }[event.key];
    // Where seats are no areas, a digit that is no roll chooses whose wagers are placed.
    if (/^[1-9]$/.test(event.key) && desk.view.areas === 0 && wager.seat(Number(event.key))) event.preventDefault();
    if (!done || event.repeat) return;
    event.preventDefault();
    done();
  }

  /** A key that was pressed in the field of the amount, but is for the table. */
  desk.key = (event) => press(event);
  document.addEventListener('keydown', first, { capture: true });
  document.addEventListener('keydown', heard);
  return () => {
    document.removeEventListener('keydown', first, { capture: true });
    document.removeEventListener('keydown', heard);
  };
}

/** Tells whether a scanned card that was typed into an element is for the table: not where a card is asked for. */
const isForTable = (target, desk) => target instanceof HTMLInputElement && target.type !== 'checkbox' && target.name !== 'card' && desk.parts.due.wantsCard();
