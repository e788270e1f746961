// Puts a table into sentences, as it is seen from one seat.

import { cardName } from '../card-names.js';
import { countdown, left } from '../clock.js';
import { money } from '../money.js';
import { sentence } from '../register.js';
import { resultOf } from '../play/banner.js';
import { isShared } from '../play/hands.js';
import { LIGHTS, nameOf } from '../play/standing.js';
import { deadline, statusWords } from '../play/status.js';
import { factsOf, listed, reason } from '../play/words.js';

/** Reads the whole table, with the time that is left. */
export function readTable(seen) {
  const [status, ...rest] = readStill(seen);
  return [`${status} ${readTime(seen)}`.trim(), ...rest];
}

/** Reads what of a table changes only when something happens. */
export function readStill(seen) {
  const { view } = seen;
  return [
    `${statusWords(seen)}.`,
    readChips(seen),
    ...readWagers(seen),
    ...readCards(seen),
    view.variant && `Played as ${view.variant.replaceAll('-', ' ')}.`,
    view.closing && `This table closes ${left(view.closing) > 0 ? `in ${countdown(left(view.closing))}` : 'after this round'}.`,
  ].filter(Boolean);
}

/** Reads how long the table waits. */
export function readTime({ view }) {
  const until = deadline(view);
  if (until === null) return view.expects.wagers ? 'No clock runs.' : '';
  const rest = `${Math.ceil(left(until) / 1000)} seconds`;
  return view.expects.wagers ? `${rest} left for wagers.` : `${rest} left.`;
}

/** Reads the own money. */
export function readChips({ seat, purse, view, leftBehind }) {
  const pocket = `${money(purse)} in your pocket`;
  if (seat) return `Seat ${seat.seat}: ${money(seat.rack)} in chips, ${money(seat.felt)} on the felt, ${pocket}.`;
  const free = view.seats.filter(({ taken }) => !taken).length;
  return `You have no seat here; ${free === 0 ? 'every seat is taken' : `${free} of ${view.seats.length} are free`}. ${leftBehind ? `${money(leftBehind.rack)} of yours lie here. ` : ''}${pocket}.`;
}

/** Reads the own wagers that stand. */
export function readWagers(seen) {
  if (!seen.seat) return [];
  if (seen.mine.length === 0) return ['You have no wager.'];
  return seen.mine.map((wager) => [
    `Your ${nameOf(wager, seen)}: ${money(wager.stake + wager.excess)}${wager.tokens ? ' in tokens' : ''}`,
    !wager.works && 'off on the next roll', wager.asked && `called ${wager.asked}, which the dealer confirms`, wager.by_staff && 'placed for you by staff',
    wager.light && `light: ${LIGHTS[wager.light]}`, wager.carried && 'carried from a void round',
  ].filter(Boolean).join(', ') + '.');
}

/** Reads the cards by area, or the dice, the puck and who shoots. */
export function readCards(seen) {
  const { view } = seen;
  if (view.dice) return readDice(seen);
  const hands = view.hands.filter(({ cards }) => cards.length > 0);
  const name = (hand) => (isShared(hand) ? capital(hand.title ?? 'all players') : `Area ${hand.area}${seen.isOwnArea(hand.area) ? ', yours' : ''}`);
  const dealer = view.dealer?.cards?.length > 0 ? [`${capital(view.dealer.title ?? 'the dealer')}: ${readHand(view.dealer)}`] : [];
  const marker = view.marker === null || view.marker === undefined ? [] : [`The marker lies on ${view.marker}.`];
  if (hands.length + dealer.length === 0) return ['There are no cards on the table.', ...marker];
  return [...dealer, ...hands.map((hand) => `${name(hand)}: ${readHand(hand)}`), ...marker];
}

function readHand({ cards, points, choice, words, absent }) {
  const known = (face) => (/^[A23456789TJQK][CDHS]$/.test(face) ? cardName(face) : 'a card face down');
  return `${listed(cards.map(known))}${points === null || points === undefined ? '' : `, ${points} points`}${absent ? ', absent' : choice || words ? `, ${choice ?? words}` : ''}.`;
}

function readDice({ view: { dice }, seat }) {
  const { point, roll, shooter } = dice;
  return [
    point === null ? 'The puck is off: the next roll is a come out roll.' : `The puck is on: the point is ${point}.`,
    roll ? `The last roll was ${roll.join(' and ')}: ${roll[0] + roll[1]}.` : 'Nothing was rolled yet.',
    shooter ? (shooter === seat?.seat ? 'You shoot.' : `Seat ${shooter} shoots.`) : 'Nobody has the dice.',
  ];
}

/** Reads what became of the own wagers of the last round or roll, each with its reason and its clause. */
export async function readResults(seen) {
  const { lines, view, words } = seen;
  if (lines.length === 0) return ['There is no result of yours to read yet.'];
  const { title, detail } = resultOf(lines, view);
  const read = await Promise.all(lines.map(async (line) => {
    const why = reason(words, line, factsOf(view, view.lines_round, line.area)) ?? await sentence(view.game, line.clause);
    const change = line.change > 0 ? `, ${money(line.change)} won` : line.change < 0 ? `, ${money(-line.change)} lost` : '';
    const excess = line.excess > 0 ? ` ${money(line.excess)} above the maximum went back.` : '';
    return `${nameOf(line, seen)}, ${money(line.stake)}: ${line.result.replace('-', ' ')}${change}. ${why ? `${why.replace(/\.$/, '')}. ` : ''}Clause ${line.clause}.${excess}`;
  }));
  return [`${view.dice ? 'Your last roll' : `Your round ${view.lines_round}`}: ${title}. ${detail.replaceAll(' · ', '. ')}.`, ...read];
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
