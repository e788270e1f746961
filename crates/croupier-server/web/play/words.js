// What a game says in words of its own: how it is played, what its wagers are on, what a choice means, and why a wager won
// or lost. The words lie in felts/<game>.json; the cards and dice of a round are filled in here.

import { rankName } from '../card-names.js';
import { gameNamed } from '../games.js';
import { money } from '../money.js';

const known = new Map();
const NONE = { play: [], wagers: {}, names: {}, prices: {}, choices: {}, reasons: {} };
const PLACES = ['first', 'second', 'third'];
const PICTURES = ['no pictures', 'one picture', 'two pictures', 'three pictures'];

/** What became of a wager for a reason that is not in the cards or the dice. */
const OTHERWISE = {
  void: 'The round is void: your stake came back.',
  returned: 'Your stake came back.',
  correction: 'An earlier result was put right.',
  commission: 'Commission, paid when the wager was placed.',
};

/** Gets the words of a game; asks once. A game without a layout of its own has none. */
export function wordsOf(game) {
  if (!known.has(game)) {
    const asked = gameNamed(game).then((described) => (described?.drawn ? read(game) : NONE));
    asked.catch(() => known.delete(game));
    known.set(game, asked.catch(() => NONE));
  }
  return known.get(game);
}

async function read(game) {
  const answer = await fetch(`/felts/${game}.json`);
  if (!answer.ok) throw new Error(`there are no words for ${game}`);
  return { ...NONE, ...await answer.json() };
}

/** Says why a wager ended as it did, of these cards or these dice; null if the game has no words for it. */
export function reason(words, line, facts) {
  const said = words.reasons[line.clause];
  const text = typeof said === 'string' ? said : said?.[line.result];
  const isOfCards = ['win', 'lose', 'stand-off', 'surrender', 'commission'].includes(line.result);
  return (isOfCards && text ? fillIn(text, { ...facts, number: line.number ?? line.point }) : null) ?? OTHERWISE[line.result] ?? null;
}

/** Fills what happened into a text; null if something in it did not happen. */
export function fillIn(text, facts) {
  let isWhole = true;
  const filled = text.replace(/\{([a-z-]+)\}/g, (_, name) => {
    const value = fact(name, facts);
    if (value === null || value === undefined) isWhole = false;
    return value;
  });
  return isWhole ? filled.charAt(0).toUpperCase() + filled.slice(1) : null;
}

/** What is known of a wager's round: the own hand, the dealer's, the roll. The hands of a past round are in the history. */
export function factsOf(view, round, area) {
  const past = view.history.find((it) => it.round === round);
  const { hands, dealer } = past ?? view;
  const roll = past?.roll ?? (past ? null : view.dice?.roll);
  return {
    hand: hands?.find((hand) => (hand.area ?? null) === (area ?? null)) ?? null,
    dealer, roll, point: past ? past.point : view.dice?.point,
  };
}

/** Writes a rank with its article: `a king`, `an ace`, `an 8`. */
export const withArticle = (word) => `${/^(a|eight|8|11)/.test(word) ? 'an' : 'a'} ${word}`;

function fact(name, { hand, dealer, roll, point, number, stake, bet }) {
  const isDealers = /(^|-)d-/.test(name);
  const whose = isDealers ? dealer : hand;
  const plain = name.replace(/(^|-)d-/, '$1').replace(/^a-/, '');
  const article = (word) => (word === null ? null : name.startsWith('a-') ? withArticle(word) : word);
  if (PLACES.includes(plain)) return article(rankOf(whose?.cards?.[PLACES.indexOf(plain)]));
  switch (plain) {
    case 'cards': return whose?.cards?.length > 0 ? listed(whose.cards.map(rankOf)) : null;
    case 'points': return whose?.points;
    case 'with': return whose?.cards ? `with ${PICTURES[whose.cards.filter((face) => /^[JQK]/.test(face)).length]}` : null;
    case 'roll': return roll ? roll.join(' and ') : null;
    case 'total': return roll ? article(String(roll[0] + roll[1])) : null;
    case 'point': return point;
    case 'number': return number;
    case 'stake': return stake ? money(stake) : null;
    case 'bet': return bet ? money(bet) : null;
    default: return null;
  }
}

/** The rank of a card that lies face up; null of another. */
export const rankOf = (face) => (face && /^[A23456789TJQK][CDHS]$/.test(face) ? rankName(face) : null);

/** Joins words: `7, king and ace`; null if one is missing. */
export function listed(words) {
  if (words.includes(null)) return null;
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
