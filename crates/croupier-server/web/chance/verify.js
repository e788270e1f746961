// Checks a round: does the key fit the commitment, and do the cards or rolls follow from it?

import { cardName } from '../card-names.js';
import { money } from '../money.js';
import { burnCommitment, burnDraws, bytes, commitment, draws, placeOf, poolCommitment, poolDraw, seal } from './draws.js';

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

/** Checks a mystery prize of a pool: trigger and winner follow from the keys, and the wagers that passed the trigger win. */
export async function verifyMystery(told) {
  if (told.lost) {
    return { right: null, steps: [{ good: null, words: 'Two people have given up the keys as lost: nobody can prove anything of this prize. What the meter held stayed in it.' }] };
  }
  if (told.shown) return verifyUnwon(told);
  if (!told.won) {
    return { right: null, steps: [{ good: null, words: 'The keys are shown when the prize is won. Until then nobody can tell when that is, nor who it will be.' }] };
  }
  const { won, pool, number, above, ceiling, highest } = told;
  const [triggerKey, winnerKey] = [bytes(won.trigger_key, 32), bytes(won.winner_key, 32)];
  if (!triggerKey || !winnerKey) return { right: false, steps: [{ good: false, words: 'What was shown are not two keys of 256 bits.' }] };
  const [trigger, winner] = [await poolCommitment('trigger', pool, number, triggerKey), await poolCommitment('winner', pool, number, winnerKey)];
  const at = above + 1 + await poolDraw('trigger', triggerKey, ceiling - above);
  const drawn = await poolDraw('winner', winnerKey, won.of) + 1;
  const step = (good, words, computed) => ({ good, words, computed });
  const { crossing, award } = won;
  const after = crossing && crossing.before + crossing.added.reduce((sum, cents) => sum + cents, 0);
  const area = crossing && (crossing.table === undefined ? won.winner : crossing.eligible[won.winner - 1]);
  const place = crossing && (crossing.table === undefined ? `outside table ${crossing.outside}` : `table ${crossing.table}`);
  const steps = [
    step(trigger === told.trigger_commitment, 'The key of the trigger is the one that the house committed itself to before the first wager.', trigger),
    step(winner === told.winner_commitment, 'The key of the winner is the one that the house committed itself to before the first wager.', winner),
    step(at === won.trigger, `The trigger ${money(won.trigger)}, each cent above ${money(above)} and up to ${money(ceiling)} being equally likely, follows from its key.`),
    step(Boolean(crossing) && highest < at && after === crossing.after && after >= at, crossing ? `Round ${crossing.round} of ${place} moved the meter from ${money(crossing.before)} to ${money(crossing.after)}, and passed the trigger first.` : 'No wagers are told that passed the trigger.'),
    step(drawn === won.winner && crossing?.count === won.of && (crossing.table === undefined || crossing.eligible.length === won.of), `Wager ${won.winner} of the ${won.of} that might win follows from the key of the winner.`),
    step(Boolean(award) && award.area === area && award.reading === crossing?.after && award.pays >= award.reading, award ? `Area ${award.area} has the prize of ${money(award.pays)} for a meter of ${money(award.reading)}, slip ${award.award}.` : 'No prize was locked for it.'),
  ];
  return { right: steps.every(({ good }) => good), steps };
}

/** Checks a mystery prize whose keys were shown though nobody has won it: the meter had not come to the trigger. */
async function verifyUnwon({ shown, pool, number, above, ceiling, highest, trigger_commitment: first, winner_commitment: second }) {
  const [triggerKey, winnerKey] = [bytes(shown.trigger_key, 32), bytes(shown.winner_key, 32)];
  if (!triggerKey || !winnerKey) return { right: false, steps: [{ good: false, words: 'What was shown are not two keys of 256 bits.' }] };
  const [trigger, winner] = [await poolCommitment('trigger', pool, number, triggerKey), await poolCommitment('winner', pool, number, winnerKey)];
  const at = above + 1 + await poolDraw('trigger', triggerKey, ceiling - above);
  const steps = [
    { good: trigger === first, words: 'The key of the trigger is the one that the house committed itself to before the first wager.', computed: trigger },
    { good: winner === second, words: 'The key of the winner is the one that the house committed itself to before the first wager.', computed: winner },
    { good: at === shown.trigger, words: `The trigger ${money(shown.trigger)}, each cent above ${money(above)} and up to ${money(ceiling)} being equally likely, follows from its key.` },
    { good: highest < at, words: `The meter had shown ${money(highest)} at most: nobody has passed the trigger.` },
  ];
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
