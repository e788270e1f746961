// Puts what happened into words for screen readers.

import { cardName } from '../card-names.js';
import { plain } from '../money.js';

/**
 * Puts a list of events into sentences, those first that concern the person. `seen` has the own `seat`, the name of the
 * `dealer`'s hand and of the one that all players have `shared`, and `sign`, which finds what the sign says of a wager.
 */
export function tell(events, seen) {
  return events.map((event) => sentence(event, seen)).filter(Boolean).join(' ');
}

/** Puts one event into a sentence; empty if it is not worth one. */
function sentence(event, seen) {
  const [[kind, what]] = named(event);
  if (kind === 'game') return happened(what, seen);
  if (kind === 'seat') return '';
  if (kind === 'proved') return 'The draw of the last round is proved.';
  if (kind === 'cut-offered') return 'The cut is offered.';
  if (kind === 'was-cut') return 'The cards are cut.';
  if (kind === 'betting-closed') return 'No more bets until the draw.';
  if (kind === 'key-lost') return 'The key of this table is lost, and what was drawn from it cannot be proved.';
  if (kind === 'words' && what.change === 'lapsed') return `Seat ${what.seat} did not open its words in time.`;
  if (kind === 'burn-proved') return 'The shoe is over, and the burned cards are shown.';
  return '';
}

/** An event is a word, or an object with one name. */
function named(event) {
  return typeof event === 'string' ? [[event, {}]] : Object.entries(event);
}

function happened(event, seen) {
  const [[kind, what]] = named(event);
  const own = seen.seat?.seat ?? null;
  const isOwn = own !== null && (what?.seat === own || what?.at?.seat === own);
  const title = (on) => seen.sign(on)?.title ?? on;
  switch (kind) {
    case 'placed':
      return isOwn ? `${title(what.at.on)}${markOf(what.at)}${what.at.area && what.at.area !== own ? `, area ${what.at.area}` : ''}: ${plain(what.amount)} placed.` : '';
    case 'settled':
      return isOwn ? settled(what, title(what.on)) : '';
    case 'corrected':
      return isOwn ? `Corrected: ${title(what.now.on)} by ${plain(what.difference)}.` : '';
    case 'closed':
      return 'No more bets.';
    case 'dealt':
      return `${/^[A-Z0-9]{2}$/.test(what.card) ? cardName(what.card) : 'A card'} to ${placeName(what.to, seen)}.`;
    case 'dealt-face-down':
      return `A card face down to ${placeName(what.to, seen)}.`;
    case 'faced':
      return `${cardName(what.card)}, ${placeName(what.to, seen)}.`;
    case 'declared':
      return `${placeName('dealer', seen)}: ${what.points === 0 ? 'baccarat' : `${what.points} points`}, place ${what.order} in the order of hands.`;
    case 'marked':
      return `The marker lies on ${what.points}.`;
    case 'rekeyed':
      return `Put right: ${cardName(what.card)}${what.to ? ` to ${placeName(what.to, seen)}` : ''}.`;
    case 'rerolled':
      return `Put right: the roll is ${what.roll.join(' and ')}.`;
    case 'burned':
    case 'burned-unseen':
      return 'A card is burned.';
    case 'chose':
      return `Area ${what.area}: ${what.choice}.`;
    case 'travelled':
      return isOwn ? `Your ${title(what.on)} goes to ${what.to}.` : '';
    case 'called':
      return isOwn ? `${title(what.on)} called ${what.state}.` : '';
    case 'puck':
      return what.point === null ? 'The puck is off.' : `The point is ${what.point}.`;
    case 'shooter':
      return isOwn ? 'You are the shooter.' : `Seat ${what.seat} is the shooter.`;
    case 'shuffle-due':
      return 'The cards will be shuffled.';
    case 'shuffled':
      return 'The cards are shuffled.';
    case 'round-over':
      return 'The round is over.';
    case 'rebuilt':
      return 'The round was dealt again.';
    default:
      return '';
  }
}

/** The place of a card: a hand by its name, an area by its number. */
function placeName(to, seen) {
  if (to === 'dealer') return seen.dealer ?? 'the dealer';
  return to === 'shared' ? seen.shared ?? 'the hand of all players' : to;
}

/** The number or point that a wager is on, after a space; empty if it is on none. */
const markOf = ({ number, point }) => (number ?? point ? ` ${number ?? point}` : '');

function settled(line, title) {
  const amount = line.result === 'win' || line.result === 'mystery' ? ` ${plain(line.pays)}` : line.result === 'lose' ? ` ${plain(line.stake)}` : '';
  return `${title}${markOf(line)}: ${line.result.replace('-', ' ')}${amount}, clause ${line.clause}.`;
}
