// The measures against misconduct on one screen, with one reason: wagers void, barred, kept out, held.

import { gameNamed } from '../games.js';
import { fill } from './forms.js';
import { playerNames } from './players.js';

const MEASURES = [
  ['conduct', 'Declare the wagers void', 'step irregular'],
  ['bar', 'No further part in this game', 'bar'],
  ['exclude', 'Keep out of the casino', 'exclude'],
  ['detain', 'Hold until an inspector or the police take over', 'detain'],
];

/** Those at a table: who sits there, and who has wagers there without a seat. */
export function peopleAt(view) {
  const seated = view.seats.filter((seat) => seat.taken).map((seat) => [seat.name, `${seat.seat} ${seat.name}`]);
  const standing = [...new Set(view.wagers.map((wager) => wager.player))].filter((name) => name && !seated.some(([known]) => known === name));
  return [...seated, ...standing.map((name) => [name, name])];
}

/** Asks which measures are taken against whom, and takes them one after the other, each with the same reason. */
export async function measures(context, view, chosen, act) {
  const game = await gameNamed(view.game);
  const has = (what) => what === 'conduct' ? !view.held && game.situations.some((it) => it.what === what) : game.acts.includes(what);
  const of = MEASURES.filter(([what, , right]) => context.mayAt(right, Boolean(view.dice)) && has(what)).map(([what, words]) => [what, words]);
  const fields = [{ name: 'who', label: 'Who', kind: 'several', of: peopleAt(view), value: chosen },
    { name: 'other', label: 'Somebody who does not play here', required: false, list: playerNames(), hint: 'May be left out.' },
    { name: 'what', label: 'Measures', kind: 'several', of }, { name: 'why', label: 'Why', kind: 'long', autofocus: true }];
  const taken = new Set();
  return fill('Misconduct', fields, 'Take these measures', async ({ who, other, what, why }, wrong) => {
    const people = [...who, ...(other ? [other] : [])];
    if (people.length === 0 || what.length === 0) {
      wrong(people.length === 0 ? 'Choose who used a forbidden device.' : 'Choose at least one measure.');
      return null;
    }
    for (const [kind, fields] of actsOf(view.table, people, what, why)) {
      const key = JSON.stringify([kind, fields]);
      if (taken.has(key)) continue;
      if (!await act(kind, fields, null, wrong)) return null;
      taken.add(key);
    }
    context.note('It is recorded.');
    return true;
  }, { danger: true, words: 'For a supervisor who is satisfied that somebody used a forbidden device. The reason is kept with each measure.' });
}

/** The acts of some measures against some people, in the order of the rules. */
export function actsOf(table, people, what, why) {
  return MEASURES.filter(([known]) => what.includes(known)).flatMap(([kind]) => kind === 'conduct'
    ? [['step', { table, step: { irregular: { what: kind, players: people, why } } }]]
    : people.map((name) => [kind, { table, name, why }]));
}
