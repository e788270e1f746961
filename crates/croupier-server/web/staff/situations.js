// What can go wrong, in words for people. Which of it a game's order knows, what is told of it, when something can be
// done about it and who has the say, the server says; whether it fits the moment is for the rules.

/** The words for each situation, by the group in which the menu shows it. */
const WORDS = {
  'Cards that were seen': {
    'face-up': 'A card in the source lies face up',
    'disclosed': 'The first card of the round was seen',
    'more-face-up': 'There is reason to think that more lie face up',
    'astray': 'A card was dealt or burned in error',
  },
  'The deal': {
    'misdealt': 'The cards of this round went wrong',
    'wrong-payment': 'A result was announced or paid wrongly',
    'wrong-deal': 'Cards were dealt wrongly',
    'wrong-count': 'A hand has another number of cards',
    'hand-without-wager': 'A card lies where nobody wagered',
    'no-wagers': 'A round was begun with nothing staked',
    'surplus': 'A card is left over from a rebuilt round',
    'run-out': 'There are not enough cards',
  },
  'The cards themselves': {
    'missing-card': 'A card is missing',
    'foreign-card': 'There is a card that does not belong here',
    'dropped': 'Cards were dropped',
    'verify': 'The cards are to be checked',
    'unfit': 'The cards are no longer fit for use',
  },
  'Shuffle and device': {
    'not-cut': 'The cards were not cut',
    'not-burned': 'No card was burned',
    'not-shuffled': 'The cutting card was out, and there was no shuffle',
    'not-fed': 'The discards were not fed back',
    'poor-mix': 'The cards are badly mixed',
    'device-fault': 'The shuffling device has failed',
  },
  'The dice': {
    'throw': 'The throw was wrong: report the reason',
    'die-off': 'A die left the table',
    'die-found': 'A missing die was found',
    'dice-lost': 'Two dice are given up for lost',
  },
  'People and wagers': {
    'refuse-wager': 'A wager is refused',
    'not-accepted': 'The equipment did not take a jackpot wager',
    'conduct': 'Somebody used a forbidden device',
    'invalidate': 'The round is invalid: disruption or fraud',
  },
};

/** The words for a situation and its group; one that has none yet goes by its name. */
function wordsOf(what) {
  const found = Object.entries(WORDS).find(([, rows]) => rows[what]);
  return found ? { words: found[1][what], group: found[0] } : { words: `${what.charAt(0).toUpperCase()}${what.slice(1).replaceAll('-', ' ')}`, group: 'Other' };
}

/** Every situation of a game. Those without `what` are steps of their own: `step(fields)` makes it. */
export function situationsOf(game) {
  const found = game.situations.map((it) => ({ ...it, ...wordsOf(it.what) }));
  const order = Object.values(WORDS).flatMap((rows) => Object.keys(rows));
  const place = ({ what }) => (order.includes(what) ? order.indexOf(what) : order.length);
  found.sort((one, other) => place(one) - place(other));
  if (game.choices_of_a_card.includes('decline')) {
    found.push({
      words: 'An area declines a card that waits', fields: ['area'], group: 'The deal', before: false, in_round: true, after: false, say: 'anyone',
      step: ({ area }) => ({ choose: { area, choice: 'decline' } }),
    });
  }
  if (game.cards?.feeds) {
    found.push({
      words: 'The discards are fed back into the device', fields: [], group: 'Shuffle and device', before: true, in_round: true, after: true, say: 'anyone',
      step: () => ({ feed: true }),
    });
  }
  return found;
}

/** Why a throw does not count. */
export const REASONS = [
  ['not-together', 'not thrown together'], ['missed-the-end', 'missed the far end'], ['irregular', 'irregular'],
  ['off-the-table', 'a die left the table'], ['on-a-die', 'a die lies on a die'], ['on-the-float', 'in the float'],
  ['in-the-bowl', 'in the bowl or on a rail'], ['cocked', 'cocked'], ['wrong-thrower', 'not thrown by the shooter'],
  ['trick', 'a trick'], ['not-approved', 'dice that are not approved'], ['other', 'another reason'],
];

/** Who has the say, in words. */
export const SAY = { supervisor: 'a supervisor', authority: 'a supervisor or an inspector', boxperson: 'the boxperson' };

/** Tells whether this session has the say in a situation; else what it declares is a question to whoever has. */
export function hasTheSay({ say }, { is }, dice) {
  const supervises = is('supervisor', 'manager') || (dice && is('boxperson'));
  const has = { supervisor: supervises, authority: supervises || is('inspector'), boxperson: is('boxperson') };
  return has[say] ?? true;
}

/** Tells whether the rules would do something about it now. */
export function fitsNow(it, { can, expects }) {
  if (it.what) return can.situations.includes(it.what);
  return it.step({}).feed ? can.steps.includes('feed') : expects.choices.includes('decline');
}
