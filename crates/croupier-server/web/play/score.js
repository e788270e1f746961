// The score card: past rounds as beads, or past rolls.

import { die } from '../cards.js';
import { h, put, sweeps } from '../dom.js';
import { handName, shortName } from './hands.js';

/** The score card of a table. */
export class Score {
  #drawn = '';
  #card = h('div.score.scroll', sweeps('Score card'));

  constructor(table) {
    this.element = h('section.panel.scorecard', h('div.headline', h('h2', 'Score card'), h('a', { href: `/table/${table}/history` }, 'All rounds')), this.#card,
      h('p.quietly.nothing', 'Every round is drawn anew: what came before says nothing of what comes next.'));
  }

  draw({ view }) {
    const { history } = view;
    // At tables for money the operator decides whether past results are displayed.
    this.element.hidden = history.length === 0 || !view.shows_results;
    const drawn = `${history.length} ${history.at(-1)?.round} ${view.areas}`;
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    put(this.#card, view.dice ? rolls(history) : beads(history, view));
    this.#card.scrollLeft = this.#card.scrollWidth;
  }
}

/** Rolls, the newest last: which point they were thrown for, and whether it was made. */
function rolls(history) {
  return h('ol.rolls', history.map(({ roll, point, rolled }) => {
    if (!roll) return h('li.void', 'void');
    const [kind, words] = {
      'come-out': ['comeout', 'come out roll'],
      made: ['made', `point ${point} made`],
      'seven-out': ['out', `seven out, the point was ${point}`],
      'point-stands': ['on', `the point is ${point}`],
    }[rolled];
    return h(`li.${kind}`, { title: words }, h('b', String(roll[0] + roll[1])), h('span', { 'aria-hidden': 'true' }, roll.map(die)), h('span.unseen', ` ${words}`));
  }));
}

/** A row for each hand that was played, a column for each round: which hand had more points. */
function beads(history, view) {
  const all = history.flatMap(({ hands }) => hands).sort((one, other) => (one.area ?? 0) - (other.area ?? 0));
  const places = [...new Set(all.map(handName))];
  const house = shortName(view.dealer.title ?? 'dealer');
  return h('table.beads',
    h('thead', h('tr', h('th', { scope: 'col' }, h('span.unseen', 'place')), history.map(({ round }) => h('th', { scope: 'col' }, h('span.unseen', `round ${round}`))))),
    h('tbody',
      h('tr', h('th', { scope: 'row' }, house), history.map(({ dealer }) => h('td', bead('house', dealer?.points ?? ranks(dealer))))),
      places.map((place) => h('tr', h('th', { scope: 'row' }, place), history.map(({ dealer, hands }) => {
        const hand = hands.find((hand) => handName(hand) === place);
        return h('td', hand && compare(hand, dealer));
      })))));
}

/** Where no points are counted, the cards tell their own story. */
function ranks(hand) {
  return hand?.cards?.length > 0 ? hand.cards.map((face) => (face[0] === 'T' ? '10' : face[0])).join(' ') : null;
}

function compare(hand, dealer) {
  const { points } = hand;
  const house = dealer?.points;
  if (points === null || points === undefined) return byRank(hand, dealer);
  if (house === null || house === undefined) return bead('none', points);
  if (points === house) return bead('same', points, 'as many as the house');
  return points > house ? bead('more', points, 'more than the house') : bead('less', points, 'less than the house');
}

const ORDER = '23456789TJQKA';

/** Where cards are compared and not counted: the last card of the hand and that of the house. */
function byRank(hand, dealer) {
  const place = (of) => ORDER.indexOf(of?.cards?.at(-1)?.[0] ?? '?');
  if (place(hand) < 0 || place(dealer) < 0 || hand.cards.length !== dealer.cards.length) return bead('none', ranks(hand));
  if (place(hand) === place(dealer)) return bead('same', ranks(hand), 'the same as the house');
  return place(hand) > place(dealer) ? bead('more', ranks(hand), 'higher than the house') : bead('less', ranks(hand), 'lower than the house');
}

function bead(kind, points, words) {
  const text = points === null || points === undefined ? '–' : String(points);
  return h(`span.bead.${kind}`, text, words && h('span.unseen', ` ${words}`));
}
