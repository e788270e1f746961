// The rarer things at a table: irregularities, the cutting card, jackpots, kept areas, incidents, a void.

import { h, put } from '../../dom.js';
import { fill } from '../forms.js';
import { writeIncident } from '../incident.js';
import { measures, peopleAt } from '../measures.js';
import { playerNames } from '../players.js';
import { registerDice } from './dice-set.js';
import { irregularMenu } from './irregular.js';
import { SHORTCUTS } from './keyboard.js';

/** Makes the part. */
export function toolsPart(desk) {
  const buttons = h('div.row');
  const element = h('section.panel.tools', { 'aria-label': 'More' }, h('h2', 'When something else happens'), buttons,
    h('details', h('summary', 'Keys'), h('dl.keys', h('dt', 'K S'), h('dd', 'a card: rank, then suit; 10 or T for ten. A scanner types the same'),
      h('dt', '3 4'), h('dd', 'a roll: two digits'), SHORTCUTS.map(([key, words]) => [h('dt', key.length === 1 ? key.toUpperCase() : key), h('dd', words)]))));
  return { element, draw, irregular: () => irregularMenu(desk) };

  function draw(view) {
    put(buttons, TOOLS.filter(({ right, when, held }) => desk.may(right) && (!view.held || held) && (!when || when(view, desk)))
      .map(({ words, act, kind = 'quiet' }) => h(`button.button.small.${kind}`, { type: 'button', 'data-key': words, onclick: () => act(desk) }, words)));
  }
}

const seated = (desk) => desk.seated.map((seat) => [seat.name, `${seat.seat} ${seat.name}`]);
const areas = (desk) => Array.from({ length: desk.view.areas }, (_, at) => [String(at + 1), `Area ${at + 1}`]);

/** Tells whether the rules would take a step now. */
const could = ({ can }, step) => Boolean(can?.steps.includes(step));

const TOOLS = [
  { words: 'Irregularity…', right: 'step irregular', act: irregularMenu, kind: 'strong' },
  { words: 'Irregularity…', right: 'step verify', when: (_, desk) => !desk.may('step irregular'), act: irregularMenu, kind: 'strong' },
  { words: 'The cutting card is out', right: 'step cutting-card', when: (view, desk) => could(view, 'cutting-card') && !desk.isVirtual, act: (desk) => desk.step({ 'cutting-card': true }) },
  { words: 'New cards', right: 'step replace', when: (view) => could(view, 'replace'), act: newCards },
  { words: 'Pass the dice', right: 'step dice', when: (view) => could(view, 'pass'), act: passDice },
  { words: 'Order to pass the dice…', right: 'step dice order', when: (view) => could(view, 'order'), act: orderPass },
  { words: 'New set of dice…', right: 'dice-set', when: (view) => view.dice?.new_set, act: registerDice },
  { words: 'Players on one area…', right: 'step sharing', when: (view) => view.sharing_most > 1, act: sharing },
  { words: 'Standing player…', right: 'step standing', when: (view) => view.approves_standing, act: standing },
  { words: 'Keep areas…', right: 'step reserve', when: (view) => could(view, 'reserve'), act: keep },
  { words: 'Incident…', right: 'incident', held: true, act: incident },
  { words: 'Complaint…', right: 'complain', held: true, act: complain },
  { words: 'Agree to the variant…', right: 'agree', held: true, when: (view) => view.can?.agree?.length > 0, act: agree },
  { words: 'Misconduct…', right: 'bar', held: true, act: (desk) => misconduct(desk) },
  { words: 'Void the round…', right: 'step void', when: (view) => could(view, 'void'), act: voidRound, kind: 'danger' },
];

function newCards(desk) {
  return fill('New cards', [{ name: 'checked', label: 'The cards were checked', kind: 'yes', value: true }], 'Bring them in',
    ({ checked }, wrong) => desk.step({ replace: { checked } }, null, wrong));
}

const shooter = (desk) => desk.seated.find((seat) => seat.seat === desk.view.dice.shooter)?.name;

function passDice(desk) {
  return desk.step({ dice: { player: shooter(desk), does: 'pass' } });
}

function orderPass(desk) {
  const fields = [{ name: 'why', label: 'Why', kind: 'choice', of: [['delays the game', 'delays the game'], ['repeatedly makes invalid rolls', 'repeatedly makes invalid rolls'], ['breaks the rules of the game', 'breaks the rules of the game']] }];
  return fill(`Order ${shooter(desk)} to pass the dice`, fields, 'Order it', ({ why }, wrong) => desk.step({ dice: { player: shooter(desk), does: 'order', why } }, null, wrong));
}

function sharing(desk) {
  const of = Array.from({ length: desk.view.sharing_most }, (_, at) => [String(at + 1), String(at + 1)]);
  return fill('Players on one area', [{ name: 'players', label: 'At most', kind: 'choice', of, value: String(desk.view.sharing) }], 'Do it',
    ({ players }, wrong) => desk.step({ sharing: { players: Number(players) } }, null, wrong), { words: 'It holds for wagers that are placed from now on.' });
}

function standing(desk) {
  const fields = [{ name: 'player', label: 'Name', list: playerNames(), autofocus: true }, { name: 'approved', label: 'May touch cards and cut', kind: 'yes', value: true }];
  return fill('A player who stands', fields, 'Do it', ({ player, approved }, wrong) => desk.step({ standing: { player, approved } }, null, wrong));
}

function keep(desk) {
  const fields = [{ name: 'player', label: 'For whom', kind: 'choice', of: [['', 'nobody: free them'], ...seated(desk)], required: false },
    { name: 'areas', label: 'Areas', kind: 'several', of: areas(desk) }];
  return fill('Keep areas', fields, 'Do it', ({ player, areas: list }, wrong) => {
    const numbers = list.map(Number);
    return desk.step(player ? { reserve: { player, areas: numbers } } : { release: { areas: numbers } }, null, wrong);
  });
}

function incident(desk) {
  return writeIncident(desk.view.game, (fields, wrong) => desk.act('incident', fields, 'It is recorded.', wrong));
}

function complain(desk) {
  const fields = [{ name: 'person', label: 'Who complains', kind: 'choice', of: [...peopleAt(desk.view), ['', 'somebody else']], required: false },
    { name: 'other', label: 'Somebody else', required: false, list: playerNames(), hint: 'Somebody who neither sits nor wagers here.' }, { name: 'what', label: 'What about', kind: 'long' }];
  return fill('A complaint', fields, 'Record it', ({ person, other, what }, wrong) => desk.act('complain', { person: person || other, what }, 'It is recorded.', wrong));
}

function agree(desk) {
  return fill('Agree to the variant', [{ name: 'player', label: 'Who agrees', kind: 'choice', of: desk.view.can.agree.map((name) => [name, name]) }], 'Agreed',
    ({ player }, wrong) => desk.act('agree', { player }, null, wrong));
}

const misconduct = (desk) => measures(desk.context, desk.view, [], desk.act);

function voidRound(desk) {
  return fill('Void the round', [{ name: 'why', label: 'Why', kind: 'long', autofocus: true }], 'Void it',
    ({ why }, wrong) => desk.step({ void: { why } }, 'The round is void.', wrong),
    { danger: true, words: 'Every wager of the round goes back. What was paid already is taken back where the order does not save it. Above the house’s limit a second person must agree.' });
}
