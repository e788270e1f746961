// The measures against misconduct on one screen, with one reason: wagers void, barred, kept out, held.

import { gameNamed } from '../games.js';
import { fill } from './forms.js';

const MEASURES = [
  ['conduct', 'Declare the wagers of this person void', 'step irregular'],
  ['bar', 'No further part in this game', 'bar'],
  ['exclude', 'Keep out of the casino', 'exclude'],
  ['detain', 'Hold until an inspector or the police take over', 'detain'],
];

/** Asks which measures are taken, and takes them one after the other, each with the same reason. */
export async function measures(context, view, name, act) {
  const game = await gameNamed(view.game);
  const has = (what) => what === 'conduct' ? game.situations.some((it) => it.what === what) : game.acts.includes(what);
  const of = MEASURES.filter(([what, , right]) => context.may(right) && has(what)).map(([what, words]) => [what, words]);
  const fields = [{ name: 'what', label: 'Measures', kind: 'several', of }, { name: 'why', label: 'Why', kind: 'long', autofocus: true }];
  return fill(`Misconduct: ${name}`, fields, 'Take these measures', async ({ what, why }, wrong) => {
    let answer = null;
    for (const [kind] of MEASURES.filter(([known]) => what.includes(known))) {
      answer = kind === 'conduct'
        ? await act('step', { table: view.table, step: { irregular: { what: 'conduct', player: name, by: 'supervisor' } } }, null, wrong)
        : await act(kind, { table: view.table, name, why }, null, wrong);
      if (!answer) return null;
    }
    if (answer) context.note('It is recorded.');
    return answer;
  }, { danger: true, words: 'For a supervisor who is satisfied that the person used a forbidden device. The reason is kept with each measure.' });
}
