// The chance of the round: what the house is bound to, the player's own words, and the check afterwards.
//
// The page seals words by itself when the player has a wager, and opens them when betting is closed. What it sealed stays
// in the session of this browser, so that a page that is loaded again can still open it.

import { act, get } from '../api.js';
import { hex, seal } from '../chance/draws.js';
import { verify, verifyBurn, verifyMystery } from '../chance/verify.js';
import { show } from '../dialog.js';
import { h, say } from '../dom.js';

/** The floor takes 128 bytes; sixteen random bytes in digits and a space come first. */
const LONGEST = 95;
const KEEPS = 'croupier lucky words';
const SEALED = 'croupier sealed words';

/** What became of the own words. */
const WORDS = {
  sealed: 'Your words are sealed: nobody knows them before betting is closed.',
  opened: 'Your words are mixed with the key of this round.',
  lapsed: 'Your words did not come in time, and the draw went on without them. If this browser did send them, complain.',
};

const WAITS = 'Words from this seat did not come in time in an earlier round: they are taken again after a hundred rounds of this table.';

/** The panel about chance. */
export class Luck {
  #seen;
  #context;
  #bound = h('p.quietly');
  #field = h('input', { id: 'lucky', maxlength: LONGEST, autocomplete: 'off', spellcheck: 'false', placeholder: 'random digits are enough' });
  #always = h('input', { type: 'checkbox', id: 'always', checked: localStorage.getItem(KEEPS) !== 'never' });
  #form = h('form.lucky', { onsubmit: (event) => this.#submit(event) },
    h('label', { for: 'lucky' }, 'Your words'),
    h('div.together', this.#field, h('button.button.quiet', { type: 'submit' }, 'Mix in')),
    h('label.check', this.#always, ' in every round that I wager in'));
  #own = h('p.quietly', { role: 'status' });
  #check = h('button.button.quiet.small', { type: 'button', onclick: () => this.check(this.#last) }, 'Check the last round');
  #burn = h('button.button.quiet.small', { type: 'button', onclick: () => checkBurn(this.#seen.table, this.#burned, this.#context.note) }, 'Check the burned cards');
  #last = null;
  #burned = null;
  #sealing = null;
  #opening = null;

  constructor(seen, context) {
    this.#seen = seen;
    this.#context = context;
    this.#always.addEventListener('change', () => localStorage.setItem(KEEPS, this.#always.checked ? 'always' : 'never'));
    this.element = h('details.panel.luck', { open: matchMedia('(min-width: 1100px)').matches }, h('summary', 'Fair chance'), this.#bound, this.#form, this.#own, h('p', this.#check, ' ', this.#burn));
  }

  draw() {
    const { chance, history, expects } = this.#seen.view;
    this.element.hidden = !chance;
    if (!chance) return;
    const count = chance.words.length;
    say(this.#bound, `${chance.committed ? `The draw of this round is fixed in advance by the sealed key ${chance.committed.slice(0, 12)}…` : 'A sealed key fixes the draw of each round in advance'}${
      count > 0 ? `, together with the text of ${count === 1 ? 'one player' : `${count} players`}.` : '. Add a text of your own, so that neither side can steer it.'}`);
    const own = this.#seen.seat ? chance.words.find(({ seat }) => seat === this.#seen.seat.seat) : undefined;
    this.#form.hidden = !this.#seen.seat || !globalThis.crypto?.subtle;
    const waits = !own && this.#seen.seat && chance.waiting?.includes(this.#seen.seat.seat);
    const open = chance.open && !waits && expects.wagers && !own && this.#sealing !== chance.commitment;
    for (const element of this.#form.querySelectorAll('button, input:not([type="checkbox"])')) element.disabled = !open;
    say(this.#own, own ? WORDS[own.stage] : waits ? WAITS : '');
    this.#last = history.findLast(({ draw }) => draw && draw !== chance.commitment)?.draw ?? history.findLast(({ draw }) => draw)?.draw ?? null;
    this.#check.hidden = this.#last === null;
    this.#burned = chance.burn_shown ?? (chance.burn ? chance.shuffle : null);
    this.#burn.hidden = this.#burned === null;
    if (open && this.#always.checked && !this.#form.hidden && this.#seen.mine.length > 0) this.#seal(() => {});
    if (chance.closed && own?.stage === 'sealed' && this.#opening !== chance.commitment) this.#open();
  }

  #submit(event) {
    event.preventDefault();
    if (new TextEncoder().encode(this.#field.value.trim()).length > LONGEST) this.#context.note(`Fewer words, please: they must fit into ${LONGEST} bytes.`);
    else this.#seal(this.#context.note);
  }

  /** Gives the hash of words, once a round; a round that takes no more is left alone. */
  async #seal(failed) {
    const { table, name, seat, view } = this.#seen;
    const { commitment } = view.chance;
    this.#sealing = commitment;
    const random = hex(crypto.getRandomValues(new Uint8Array(16)));
    const words = `${random} ${this.#field.value.trim()}`.trim();
    try {
      const sealed = await seal(table, commitment, seat.seat, words);
      sessionStorage.setItem(SEALED, JSON.stringify({ table, commitment, words }));
      await act({ contribute: { table, player: name, sealed } });
      this.#context.speak('Your words are sealed.');
    } catch (error) {
      failed(error);
    }
    this.draw();
  }

  /** Opens the words that this browser sealed for the round. */
  async #open() {
    const { table, name, view } = this.#seen;
    this.#opening = view.chance.commitment;
    const kept = JSON.parse(sessionStorage.getItem(SEALED) ?? 'null');
    if (kept?.table !== table || kept.commitment !== view.chance.commitment) {
      this.#context.note('Your words for this round were sealed in another window: open them there.');
      return;
    }
    try {
      await act({ 'open-words': { table, player: name, words: kept.words } });
    } catch (error) {
      this.#opening = null;
      this.#context.note(error);
    }
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

/** Checks the mystery prize of a pool that was won last; says so if none was. */
export async function checkLastMystery(pool, note) {
  try {
    const { mysteries } = await get(`/api/pools/${pool}/mysteries`);
    const last = mysteries.findLast(({ won }) => won) ?? mysteries.at(-1);
    if (last) await checkMystery(last, note);
    else note('The house has not committed itself to a mystery prize yet.');
  } catch (error) {
    note(error);
  }
}

/** Checks a mystery prize as the house tells it. */
export function checkMystery(told, note) {
  const shown = told.won ?? told.shown;
  const keys = shown && [shown.trigger_key, shown.winner_key];
  return check(() => told, verifyMystery, `Mystery prize ${told.number} of pool ${told.pool}`, note, keys);
}

async function check(address, verified, title, note, keys = null) {
  if (!globalThis.crypto?.subtle) {
    note('This browser checks only on https or on this machine. `croupier fair` checks anywhere.');
    return;
  }
  try {
    const told = typeof address === 'string' ? await get(address) : address();
    const { right, steps } = await verified(told);
    const verdict = { true: ['win', 'All of it is right.'], false: ['lose', 'Something is wrong.'], null: ['even', 'Not yet.'] }[String(right)];
    await show(title,
      h(`p.${verdict[0]}`, h('strong', verdict[1])),
      h('p.quietly', 'Computed in this browser with SHA-256 and ChaCha20, not asked of the server.'),
      h('ol.check', { tabindex: '0', 'aria-label': 'What was checked' }, steps.map(({ good, words, list, computed }) => h(`li.${good === false ? 'lose' : 'good'}`, words,
        list?.length > 0 && h('ul', list.map((text) => h('li', h('q', text)))), computed && h('code.hash', computed)))),
      ...(keys ?? [told.key]).map((key) => key && h('p.quietly', 'Key: ', h('code.hash', key))));
  } catch (error) {
    note(error);
  }
}
