// The dice of a table: two of them chosen for a shooter, the set registered, how a leaning die is read.

import { h } from '../../dom.js';
import { fill } from '../forms.js';

/** How the order has a die read that leans against something. */
export const LEANING = 'A die that leans is read as the face opposite to what it leans on. Where that is disputed, the boxperson decides.';

const ITEMS = [['bowl', 'the dice bowl'], ['stick', 'the stick'], ['puck', 'the puck'], ['float-tray', 'the float tray'],
  ['buttons', 'the marker buttons'], ['drop-box', 'the drop box']];

/** Two of the dice that are there: boxes, and a button that sends the two chosen. */
export function twoDice(bowl, words, send) {
  const boxes = bowl.map((number, at) => h('label.inline', h('input', { type: 'checkbox', value: number, checked: at < 2 }), ` die ${number}`));
  const chosen = () => boxes.map((box) => box.querySelector('input')).filter((box) => box.checked).map((box) => Number(box.value));
  return [...boxes, h('button.button', { type: 'button', 'data-key': words, onclick: () => send(chosen()) }, words)];
}

/** The numbers of dice as somebody types them. */
const serials = (text) => text.split(/[\s,]+/).filter(Boolean).map(Number);

const field = { name: 'dice', label: 'Serial numbers of the five dice', hint: 'Five numbers, with spaces between them. You have checked that opposite faces add up to seven.', autofocus: true };

/** Registers the dice and the equipment before the first throw. */
export function registerEquipment(desk) {
  const fields = [field, { name: 'items', label: 'At the table are', kind: 'several', of: ITEMS }];
  return fill('Dice and equipment', fields, 'Register', ({ dice, items }, wrong) => desk.act('equipment', { dice: serials(dice), items }, 'They are registered.', wrong),
    { words: 'Nobody may throw before the set of dice and all equipment are at the table. Your name is recorded as the person who checked them.' });
}

/** Registers a new set after two dice were lost. */
export function registerDice(desk) {
  return fill('A new set of dice', [field], 'Register', ({ dice }, wrong) => desk.act('dice-set', { dice: serials(dice) }, 'It is registered.', wrong),
    { words: 'The shooter may go on with the dice that are left; the new set comes into use when the dice pass.' });
}
