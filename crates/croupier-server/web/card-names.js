// Names of cards in words.

const RANKS = {
  A: 'ace', 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six', 7: 'seven', 8: 'eight', 9: 'nine',
  T: 'ten', J: 'jack', Q: 'queen', K: 'king',
};
const SUITS = { C: 'clubs', D: 'diamonds', H: 'hearts', S: 'spades' };

/** Names the rank of a card as one says it among others: `king`, `ace`, `7`, `10`. */
export function rankName(face) {
  const [rank] = face;
  return /[2-9]/.test(rank) ? rank : rank === 'T' ? '10' : RANKS[rank] ?? rank;
}

/** Names a card: `KS` is the king of spades. */
export function cardName(face) {
  return `${RANKS[face[0]] ?? face[0]} of ${SUITS[face[1]] ?? face[1]}`;
}
