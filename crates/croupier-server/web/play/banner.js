// The result of a round above the felt: what happened, what came back, until the next wager is placed. It does not
// celebrate a round in which less came back than was staked.

import { money } from '../money.js';
import { shortName } from './hands.js';
import { factsOf, listed, rankOf } from './words.js';

/** The result that a table shows to one player. */
export class Banner {
  #round = null;
  #stood = 0;
  #result = null;

  /** Returns the result to be shown now, or null. */
  look(seen) {
    const { lines: own, view, mine } = seen;
    const isOver = view.expects.wagers || view.expects.due === 'payment';
    if (own.length === 0 || !isOver) {
      this.#result = null;
    } else if (this.#round !== `${view.lines_round} ${own.length}`) {
      this.#round = `${view.lines_round} ${own.length}`;
      this.#result = resultOf(own, view);
    } else if (mine.length > this.#stood) {
      // The next wager is the end of the last round.
      this.#result = null;
    }
    this.#stood = mine.length;
    return this.#result;
  }
}

/** Sums the own lines of a round up: whether it was won, in words, and what was staked and came back. */
export function resultOf(lines, view) {
  const staked = lines.reduce((sum, line) => sum + line.stake, 0);
  const change = lines.reduce((sum, line) => sum + line.change, 0);
  const kind = change > 0 ? 'win' : change < 0 ? 'lose' : 'even';
  const title = { win: `You won ${money(change)}`, lose: `You lost ${money(-change)}`, even: 'Your chips came back' }[kind];
  const detail = [happened(view, lines), `${money(staked)} staked, ${money(staked + change)} back`].filter(Boolean).join(' · ');
  return { kind, title, detail };
}

/** What was dealt or thrown: `4 and 3: 7`, `You 8, dealer 5`, `You king, dealer 9`. */
export function happened(view, lines) {
  const house = factsOf(view, view.lines_round, null);
  if (view.dice) return house.roll ? `${house.roll.join(' and ')}: ${house.roll[0] + house.roll[1]}` : '';
  const areas = [...new Set(lines.map((line) => line.area).filter(Boolean))];
  const own = areas.map((area) => [area, worth(factsOf(view, view.lines_round, area).hand)]);
  if (own.length === 0 || own.some(([, words]) => !words) || !worth(house.dealer)) return '';
  const name = (area) => (own.length > 1 ? `area ${area}` : 'you');
  const words = `${own.map(([area, words]) => `${name(area)} ${words}`).join(', ')}, ${shortName(view.dealer.title ?? 'the dealer')} ${worth(house.dealer)}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a hand counts, or its cards where none are counted. */
function worth(hand) {
  if (!hand?.cards?.length) return '';
  return hand.points === null || hand.points === undefined ? listed(hand.cards.map(rankOf)) ?? '' : String(hand.points);
}

