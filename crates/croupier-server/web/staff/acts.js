// Acts in words, as they stand in the journal: who reads a timeline or a request knows what was wanted.

import { cardName } from '../card-names.js';
import { dateAndTime } from '../clock.js';
import { money } from '../money.js';
import { FORFEIT } from './forfeit.js';
import { listed, plainly, titled, wagerName, whereName } from './names.js';
import { POOL_ACTS } from './pool-words.js';
import { PROMOTION_ACTS } from './promotion-words.js';

const at = ({ table }) => (table ? ` at table ${table}` : '');
const amounts = (words) => (it) => `${words} ${money(it.amount)}${it.player ? ` for ${it.player}` : ''}${at(it)}`;
const limits = ({ limit }) => (limit ? `${money(limit.min)} to ${money(limit.max)}` : 'as for all');
const lasting = (time) => {
  const minutes = Math.round(time / 60_000);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  return `${days} days, ${hours} hours and ${minutes % 60} minutes`;
};
const because = ({ why }) => (why ? `: ${why}` : '');

/** What people do around the games. */
const ACTS = {
  found: ({ managers }) => `found the house with ${listed(managers.map((it) => it.name))}`,
  'add-person': ({ name, roles }) => `add ${name} as ${listed(roles)}`,
  'set-roles': ({ name, roles }) => `make ${name} ${listed(roles)}`,
  'set-password': ({ name }) => `set the password of ${name}`,
  guest: ({ name }) => `${name} comes in as a guest`,
  'sign-in': ({ name, granted }) => `${name} ${granted ? 'signs in' : 'tries to sign in'}`,
  look: ({ what }) => `look at ${what}`,
  time: ({ table }) => `time passes at table ${table}`,
  exclude: (it) => `keep ${it.name} out of the casino${because(it)}`,
  readmit: (it) => `let ${it.name} in again${because(it)}`,
  bar: (it) => `bar ${it.name} from the game of table ${it.table}${because(it)}`,
  detain: (it) => `hold ${it.name}${at(it)}${because(it)}`,
  'hand-over': (it) => `hand ${it.name} over to ${it.to === 'police' ? 'the police' : 'an inspector'}${because(it)}`,
  'task-done': (it) => `task ${it.task} is done${at(it)}${it.words ? `: ${it.words}` : ''}`,
  'set-clock': ({ by }) => `move the time of the house ${by < 0 ? 'back' : 'on'} by ${lasting(Math.abs(by))}`,
  'load-order': (it) => `load the order of ${plainly(it.game)}, SHA-256 ${it.sha256}`,
  'buy-in': amounts('cash for chips,'), 'cash-out': amounts('chips for cash,'),
  'issue-voucher': (it) => `issue voucher ${it.number} for ${money(it.amount)} to ${it.player ?? 'whoever brings it'}, for ${listed(it.games.map(titled))}, until ${dateAndTime(it.expires)}${it.promotion ? `, as a reward of promotion ${it.promotion}` : ''}${it.conditions ? `: ${it.conditions}` : ''}`,
  'exchange-voucher': (it) => `exchange voucher ${it.number} for tokens for ${it.player}${at(it)}`,
  'walk-in': (it) => `${it.name ?? 'somebody without an account'} comes${at(it)}${it.seat ? `, seat ${it.seat}` : ''}`,
 
  mint: amounts('make chips,'), fill: amounts('fill of'), credit: amounts('credit of'),
  bring: amounts('bring'), take: amounts('take'), drop: amounts('cash into the drop box,'),
  open: ({ table, name, game, float }) => `open table ${table}, ${name}, ${plainly(game)}, with a float of ${money(float)}`,
  'announce-closing': (it) => `announce the closing of table ${it.table}`,
  'withdraw-closing': (it) => `take the sign of the closing of table ${it.table} down`,
  close: (it) => `close table ${it.table}`,
  sit: (it) => `${it.player} takes seat ${it.seat}${at(it)}`,
  leave: (it) => `${it.player} leaves table ${it.table}`,
  vacate: (it) => `${it.player} must leave the seat${at(it)}`,
  'give-up': (it) => `${it.player} must give up area ${it.area}${it.to ? ` for ${it.to}` : ''}${at(it)}`,
  limit: (it) => `limits of ${titled(it.on)}${at(it)}: ${limits(it)}${it.spare ? ', those who play are spared' : ''}`,
  limits: (it) => `limits${at(it)}: ${Object.entries(it.limits).map(([on, limit]) => `${titled(on)} ${limits({ limit })}`).join('; ')}${it.spare ? ', those who play are spared' : ''}`,
  'end-sparing': (it) => `end the sparing on ${titled(it.on)}${at(it)}`,
  'own-limit': (it) => `limits of ${it.player} on ${titled(it.on)}${at(it)}: ${limits(it)}`,
  variant: (it) => `${it.variant ? `play ${plainly(it.variant)}` : 'play without a variant'}${at(it)}`,
  agree: (it) => `${it.player} agrees to the variant${at(it)}`,
  equipment: (it) => `register the equipment and the dice ${it.dice.join(', ')}${at(it)}`,
  'dice-set': (it) => `register the new dice ${it.dice.join(', ')}${at(it)}`,
  confirm: (it) => `${it.player} confirms the wagers that staff placed${at(it)}`,
  'begin-shuffle': (it) => `begin the shuffle${it.method ? `, ${plainly(it.method)}` : ''}${it.by_hand_first ? ', first by hand' : ''}${it.angel ? ' with cards that their maker shuffled' : it.pre_shuffled ? ' with pre-shuffled cards' : ''}${at(it)}`,
  'ask-riffle': (it) => `${it.player ? `${it.player} asks` : 'ask'} for a riffle${at(it)}`,
  riffle: (it) => `the riffle is ${it.granted ? '' : 'not '}granted${at(it)}`,
  'riffle-done': (it) => `the riffle is done${at(it)}`,
  'register-cards': (it) => `register the set of cards ${it.set}, ${it.decks} decks, backs: ${it.backs}`,
  'check-cards': (it) => `check the set of cards ${it.set}: ${it.cards} cards${it.device ? `, with ${it.device}` : ''}`,
  'seal-cards': (it) => `seal the set of cards ${it.set}: ${it.seal}`,
  'hand-over-cards': (it) => `hand the set of cards ${it.set} over to ${it.to}`,
  'retire-cards': (it) => `retire the set of cards ${it.set}${because(it)}`,
  'bring-cards': (it) => `bring the set of cards ${it.set}${at(it)}`,
  cut: (it) => `${it.by} cuts at ${it.depth} cards${at(it)}`,
  'refuse-cut': (it) => `${it.by} does not cut${at(it)}`,
  'lapse-cut': (it) => `${it.player} lets the time for the cut pass${at(it)}`,
  load: (it) => `load the cards${it.cutting_card ? `, the cutting card ${it.cutting_card} from the back` : ''}${at(it)}`,
  commit: (it) => `commit to the chance of the next round${at(it)}`,
  contribute: (it) => `${it.player} seals words for the draw${at(it)}`,
  'close-betting': (it) => `close betting until the draw${at(it)}`,
  'open-words': (it) => `${it.player} opens words for the draw${at(it)}`,
  'lapse-words': (it) => `${it.player} does not open words for the draw in time${at(it)}`,
  'lose-key': (it) => `give up the key of the round as lost${at(it)}${because(it)}`,
  reveal: (it) => `show the key of the round${at(it)}`,
  'reveal-burn': (it) => `the shoe is over: show the key of the burned cards${at(it)}`,
  incident: (it) => `incident${at(it)}${it.kind ? `, ${it.kind.replaceAll('-', ' ')}` : ''}${it.person ? ` about ${it.person}` : ''}: ${it.what}`,
  complain: (it) => `${it.person} complains${at(it)}: ${it.what}`,
  'decide-complaint': (it) => `decide complaint ${it.complaint}: ${it.decision}`,
  'ask-review': (it) => `ask for a review of complaint ${it.complaint}`,
  'close-complaint': (it) => `close complaint ${it.complaint}${it.told ? '' : ', the person was not told'}`,
  ...POOL_ACTS,
  ...PROMOTION_ACTS,
  approve: ({ request, forfeit }) => `approve request ${request}${forfeit ? `: ${FORFEIT[forfeit] ?? forfeit}` : ''}`, reject: ({ request }) => `reject request ${request}`,
};

const spot = (it) => `${wagerName(it)}, ${whereName(it)}`;

/** What happens in the game, as round sheets have it. */
const STEPS = {
  wager: (it) => `wager ${money(it.amount)} on ${spot(it)}`,
  withdraw: (it) => `withdraw ${spot(it)}`, remove: (it) => `take down ${spot(it)}`,
  reduce: (it) => `lower ${spot(it)} to ${money(it.to)}`,
  call: (it) => `call ${spot(it)} ${it.state}`,
  found: (it) => `${spot(it)} is found to be ${money(it.amount)}`,
  close: () => 'no more bets',
  burn: () => 'a card is burned face down',
  'face-down': () => 'a card is dealt face down',
  card: (it) => `card: ${cardName(it.face ?? it)}`,
  choose: (it) => `area ${it.area}: ${it.absent ? 'the player is absent' : plainly(it.choice)}`,
  roll: ([one, two]) => `roll ${one} and ${two}, ${one + two}`,
  paid: (it) => (it === true ? 'all is collected and paid' : `${spot(it)} is collected or paid`),
  rekey: ({ card, roll }) => (card ? `the last card was really the ${cardName(card)}` : `the roll was really ${roll.join(' and ')}`),
  'no-roll': (it) => `no roll: ${plainly(it.reason ?? it)}`,
  void: (it) => `void the round${because(it)}`,
  reserve: (it) => `keep area ${listed(it.areas.map(String))} for ${it.player}`,
  release: (it) => `free area ${listed(it.areas.map(String))}`,
  'cutting-card': () => 'the cutting card comes out',
  replace: (it) => `bring new cards${it.checked ? ', checked' : ', not checked'}`,
  look: (it) => `${it.player} takes up the cards of area ${it.area}`,
  turn: (it) => `turn the hand of ${it.banker ? 'the Banker' : `area ${it.area}`}${it.player ? `, by ${it.player}` : ''}`,
  throw: () => 'the dice leave the hand',
  dice: (it) => `dice: ${it.player} ${it.does}${it.takes ? ` ${it.takes.join(' and ')}` : ''}${because(it)}`,
  irregular: ({ what, by: _, why, players, forfeit, ...rest }) => `irregular: ${plainly(what)}${extra(rest)}${players ? `, ${listed(players)}` : ''}${forfeit ? `, ${FORFEIT[forfeit] ?? forfeit}` : ''}${because({ why })}`,
  ruling: (it) => `ruling: ${it.answer}${it.device ? `, device ${it.device}` : ''}${it.area ? `, only the hand of area ${it.area} is void` : ''}`,
  device: ({ does, card }) => `device: ${plainly(does)}${card ? ` the ${cardName(card)}` : ''}`,
  check: (it) => `the cards were checked and are ${it.complete ? 'complete' : 'not complete'}`,
  accept: (it) => `the equipment ${it.accepted === false ? 'rejects' : 'accepts'} the jackpot wager of area ${it.area}, ${it.player}`,
  collect: () => 'collect the jackpot wagers',
  feed: () => 'the discards go back into the device',
  sharing: (it) => `at most ${it.players} players on one area`,
  standing: (it) => `${it.player} ${it.approved ? 'may' : 'may not'} touch cards while standing`,
  mystery: (it) => `mystery prize of ${money(it.amount)}, area ${it.area}, ${it.player}`,
};

const extra = (rest) => Object.entries(rest).map(([key, value]) => `, ${plainly(key)} ${typeof value === 'string' ? plainly(value) : JSON.stringify(value)}`).join('');

/** The kinds of acts that the journal knows; everything in a game is a `step`. */
export const KINDS = ['step', ...Object.keys(ACTS)].sort();

/** The kinds of steps that have words. */
export const STEP_KINDS = Object.keys(STEPS);

/** Says what an act is. */
export function actWords(act) {
  const [kind, it] = typeof act === 'string' ? [act, {}] : Object.entries(act)[0];
  try {
    if (kind !== 'step') return ACTS[kind]?.(it) ?? plainly(kind);
    const [step, body] = Object.entries(it.step)[0];
    return STEPS[step]?.(body) ?? plainly(step);
  } catch {
    // An act that the floor refused need not have the form of one.
    return plainly(kind);
  }
}
