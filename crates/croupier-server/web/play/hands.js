// Cards on the felt: one by one as they are dealt, with the points beneath.

import { back, card } from '../cards.js';
import { h, say, set } from '../dom.js';

/** A place on the felt that holds cards. */
export class Hand {
  #faces = [];
  #cards = h('div.cards');
  #points = h('output.points');
  #word = h('span.choice');

  constructor(place) {
    place.append(this.#cards, h('div.count', this.#points, this.#word));
  }

  /** Draws a hand; what lies there already stays, so that only new cards arrive. */
  draw(hand) {
    const faces = hand?.cards ?? [];
    const goesOn = this.#faces.length <= faces.length && this.#faces.every((face, at) => face === faces[at]);
    if (!goesOn) {
      const turned = faces.length === this.#faces.length && this.#faces.every((face) => face === '?');
      this.#cards.replaceChildren();
      this.#faces = [];
      this.#cards.classList.toggle('turning', turned);
    }
    for (const face of faces.slice(this.#faces.length)) this.#cards.append(isHidden(face) ? back() : card(face));
    this.#faces = [...faces];
    this.#cards.style.setProperty('--count', String(faces.length));
    this.#points.hidden = hand?.points === null || hand?.points === undefined;
    say(this.#points, String(hand?.points ?? ''));
    set(this.#points, { 'aria-label': `${hand?.points ?? 'no'} points` });
    say(this.#word, hand?.absent ? 'absent' : hand?.choice ?? shortWorth(hand?.words ?? ''));
    set(this.#word, { title: hand?.words ?? '' });
  }
}

/** What a hand is worth, as short as a place on the felt: the name of a zero without what else puts the hand in its order. */
export const shortWorth = (words) => words.split(': ')[0];

/** Tells whether a hand is the one that all players share: it lies on no area. */
export const isShared = ({ area }) => area === undefined || area === null;

/** The name of a hand without its article: `Banker` for `the Banker`. */
export const shortName = (title) => title.replace(/^the /, '');

/** What a hand of the table is called: by its title, or by its area. */
export const handName = (hand) => (isShared(hand) ? shortName(hand.title ?? 'all') : `Area ${hand.area}`);

const isHidden = (face) => !/^[A23456789TJQK][CDHS]$/.test(face);
