// The answers to what is due: what the dealer can do about it, and nothing that the table does not wait for.

import { h } from '../../dom.js';
import { actWords } from '../acts.js';
import { approvals } from '../forfeit.js';
import { listed, sentence, titled } from '../names.js';
import { REASONS } from '../situations.js';
import { nameDevice, repair } from './device.js';
import { collecting } from './jackpots.js';
import { registerDice, registerEquipment, twoDice } from './dice-set.js';
import { puttingRight } from './rekey.js';

const button = (words, onclick, { quiet, main, key = main && 'n' } = {}) => h(`button.button${quiet ? '.quiet' : ''}`, {
  type: 'button', 'data-key': words, onclick, 'data-main': main, 'data-answer': !main && key, 'aria-keyshortcuts': key,
}, words, key && h('kbd', key.toUpperCase()));

/** A letter for each choice: its first that no other has; A is for a player who is absent. */
export function choiceKeys(choices) {
  const taken = new Set(['a']);
  return new Map(choices.map((choice) => {
    const key = [...choice].find((letter) => /[a-z]/.test(letter) && !taken.has(letter));
    taken.add(key);
    return [choice, key];
  }));
}

/** Lists what answers the view. */
export function answersFor(desk, view) {
  const { due } = view.expects;
  const ready = view.expects.wagers && view.wagers.length > 0;
  return h('div.row',
    desk.isVirtual ? !view.held && next(desk, view) : ready && !view.dice && desk.may('step close') && button('No more bets', () => desk.step({ close: true }), { main: true }),
    DUE[due]?.(desk, view),
    puttingRight(desk, view));
}

/** Tells whether a total can be called: where throws are told, once the dice have left the hand. */
export const takesRoll = ({ dice, expects: { due } }) => (due === 'roll' || due === 'stick-roll') && (!dice?.throws || dice.thrown);

/** At a virtual table the program draws, when the dealer says so. */
function next(desk, view) {
  if (view.driver !== 'dealer') return h('p.quietly', 'The program runs this table.');
  return button('Next', desk.next, { main: true });
}

const DUE = {
  collect: (desk, view) => collecting(desk, view, button),
  payment: (desk, view) => !desk.isVirtual && desk.may('step paid')
    && button(view.unpaid.length > 0 ? 'All collected and paid' : 'Nothing to pay', () => desk.step({ paid: true }), { main: true }),
  burn: (desk, view) => !desk.isVirtual && [
    desk.may('step burn') && button('Burned face down', () => desk.step({ burn: true }), { main: true }),
    desk.may('step irregular') && view.wagers.length > 0 && button('The card was not burned', () => desk.step({ irregular: { what: 'not-burned' } }), { quiet: true })],
  'cutting-card': (desk) => !desk.isVirtual && desk.may('step cutting-card') && button('The cutting card is out', () => desk.step({ 'cutting-card': true }), { main: true }),
  card: (desk, view) => !desk.isVirtual && [
    view.expects.face_down && !view.shoe?.empty && desk.may('step card') && button('Dealt face down', () => desk.step({ 'face-down': true }), { main: true }),
    view.shoe?.empty && desk.may('step irregular') && button('The cards have run out', () => desk.step({ irregular: { what: 'run-out' } }), { main: true })],
  choice(desk, { expects }) {
    if (!desk.may('step choose')) return null;
    const choose = (reply) => desk.step({ choose: { area: expects.area, ...reply } });
    const keys = choiceKeys(expects.choices);
    return [...expects.choices.map((choice) => button(titled(choice), () => choose({ choice }), { key: keys.get(choice) })),
      button('The player is absent', () => choose({ absent: true }), { quiet: true, key: 'a' })];
  },
  turn(desk, { expects }) {
    if (!desk.may('step hand')) return null;
    if (expects.dealer) return button('Turn the Banker’s hand', () => desk.step({ turn: { banker: true } }), { main: true });
    const { area, player } = expects;
    return [button(`Turn area ${area}`, () => desk.step({ turn: { area } }), { main: true }),
      player && button(`${player} turns it`, () => desk.step({ turn: { area, player } }), { quiet: true }),
      player && button(`${player} takes up the cards`, () => desk.step({ look: { area, player } }), { quiet: true })];
  },
  roll: throwing,
  'stick-roll': throwing,
  'no-roll': (desk) => desk.may('step no-roll') && button('Call no roll', () => desk.step({ 'no-roll': { reason: 'other' } })),
  request: (desk, { held }) => held && request(desk, held),
  dice(desk, { expects: { player }, dice: { bowl } }) {
    return desk.may('step dice') && !desk.isVirtual && [twoDice(bowl, `${player} takes these two`, (takes) => desk.step({ dice: { player, does: 'accept', takes } })),
      button(`${player} refuses`, () => desk.step({ dice: { player, does: 'refuse' } }), { quiet: true })];
  },
  'choose-dice'(desk, { expects: { player }, dice: { bowl } }) {
    return desk.may('step dice') && !desk.isVirtual && twoDice(bowl, 'These two', (takes) => desk.step({ dice: { player, does: 'choose', takes } }));
  },
  ruling(desk, { expects }) {
    const { hands = [] } = expects;
    const refund = Boolean(expects.player);
    if (!desk.may(refund ? 'step refund' : 'step ruling')) return h('p.notice', 'A supervisor rules. Nothing else can happen at this table until then.');
    const rule = (answer) => desk.step({ ruling: { answer } });
    return [h('p.quietly', refund ? `${expects.player} answers, here or on the player’s own screen. Your name is recorded with the answer.` : 'Your name is recorded with the answer.'),
      button(expects.names_device ? 'Yes…' : 'Yes', () => (expects.names_device ? nameDevice(desk) : rule('yes'))), button(hands.length > 0 ? 'No: all of it is void' : 'No', () => rule('no')),
      hands.map((area) => button(`No: only the hand of area ${area} is void`, () => desk.step({ ruling: { answer: 'no', area } }), { quiet: true }))];
  },
  repair,
  check(desk, { expects }) {
    if (expects.supervisor && !desk.context.is('supervisor', 'manager')) return h('p.notice', 'A supervisor verifies that all cards are there.');
    return desk.may('step check') && [button('The cards are complete', () => desk.step({ check: { complete: true } })),
      button('They are not complete', () => desk.step({ check: { complete: false } }), { quiet: true })];
  },
  'new-cards'(desk) {
    if (!desk.may('step replace')) return h('p.notice', 'A supervisor brings new cards.');
    return [button('New cards, checked', () => desk.step({ replace: { checked: true } })),
      button('New cards, not checked', () => desk.step({ replace: { checked: false } }), { quiet: true })];
  },
};

/** A request holds the table: what is asked for, and the answer for whoever may give it. */
function request(desk, held) {
  const { me, is } = desk.context;
  const own = held.by === me.name;
  const answer = (kind, words, done, quiet, fields = { request: held.request }) => button(words, () => desk.sender.send({ [kind]: fields }, done), { quiet });
  return [h('p.notice', `Waits for ${listed(held.second, 'or')}: ${sentence(actWords(held.act))}. Asked by ${held.by} as request ${held.request}.`),
    !own && is(...held.second) && [approvals(held).map(([words, fields]) => answer('approve', words, 'It is done.', false, fields)), answer('reject', 'Reject', 'It is rejected.', true)],
    own && answer('reject', 'Take it back', 'It is taken back.', true)];
}

function throwing(desk, { dice, expects }) {
  if (desk.isVirtual) return null;
  if (dice.lacks_set) return registering(desk, dice);
  if (!dice.ready) return h('p.notice', `${expects.player ?? 'The shooter'} has no wager on the Win Line or the Don’t Win, and cannot throw: place one, or pass the dice.`);
  return [!dice.thrown && desk.may('step throw') && button('The dice are thrown', () => desk.step({ throw: true }), { main: true }),
    desk.may('step no-roll') && h('select.noroll', { 'aria-label': 'No roll, because', onchange: (event) => {
      const reason = event.target.value;
      event.target.value = '';
      if (reason) desk.step({ 'no-roll': { reason } });
    } }, h('option', { value: '' }, 'No roll because…'), REASONS.map(([value, words]) => h('option', { value }, words)))];
}

/** Nobody throws before a checked set of dice is registered. */
function registering(desk, { serials }) {
  const [right, act, words] = serials ? ['dice-set', registerDice, 'Register the new set of dice…'] : ['equipment', registerEquipment, 'Register dice and equipment…'];
  if (!desk.may(right)) return h('p.notice', 'Before the first throw, the boxperson or a supervisor must register a checked set of dice.');
  return button(words, () => act(desk), { main: true });
}
