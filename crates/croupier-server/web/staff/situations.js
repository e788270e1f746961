// What can go wrong, for each game whose order knows it: words, the fields of its step, when something can be
// done about it, and who has the say. Whether it fits the moment is for the rules; this only sorts the menu.

const GAMES = { B: 'baceball', T: 'three-card-baccarat', W: 'casino-war', L: 'lucky-draw-baccarat', C: 'craps' };

/** `when`: at any moment, `in` a round, `between` rounds, or `played`: in a round and after it. */
const ROWS = [
  ['Cards that were seen', [
    ['face-up', 'A card in the source lies face up', ['card'], 'BTWL', 'any', 'anyone'],
    ['disclosed', 'The first card of the round was seen', ['card'], 'T', 'between', 'anyone'],
    ['more-face-up', 'There is reason to think that more lie face up', [], 'BTWL', 'any', 'supervisor'],
    ['astray', 'A card was dealt or burned in error', ['to', 'exposed', 'card'], 'BWL', 'any', 'anyone'],
  ]],
  ['The deal', [
    ['misdealt', 'The cards of this round went wrong', [], 'BWL', 'played', 'anyone'],
    ['wrong-payment', 'A result was announced or paid wrongly', [], 'T', 'played', 'anyone'],
    ['wrong-deal', 'Cards were dealt wrongly', [], 'T', 'in', 'anyone'],
    ['wrong-count', 'A hand has another number of cards', ['place', 'cards'], 'TW', 'in', 'anyone'],
    ['hand-without-wager', 'A card lies where nobody wagered', ['area', 'card'], 'BT', 'in', 'anyone'],
    ['no-wagers', 'A round was begun with nothing staked', ['card'], 'W', 'between', 'anyone'],
    ['surplus', 'A card is left over from a rebuilt round', ['card'], 'BW', 'any', 'anyone'],
    ['run-out', 'There are not enough cards', [], 'BTWL', 'in', 'anyone'],
  ]],
  ['The cards themselves', [
    ['missing-card', 'A card is missing', [], 'BTWL', 'any', 'supervisor'],
    ['foreign-card', 'There is a card that does not belong here', [], 'BTWL', 'any', 'supervisor'],
    ['dropped', 'Cards were dropped', [], 'B', 'any', 'anyone'],
    ['verify', 'The cards are to be checked', [], 'BWL', 'any', 'authority'],
    ['unfit', 'The cards are no longer fit for use', [], 'BTWL', 'between', 'supervisor'],
  ]],
  ['Shuffle and device', [
    ['not-cut', 'The cards were not cut', [], 'TWL', 'any', 'anyone'],
    ['not-burned', 'No card was burned', [], 'BTWL', 'any', 'anyone'],
    ['not-shuffled', 'The cutting card was out, and there was no shuffle', [], 'TWL', 'any', 'anyone'],
    ['not-fed', 'The discards were not fed back', [], 'W', 'any', 'anyone'],
    ['poor-mix', 'The cards are badly mixed', [], 'BTWL', 'any', 'supervisor'],
    ['device-fault', 'The shuffling device has failed', [], 'BTWL', 'in', 'anyone'],
  ]],
  ['The dice', [
    ['throw', 'The throw was wrong: report the reason', ['reason'], 'C', 'any', 'anyone'],
    ['die-off', 'A die left the table', ['dice'], 'C', 'any', 'anyone'],
    ['die-found', 'A missing die was found', ['to'], 'C', 'any', 'boxperson'],
    ['dice-lost', 'Two dice are given up for lost', [], 'C', 'any', 'boxperson'],
  ]],
  ['People and wagers', [
    ['refuse-wager', 'A wager is refused', ['wager'], 'BTLC', 'between', 'supervisor'],
    ['not-accepted', 'The equipment did not take a jackpot wager', ['player', 'area'], 'B', 'in', 'anyone'],
    ['conduct', 'A player used a forbidden device', ['player'], 'BTWLC', 'any', 'supervisor'],
    ['invalidate', 'The round is invalid: disruption or fraud', ['cause', 'player'], 'BTWLC', 'played', 'supervisor'],
  ]],
];

const situation = (group) => ([what, words, fields, letters, when, by]) => ({
  what, words, fields, group, games: Object.fromEntries([...letters].map((letter) => [GAMES[letter], { when, by }])),
});

/** Every situation. Those without `what` are steps of their own: `step(fields)` makes it. */
export const SITUATIONS = [
  ...ROWS.flatMap(([group, rows]) => rows.map(situation(group))),
  {
    words: 'An area declines a card that waits', fields: ['area'], group: 'The deal',
    games: { 'lucky-draw-baccarat': { when: 'in', by: 'anyone' } },
    step: ({ area }) => ({ choose: { area, choice: 'decline' } }),
  },
  {
    words: 'The discards are fed back into the device', fields: [], group: 'Shuffle and device',
    games: { 'casino-war': { when: 'any', by: 'anyone' } }, step: () => ({ feed: true }),
  },
];

/** Why a throw does not count. */
export const REASONS = [
  ['not-together', 'not thrown together'], ['missed-the-end', 'missed the far end'], ['irregular', 'irregular'],
  ['off-the-table', 'a die left the table'], ['on-a-die', 'a die lies on a die'], ['on-the-float', 'in the float'],
  ['in-the-bowl', 'in the bowl or on a rail'], ['cocked', 'cocked'], ['wrong-thrower', 'not thrown by the shooter'],
  ['trick', 'a trick'], ['not-approved', 'dice that are not approved'], ['other', 'another reason'],
];

/** Tells whether something may be done about it now; the rules have the last word. */
export function fitsNow({ games }, game, view) {
  const { when } = games[game];
  const inRound = !view.over && (view.dealer.cards.length > 0 || view.hands.some((hand) => hand.cards.length > 0));
  if (view.dice) return true;
  if (when === 'in') return inRound;
  if (when === 'between') return !inRound;
  return when === 'any' || inRound || view.over;
}
