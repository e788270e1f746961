// Checks a round: does the key fit the commitment, and do the cards or rolls follow from it?

import { cardName } from '../card-names.js';
import { burnCommitment, burnDraws, bytes, commitment, draws, placeOf, seal } from './draws.js';

/**
 * Checks what the server tells of the draws of a round. Returns whether it is right, null if it
 * cannot be said yet, and the steps of the check in words.
 */
export async function verify(told) {
  if (told.lost) {
    return { right: false, steps: [{ good: false, words: 'The key of this round is lost for ever: the round was given up by two people, and nobody can prove its draws.' }] };
  }
  if (!told.key) {
    return { right: null, steps: [{ good: null, words: 'The key is shown when the round is over. Until then nobody can check the draw, nor foretell it.' }] };
  }
  const key = bytes(told.key, 32);
  if (!key) return { right: false, steps: [{ good: false, words: 'What was shown is not a key of 256 bits.' }] };
  const steps = [await fits(told, key), ...await sealed(told), ...await follow(told, key)];
  return { right: steps.every(({ good }) => good), steps };
}

/** Checks the cards that were burned unseen after a shuffle, in the same way. */
export async function verifyBurn(told) {
  if (!told.key) {
    return { right: null, steps: [{ good: null, words: 'The key of the burned cards is shown when the shoe is over. Until then nobody can tell them from the cards that are still to come.' }] };
  }
  const key = bytes(told.key, 32);
  if (!key) return { right: false, steps: [{ good: false, words: 'What was shown is not a key of 256 bits.' }] };
  const computed = await burnCommitment(told.table, told.shuffle, key);
  const good = computed === told.committed;
  const fit = {
    good, computed, told: told.committed,
    words: good ? 'The key is the one that the house committed itself to before the cards were cut: its hash is the one that was published.'
      : 'The key is not the one that the house committed itself to: its hash is another.',
  };
  const mixed = { good: true, words: told.cut === null ? 'The cards were not cut.' : `Mixed with the key: the cut, ${told.cut} cards deep.` };
  const [again, left] = [await burnDraws(key, told.cut), [...told.from]];
  const drawn = told.cards.map((card) => {
    const of = left.reduce((sum, count) => sum + count, 0);
    const found = again.card(left);
    if (found) left[placeOf(found)] -= 1;
    return { good: found === card, words: found === card ? `Burned unseen: ${cardName(card)}, one of the ${of} cards that were not dealt, as it follows from the key.` : `Burned unseen: ${cardName(card)} is told, but ${found ? cardName(found) : 'no card'} follows from the key.` };
  });
  const steps = [fit, mixed, ...drawn];
  return { right: steps.every((step) => step.good), steps };
}

async function fits({ table, commitment: number, committed }, key) {
  const computed = await commitment(table, number, key);
  const good = computed === committed;
  return {
    good, computed, told: committed,
    words: good
      ? 'The key is the one that the house committed itself to before wagers were taken: its hash is the one that was published.'
      : 'The key is not the one that the house committed itself to: its hash is another.',
  };
}

/** Checks that the words of each seat are those whose hash was given while betting was open. */
async function sealed({ table, commitment: number, words: all }) {
  if (all.length === 0) return [{ good: true, words: 'Nobody added words of their own to the key.' }];
  return Promise.all(all.map(async ({ seat, sealed: hash, text }) => {
    if (text === null) return { good: true, words: `Seat ${seat} sealed words and did not open them: they are not mixed with the key.` };
    const computed = await seal(table, number, seat, text);
    const good = computed === hash;
    const words = good ? `Seat ${seat} sealed these words before betting was closed, and they are mixed with the key:`
      : `The words of seat ${seat} are not those that were sealed before betting was closed:`;
    return { good, words, list: [text], computed };
  }));
}

async function follow(told, key) {
  const again = await draws(key, told.words.map(({ text }) => text).filter((text) => text !== null));
  return told.draws.map((drawn, at) => {
    const isRoll = Boolean(drawn.roll);
    const name = (result) => (isRoll ? result.join(' and ') : result ? cardName(result) : 'no card');
    const found = isRoll ? again.roll() : again.card(drawn.from);
    const was = isRoll ? drawn.roll : drawn.card;
    const good = String(found) === String(was);
    const of = isRoll ? '' : ` out of ${drawn.from.reduce((sum, count) => sum + count, 0)} cards`;
    const words = good ? `Draw ${at + 1}: ${name(was)}${of}, as it follows from the key.`
      : `Draw ${at + 1}: ${name(was)} was drawn${of}, but ${name(found)} follows from the key.`;
    return { good, words };
  });
}
