// The keys of the console: cards and dice wherever the focus is, and one letter for what is done most.

import { isElsewhere } from '../focus.js';

/** So soon after a card an Enter belongs to the scanner that typed it, and presses no button. */
const SCANNER_MS = 400;

/** Letters that are in no card: what each does, and the words for it. */
export const SHORTCUTS = [
  ['n', 'no more bets, or the next thing at a virtual table'],
  ['w', 'a wager'],
  ['i', 'something is irregular'],
  ['p', 'people at the seats'],
  ['Esc', 'forget what was typed'],
];

/** Listens to the keyboard. Returns what ends it. */
export function listen(desk) {
  let last = 0;
  const heard = (event) => {
    if (isElsewhere(event)) return;
    const { due, wager, tools, seats } = desk.parts;
    if (event.key === 'Enter' && event.timeStamp - last < SCANNER_MS) {
      event.preventDefault();
      last = 0;
      return;
    }
    const taken = due.press(event.key);
    if (taken) {
      event.preventDefault();
      if (taken.card) last = event.timeStamp;
      return;
    }
    const done = { n: () => due.main(), w: () => wager.focus(), i: () => tools.irregular(), p: () => seats.focus() }[event.key];
    if (!done || event.repeat) return;
    event.preventDefault();
    done();
  };
  document.addEventListener('keydown', heard);
  return () => document.removeEventListener('keydown', heard);
}
