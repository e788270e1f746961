// Short messages to the person: on the screen for a while, and to screen readers.

import { h } from './dom.js';
import { Problem } from './api.js';

const STAYS = 4000;
const SPOKEN_LINES = 30;

/** Shows a short message; an error with a clause leads to the register. */
export function note(message, { kind = 'plain' } = {}) {
  const isError = message instanceof Error;
  const words = isError ? wordsOf(message) : message;
  const place = document.getElementById('notes');
  for (const old of [...place.children].slice(0, -2)) old.remove();
  const element = h(`div.note.${isError ? 'wrong' : kind}`, h('span', words), isError && whereOf(message),
    h('button.plain', { type: 'button', 'aria-label': 'Close this message', onclick: () => element.remove() }, '×'));
  place.append(element);
  setTimeout(() => element.remove(), isError ? STAYS * 1.5 : STAYS);
}

function wordsOf(error) {
  if (!(error instanceof Problem)) return 'The server cannot be reached. Nothing was changed, or it will show here.';
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
