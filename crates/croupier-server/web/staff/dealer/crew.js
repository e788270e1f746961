// Who of the crew uses this screen at dice: each sees their own part of the table, and all of them the same table.

import { h } from '../../dom.js';

/** The screens: what each is for. The seats are halved between the two base dealers. */
function screens({ seats }) {
  const half = Math.ceil(seats.length / 2);
  return [
    { name: '', words: 'Whole table', sees: () => true },
    { name: 'stick', words: 'Stickperson', sees: () => true },
    { name: 'base-1', words: `Base dealer, seats 1 to ${half}`, sees: (seat) => !seat || seat <= half },
    { name: 'base-2', words: `Base dealer, seats ${half + 1} to ${seats.length}`, sees: (seat) => !seat || seat > half },
    { name: 'box', words: 'Boxperson', sees: () => true },
  ];
}

/** Chooses the screen that the address names, or the one of the only role somebody has; cards have one for all. */
export function newCrew(view, { query, me }) {
  const all = view.dice ? screens(view) : screens(view).slice(0, 1);
  const own = { stickperson: 'stick', boxperson: 'box' }[me?.roles.length === 1 ? me.roles[0] : ''] ?? '';
  const named = (name) => all.find((it) => it.name === name);
  return { all, screen: named(query.get('crew') ?? own) ?? all[0] };
}

/** The choice of the screen, for the head of the console. */
export function crewChoice(desk) {
  const { crew } = desk;
  if (crew.all.length < 2) return null;
  return h('label.inline.crew', h('span', 'Screen of the '), h('select', { 'data-key': 'crew', 'aria-label': 'Whose screen this is', onchange: (event) => {
    crew.screen = crew.all.find((it) => it.name === event.target.value);
    history.replaceState(null, '', crew.screen.name === '' ? location.pathname : `?crew=${crew.screen.name}`);
    desk.redraw();
  } }, crew.all.map(({ name, words }) => h('option', { value: name, selected: name === crew.screen.name }, words))));
}
