// The chance of the round: what the house is bound to, the player's own words, and the check afterwards.

import { act, get } from '../api.js';
import { verify, verifyBurn } from '../chance/verify.js';
import { show } from '../dialog.js';
import { h, say } from '../dom.js';

/** The floor takes 64 bytes. */
const LONGEST = 64;
const KEEPS = 'croupier lucky words';

/** The panel about chance. */
export class Luck {
  #seen;
  #context;
  #bound = h('p.quietly');
  #field = h('input', { id: 'lucky', maxlength: LONGEST, autocomplete: 'off', spellcheck: 'false' });
  #always = h('input', { type: 'checkbox', id: 'always', checked: localStorage.getItem(KEEPS) === 'always' });
  #form = h('form.lucky', { onsubmit: (event) => this.#submit(event) },
    h('label', { for: 'lucky' }, 'Your lucky words'),
    h('div.together', this.#field, h('button.button.quiet', { type: 'submit' }, 'Mix in')),
    h('label.check', this.#always, ' new ones in every round'));
  #check = h('button.button.quiet.small', { type: 'button', onclick: () => this.check(this.#last) }, 'Check the last round');
  #burn = h('button.button.quiet.small', { type: 'button', onclick: () => checkBurn(this.#seen.table, this.#burned, this.#context.note) }, 'Check the burned cards');
  #last = null;
  #burned = null;
  #added = null;

  constructor(seen, context) {
    this.#seen = seen;
    this.#context = context;
    this.#field.value = randomWords();
    this.#always.addEventListener('change', () => localStorage.setItem(KEEPS, this.#always.checked ? 'always' : 'never'));
    this.element = h('details.panel.luck', { open: matchMedia('(min-width: 1100px)').matches }, h('summary', 'Fair chance'), this.#bound, this.#form, h('p', this.#check, ' ', this.#burn));
  }

  draw() {
    const { chance, history, expects } = this.#seen.view;
    this.element.hidden = !chance;
    if (!chance) return;
    const count = chance.additions;
    say(this.#bound, `${chance.committed ? `The house is bound to its key ${chance.committed.slice(0, 12)}… for this round` : 'The house binds itself to a key before each round'}${
      count > 0 ? `, mixed with the words of ${count === 1 ? 'one player' : `${count} players`}.` : '. Mix in words of your own: then nobody alone decides the draw.'}`);
    this.#form.hidden = !this.#seen.seat;
    const open = Boolean(chance.committed) && expects.wagers && this.#added !== chance.commitment;
    for (const element of this.#form.querySelectorAll('button, input:not([type="checkbox"])')) element.disabled = !open;
    this.#last = history.findLast(({ draw }) => draw && draw !== chance.commitment)?.draw ?? history.findLast(({ draw }) => draw)?.draw ?? null;
    this.#check.hidden = this.#last === null;
    this.#burned = chance.burn_shown ?? (chance.burn ? chance.shuffle : null);
    this.#burn.hidden = this.#burned === null;
    if (open && this.#always.checked && this.#seen.seat && this.#seen.mine.length > 0) this.#add(randomWords(), () => {});
  }

  #submit(event) {
    event.preventDefault();
    const text = this.#field.value.trim();
    if (new TextEncoder().encode(text).length > LONGEST) this.#context.note('Fewer words, please: they must fit into 64 bytes.');
    else if (text) this.#add(text, this.#context.note);
  }

  /** Mixes words in, once a round; a round that takes no more is left alone. */
  async #add(text, failed) {
    const { table, name, view } = this.#seen;
    this.#added = view.chance.commitment;
    try {
      await act({ contribute: { table, player: name, text } });
      this.#context.speak('Your words are mixed in.');
      this.#field.value = randomWords();
    } catch (error) {
      failed(error);
    }
    this.draw();
  }

  check(commitment) {
    return checkRound(this.#seen.table, commitment, this.#context.note);
  }
}

/** Checks a round in this browser, and shows what was checked. */
export function checkRound(table, commitment, note) {
  return check(`/api/tables/${table}/draws/${commitment}`, verify, `Draw ${commitment} of table ${table}`, note);
}

/** Checks the cards that were burned unseen after a shuffle. */
function checkBurn(table, shuffle, note) {
  return check(`/api/tables/${table}/burns/${shuffle}`, verifyBurn, `Burned after shuffle ${shuffle} of table ${table}`, note);
}

async function check(address, verified, title, note) {
  if (!globalThis.crypto?.subtle) {
    note('This browser checks only on https or on this machine. `croupier fair` checks anywhere.');
    return;
  }
  try {
    const told = await get(address);
    const { right, steps } = await verified(told);
    const verdict = { true: ['win', 'All of it is right.'], false: ['lose', 'Something is wrong.'], null: ['even', 'Not yet.'] }[String(right)];
    await show(title,
      h(`p.${verdict[0]}`, h('strong', verdict[1])),
      h('p.quietly', 'Computed in this browser with SHA-256 and ChaCha20, not asked of the server.'),
      h('ol.check', steps.map(({ good, words, list, computed }) => h(`li.${good === false ? 'lose' : 'good'}`, words,
        list?.length > 0 && h('ul', list.map((text) => h('li', h('q', text)))), computed && h('code.hash', computed)))),
      told.key && h('p.quietly', 'Key: ', h('code.hash', told.key)));
  } catch (error) {
    note(error);
  }
}

function randomWords() {
  const SYLLABLES = ['ba', 'co', 'di', 'fu', 'ga', 'he', 'jo', 'ka', 'lu', 'mi', 'no', 'pe', 'ra', 'so', 'ti', 'vu'];
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const parts = Array.from(bytes, (byte) => SYLLABLES[byte >> 4] + SYLLABLES[byte & 15]);
  return [parts.slice(0, 3), parts.slice(3, 5), parts.slice(5)].map((word) => word.join('')).join(' ');
}
