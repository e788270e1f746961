// Short messages to the person: on the screen for a while, and to screen readers.

import { h } from './dom.js';
import { Problem } from './api.js';

const STAYS = 4000;
const SPOKEN_LINES = 30;

/** Shows a short message, if possible beside the element that it is about; an error with a clause leads to the register. */
export function note(message, { kind = 'plain', more = '', near = null } = {}) {
  const isError = message instanceof Error;
  const words = isError ? wordsOf(message) : message;
  const place = document.getElementById('notes');
  for (const old of [...place.children].slice(0, -2)) old.remove();
  const element = h(`div.note.${isError ? 'wrong' : kind}`, h('span', more ? `${words} ${more}` : words), isError && whereOf(message),
    h('button.plain', { type: 'button', 'aria-label': 'Close this message', onclick: () => element.remove() }, '×'));
  place.append(element);
  if (near?.isConnected) putNear(element, near);
  setTimeout(() => element.remove(), isError ? STAYS * 1.5 : STAYS);
}

/** Puts a message above an element, or below where there is no room, within the window. */
export function putNear(element, near) {
  element.classList.add('near');
  const [at, own] = [near.getBoundingClientRect(), element.getBoundingClientRect()];
  const within = (value, most) => Math.max(8, Math.min(value, most - 8));
  const x = within(at.left + at.width / 2 - own.width / 2, innerWidth - own.width);
  const above = at.top - own.height - 8;
  element.style.setProperty('--x', `${x}px`);
  element.style.setProperty('--y', `${within(above > 60 ? above : at.bottom + 8, innerHeight - own.height)}px`);
}

/** Puts an error into words. */
export function wordsOf(error) {
  if (!(error instanceof Problem)) return 'The server cannot be reached. If what you did last was taken, it will show here.';
  const words = error.message;
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? '' : '.');
}

function whereOf({ clause, game }) {
  return clause && game && h('a.clause', { href: `/rules/${game}/${clause}` }, `clause ${clause}`);
}

/** Tells screen readers what happened. */
export function speak(words) {
  const place = document.getElementById('spoken');
  place.append(h('p', words));
  while (place.childElementCount > SPOKEN_LINES) place.firstElementChild.remove();
}
