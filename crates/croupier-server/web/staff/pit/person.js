// What may be done about a person at a table: leave the seat, give up an area, or one of the measures against misconduct.

import { ask } from '../../dialog.js';
import { h } from '../../dom.js';
import { gameNamed } from '../../games.js';
import { fill } from '../forms.js';
import { measures } from '../measures.js';
import { playerNames } from '../players.js';

/** Acts about a person, with the fields that each needs. */
const ACTS = {
  vacate: { title: 'Must leave the seat', words: 'A player who sat out three rounds at a full table must make room for others.', fields: () => [], make: (table, player) => ({ table, player }) },
  'give-up': { title: 'Must give up an area', words: 'A player who plays several areas must give one up for somebody who waits.', fields: ({ gives_up: areas }) => [{ name: 'area', label: 'Area', kind: 'choice', of: areas.map((area) => [String(area), String(area)]) }, { name: 'to', label: 'For whom: the newcomer', list: playerNames() }], make: (table, player, { area, to }) => ({ table, player, area: Number(area), to }) },
};

/** Opens the menu about a person. */
export async function personMenu(floor, view, name) {
  const may = (act) => floor.context.mayAt(act, Boolean(view.dice));
  const game = await gameNamed(view.game);
  const seat = view.seats.find((it) => it.name === name);
  const fits = { vacate: seat?.may.includes('vacate'), 'give-up': seat?.gives_up.length > 0 };
  const kind = await ask(name, (form, close) => [h('div.choices',
    may('bar') && h('button.button', { type: 'button', onclick: () => close('measures') }, 'Misconduct: wagers void, bar, keep out, hold…'),
    Object.entries(ACTS).filter(([act]) => may(act) && game.acts.includes(act) && fits[act])
    .map(([act, { title }]) => h('button.button.quiet', { type: 'button', onclick: () => close(act) }, `${title}…`))),
  h('div.row.end', h('button.button.quiet', { type: 'button', onclick: () => close() }, 'Cancel'))]);
  if (kind === 'measures') await measures(floor.context, view, [name], floor.act);
  else if (kind) await about(floor, kind, view.table, name, seat);
}

/** Asks for the fields of an act about a person, and does it. */
function about(floor, kind, table, name, seat) {
  const { title, words, fields, make } = ACTS[kind];
  return fill(`${title}: ${name}`, fields(seat), title, (given, wrong) => floor.act(kind, make(table, name, given), 'It is recorded.', wrong), { words });
}
