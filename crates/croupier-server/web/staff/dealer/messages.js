// What became of what was just done, in a line of the console that is always there: nothing covers the table.

import { h, put } from '../../dom.js';
import { refusal } from '../send.js';

/** Makes the line. `note(words or error)` says something there until the next thing is said or a while has passed. */
export function messages() {
  const line = h('p.message', { role: 'status' });
  let timer = null;
  return { element: line, note };

  function note(message, { more } = {}) {
    const isWrong = typeof message !== 'string';
    clearTimeout(timer);
    put(line, isWrong ? refusal(message) : message, more && ` ${more}`);
    line.classList.toggle('wrong', isWrong);
    // A refusal stays until something else is done.
    if (!isWrong) timer = setTimeout(() => put(line), STAYS);
  }
}

const STAYS = 6000;
