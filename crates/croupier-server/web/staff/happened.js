// What happened, in words: events as the floor tells them, for announcements, timelines and replays.

import { cardName } from '../card-names.js';
import { dateAndTime } from '../clock.js';
import { money, signed } from '../money.js';
import { plainly, titled, wagerName, whereName } from './names.js';

const who = (it) => it.player ?? (it.seat ? `seat ${it.seat}` : 'a player');
const place = (to) => ({ dealer: 'the dealer', shared: 'the hand of all players' }[to] ?? to);
const faced = (face) => (face && face !== '?' ? `the ${cardName(face)}` : 'a card');

/** What happens in the game; each gives words, and may name a clause. */
const GAME = {
  placed: ({ at, amount }) => `${money(amount)} on ${wagerName(at)}, ${whereName(at)}`,
  settled: (line) => `${wagerName(line)}, ${whereName(line)}: ${outcome(line)}`,
  corrected: ({ was, now, difference }) => `correction: ${wagerName(now)}, ${whereName(now)}: ${plainly(was.result)} becomes ${plainly(now.result)}, ${signed(difference)}`,
  act: ({ what, card, to, whom, device }) => `${plainly(what)}${card ? ` ${faced(card)}` : ''}${to ? ` to ${place(to)}` : ''}${device ? `, device ${device}` : ''}${whom ? `: tell ${whom}` : ''}`,
  ruled: ({ question, answer, at }) => `${plainly(question)}${at ? `, ${wagerName(at)}, ${whereName(at)}` : ''}: ${answer}`,
  found: ({ at, from, to }) => `${wagerName(at)}, ${whereName(at)} is ${money(to)}, not ${money(from)}`,
  closed: () => 'no more bets',
  dealt: ({ card, to }) => `${faced(card)} to ${place(to)}`,
  'dealt-face-down': ({ to }) => `a card face down to ${place(to)}`,
  faced: ({ card, to }) => `${faced(card)}, ${place(to)}`,
  declared: ({ points, order }) => `declared: ${points === 0 ? 'baccarat' : `${points} points`}, place ${order} in the order of hands`,
  marked: ({ points }) => `the marker lies on ${points}`,
  rekeyed: ({ was, card, to }) => `${faced(was)} was entered wrongly: it is ${faced(card)}${to ? `, to ${place(to)}` : ''}`,
  rerolled: ({ was, roll }) => `${was.join(' and ')} was entered wrongly: it is ${roll.join(' and ')}`,
  burned: ({ card }) => `${faced(card)} is burned`,
  'burned-unseen': () => 'a card is burned face down',
  accepted: (it) => `the equipment has ${it.accepted ? 'accepted' : 'rejected'} the jackpot wager of ${whereName(it)}`,
  collected: (it) => `jackpot wager of ${money(it.amount)} collected, ${whereName(it)}`,
  carried: (it) => `the jackpot wager of ${whereName(it)} stays for the next round`,
  chose: ({ area, choice }) => `area ${area}: ${plainly(choice)}`,
  travelled: (it) => `${titled(it.on)} of ${who(it)} goes to ${it.to}`,
  called: (it) => `${wagerName(it)} of ${who(it)} is called ${it.state}`,
  puck: ({ point }) => (point ? `the point is ${point}` : 'the puck is off'),
  offered: (it) => (it.player || it.seat ? `the dice are offered to ${who(it)}` : 'the dice are offered to nobody more'),
  shooter: (it) => `the shooter is ${who(it)}`,
  turned: ({ hand }) => `the hand of ${place(hand)} is turned`,
  reserved: (it) => (it.player || it.seat ? `area ${it.area} is kept for ${who(it)}` : `area ${it.area} is free`),
  'cutting-card': ({ last_round: last }) => (last ? 'the cutting card is out: this is the last round of the shoe' : 'the cutting card is out'),
  'shuffle-due': () => 'a shuffle is due',
  shuffled: () => 'the cards are shuffled and loaded',
  'round-over': () => 'the round is over',
  rebuilt: () => 'the round was rebuilt',
};

/** What happens around the game. */
const FLOOR = {
  posted: ({ from, to, amount }) => `${money(amount)} from ${account(from)} to ${account(to)}`,
  round: ({ number }) => `round ${number}`,
  sign: ({ on, player, limit }) => `the sign for ${titled(on)}${player ? ` of ${player}` : ''}: ${limit ? `${money(limit[0])} to ${money(limit[1])}` : 'as for all'}`,
  notice: ({ what, at }) => `${what}, from ${dateAndTime(at)}`,
  prompt: ({ what }) => what,
  promotion: ({ promotion, what }) => `promotion ${promotion}: ${what}`,
  law: ({ what }) => what,
  task: ({ what }) => `to do: ${what}`,
  'task-ended': ({ task, how }) => `task ${task}: ${how}`,
  withdrawn: ({ what }) => `the sign is taken down: ${what}`,
  variant: ({ variant }) => (variant ? `the game is played as ${plainly(variant)}` : 'the game is played without a variant'),
  order: ({ game }) => `the order of ${plainly(game)} is loaded`,
  seat: ({ seat, player, taken }) => (taken ? `seat ${seat}: ${player ?? 'taken'}` : `seat ${seat} is free`),
  'cut-offered': ({ to, seat }) => `the cut is offered to ${to ?? `seat ${seat}`}`,
  'shuffle-begun': ({ number, method, cause, ordered_by: by }) => `shuffle ${number}: ${plainly(method)}, ${plainly(cause)}${by ? ` by ${by}` : ''}`,
  'was-cut': ({ by, seat, depth }) => `${by ?? (seat ? `seat ${seat}` : 'the house')} cuts ${depth} cards`,
  'cut-lapsed': (it) => `${who(it)} lets the time for the cut pass`,
  'burn-proved': ({ shuffle, cards }) => (cards.length > 0 ? `burned after shuffle ${shuffle}: ${cards.map(faced).join(', ')}` : `no card lies burned of shuffle ${shuffle}`),
  proved: ({ draws }) => `the key was shown, and ${draws} ${draws === 1 ? 'draw agrees' : 'draws agree'} with it`,
  table: ({ table, open }) => `table ${table} ${open ? 'opens' : 'closes'}`,
  'key-lost': ({ draws }) => `the key is lost: ${draws} ${draws === 1 ? 'draw stays' : 'draws stay'} unproved for ever`,
  words: (it) => `${who(it)}: words ${plainly(it.change)}`,
  'betting-closed': () => 'betting is closed until the draw',
  clock: ({ was, now }) => `the time of the house is put right: ${dateAndTime(was)} becomes ${dateAndTime(now)}`,
  noted: ({ number, kind, person }) => `noted as ${number}${kind ? `: ${plainly(kind)}` : ''}${person ? `, ${person}` : ''}`,
  fell: ({ request }) => `request ${request} falls: nobody can answer it any more`,
};

/** What has words. */
export const [GAME_KINDS, FLOOR_KINDS] = [Object.keys(GAME), Object.keys(FLOOR)];

/** Says what an event is: `{ words, clause, kind }`. */
export function eventWords(event) {
  if (typeof event === 'string') return { kind: event, words: plainly(event), clause: null };
  const [kind, body] = Object.entries(event)[0];
  if (kind !== 'game') return { kind, words: FLOOR[kind]?.(body ?? {}) ?? plainly(kind), clause: body?.clause ?? null };
  const [what, it] = typeof body === 'string' ? [body, {}] : Object.entries(body)[0];
  return { kind: what, words: GAME[what]?.(it ?? {}) ?? plainly(what), clause: it?.clause ?? null };
}

/**
 * Finds the prompt in news for staff, or in an event; null if there is none. It may come as the event that it
 * was; a notice is none, since the view has those with their clocks.
 */
export function promptOf(news) {
  const it = news?.prompt?.prompt ?? news?.prompt;
  return typeof it?.what === 'string' ? it : null;
}

/** Says what becomes of the chips of a settled wager. */
export function outcome({ result, stake, pays = 0, back = 0, charge = 0, excess = 0 }) {
  const more = excess ? `, ${money(excess)} above the maximum goes back` : '';
  switch (result) {
    case 'win': return `pay ${money(pays)}${back === 0 ? ', the stake was taken' : back < stake ? `, ${money(back)} of ${money(stake)} stays the player’s` : ''}${more}`;
    case 'lose': return `take ${money(stake - back)}${back ? `, ${money(back)} goes back` : ''}${more}`;
    case 'stand-off': return `stand off, leave ${money(back)}${more}`;
    case 'commission': return `take commission ${money(charge)}`;
    case 'surrender': return `surrender: take ${money(stake - back)}, give back ${money(back)}${more}`;
    case 'mystery': return `pay the mystery prize ${money(pays)}`;
    default: return `${plainly(result)}: give back ${money(back)}${pays ? ` and pay ${money(pays)}` : ''}${more}`;
  }
}

/** Names an account of the ledger. */
export function account(it) {
  if (typeof it === 'string') return plainly(it.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
  const [name, of] = Object.entries(it)[0];
  return `${account(name)} ${[of].flat().join(', ')}`;
}
