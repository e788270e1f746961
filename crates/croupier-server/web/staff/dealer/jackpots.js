// The jackpot at a table: whether the equipment has taken each wager, and prizes that wait for a supervisor or a payment.

import { card } from '../../cards.js';
import { h, put } from '../../dom.js';
import { money } from '../../money.js';
import { clauseLink } from '../../register.js';
import { listed, titled } from '../names.js';

/** What the light of a wager says. */
export const LIGHTS = { placed: 'not accepted yet', accepted: 'accepted', rejected: 'rejected' };

/** Finds the jackpot wagers of a view. */
export const jackpotWagers = (view) => view.wagers.filter((wager) => wager.light);

/** Makes the part; it is there while the table is linked to a pool. */
export function jackpotsPart(desk) {
  const list = h('ul.items.lights', { 'aria-label': 'Jackpot wagers' });
  const awards = h('div.awards');
  const why = h('p.notice');
  const element = h('section.panel.jackpots', { 'aria-label': 'Jackpot' }, h('h2', 'Jackpot'), why, list, awards);
  return { element, draw };

  function draw(view) {
    const { jackpot } = view;
    const wagers = jackpotWagers(view);
    element.hidden = !jackpot && wagers.length === 0;
    why.hidden = !jackpot?.closed;
    put(why, jackpot?.closed && `No jackpot wagers are taken: ${jackpot.closed}.`);
    put(list, wagers.length === 0 && h('li.quietly', 'No jackpot wager lies here.'), wagers.map((wager) => row(wager)));
    put(awards, (jackpot?.awards ?? []).map((award) => prize(view, award)));
  }

  function row(wager) {
    const { player, area, light } = wager;
    const takes = !desk.isVirtual && !wager.collected && desk.may('step accept');
    const say = (accepted) => desk.step({ accept: { player, area, accepted } });
    const button = (words, accepted) => h('button.button.small.quiet', { type: 'button', 'data-key': `${words}-${area}-${player}`, 'aria-label': `${words} the jackpot wager of area ${area}, ${player}`, onclick: () => say(accepted) }, words);
    return h('li', { 'data-light': light }, h('div', lamp(light), h('b', `Area ${area}`), ` ${player} ${money(wager.stake)} `, h('small', state(wager))),
      takes && h('div.row', light !== 'accepted' && button('Accept', true), light !== 'rejected' && button('Reject', false)));
  }

  function prize(view, award) {
    const verifies = !award.verified && desk.may('verify-award');
    return h('article.award', { 'aria-label': `Prize ${award.award}` },
      h('h3', `${titled(award.level)} won: prize ${award.award}`),
      h('p', award.verified ? 'Verified. Pay it, then the cards go to the rack.' : 'Locked. The cards stay where they are until a supervisor has verified the hand and it is paid.'),
      award.hands.map((hand) => h('p.hand', h('b', `Area ${hand.area}`), h('span.faces', hand.hand.map((face) => card(face))), h('strong', money(hand.pays)), ' ', clauseLink(view.game, hand.clause), hand.paid && h('span.tag.live', 'paid'))),
      verifies && h('button.button', { type: 'button', 'data-key': `verify-${award.award}`, onclick: () => desk.act('verify-award', { award: award.award }, 'It is verified; somebody else pays it.') }, 'I have seen the cards: verify'));
  }
}

const lamp = (light) => h(`i.lamp.${light}`, { 'aria-hidden': 'true' });

function state({ light, collected, carried }) {
  return [LIGHTS[light] ?? light, collected && 'collected', carried && 'carried from a void round: marker button'].filter(Boolean).join(', ');
}

/** The due step before the first card: which jackpot wagers are swept, and how much that is. */
export function collecting(desk, view, button) {
  // While betting is open, "no more bets" comes first.
  if (desk.isVirtual || view.expects.wagers || !desk.may('step collect')) return null;
  const open = jackpotWagers(view).filter((wager) => !wager.collected);
  const [taken, back] = [open.filter((wager) => wager.light === 'accepted'), open.filter((wager) => wager.light !== 'accepted')];
  const areas = (wagers) => listed(wagers.map((wager) => String(wager.area)));
  const sum = taken.reduce((all, wager) => all + wager.stake, 0);
  return [button('Collect jackpot wagers', () => desk.step({ collect: true }), { main: true }),
    h('p.sweeps', taken.length > 0 ? `${plural(taken)} ${areas(taken)}: ${money(sum)}.` : 'None was accepted.',
      back.length > 0 && ` Not accepted, goes back: ${plural(back).toLowerCase()} ${areas(back)}.`)];
}

const plural = (wagers) => (wagers.length === 1 ? 'Area' : 'Areas');
