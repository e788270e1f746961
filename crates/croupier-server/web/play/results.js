// What became of the own wagers, and why: the amount, one sentence, and the clause.

import { h, put, say } from '../dom.js';
import { money, signed } from '../money.js';
import { because, clauseLink } from '../register.js';
import { isFirstRound, LAST_STEP } from './coach.js';
import { nameOf } from './standing.js';
import { showWager } from './teach.js';
import { factsOf, reason } from './words.js';

/** The list of the own lines of the last round. */
export class Results {
  #drawn = '';
  #list = h('ul.results');
  #sum = h('strong');
  #title = h('h2', 'Your results');
  #coach = h('p.quietly.coach', { hidden: true }, LAST_STEP);

  constructor() {
    this.element = h('section.panel', { id: 'results', tabindex: '-1', 'aria-label': 'Your results' }, h('div.headline', this.#title, this.#sum), this.#coach, this.#list);
  }

  draw(seen) {
    const { lines, view } = seen;
    this.element.hidden = lines.length === 0;
    this.#coach.hidden = lines.length === 0 || !isFirstRound(seen);
    const drawn = JSON.stringify([lines, view.lines_round]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const change = lines.reduce((sum, line) => sum + line.change, 0);
    say(this.#title, view.dice ? 'Your last roll' : `Your round ${view.lines_round}`);
    this.#sum.className = kind(change);
    this.#sum.textContent = signed(change);
    put(this.#list, lines.map((line) => item(line, seen)));
  }
}

function item(line, seen) {
  const { change } = line;
  const name = nameOf({ ...line, area: null }, seen);
  return h('li', h('div.headline',
    h('span', h('button.plain.wager', { type: 'button', title: `What ${name} is`, onclick: () => showWager(seen.view, line.on) }, name), line.area ? ` area ${line.area}` : '', h('span.quietly', ` ${money(line.stake)} ${line.result.replace('-', ' ')}`)),
    h(`strong.${kind(change)}`, signed(change))),
  why(line, seen),
  line.excess > 0 && h('p.quietly', `${money(line.excess)} above the maximum went back.`));
}

/** Says why, of these cards or dice; else what the clause says. */
function why(line, { view, words }) {
  const said = reason(words, line, factsOf(view, view.lines_round, line.area));
  return said ? h('span.because', `${said} `, clauseLink(view.game, line.clause)) : because(view.game, line.clause);
}

const kind = (change) => (change > 0 ? 'win' : change < 0 ? 'lose' : 'even');
