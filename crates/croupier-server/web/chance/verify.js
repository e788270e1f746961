// Checks a round: does the key fit the commitment, and do the cards or rolls follow from it?

import { cardName } from '../card-names.js';
import { bytes, commitment, draws } from './draws.js';

/**
 * Checks what the server tells of the draws of a round. Returns whether it is right, null if it
 * cannot be said yet, and the steps of the check in words.
 */
export async function verify(told) {
  if (!told.key) {
    return { right: null, steps: [{ good: null, words: 'The key is shown when the round is over. Until then nobody can check the draw, nor foretell it.' }] };
  }
  const key = bytes(told.key, 32);
  if (!key) return { right: false, steps: [{ good: false, words: 'What was shown is not a key of 256 bits.' }] };
  const steps = [await fits(told, key), additions(told), ...await follow(told, key)];
  return { right: steps.every(({ good }) => good), steps };
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

function additions({ additions: list }) {
  const count = list.length;
  const what = count === 0 ? 'Nobody added words of their own to the key.' : `Mixed with the key: ${count} ${count === 1 ? 'addition' : 'additions'} by players.`;
  return { good: true, words: what, list };
}

async function follow(told, key) {
  const again = await draws(key, told.additions);
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
