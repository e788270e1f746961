// Sets of cards: which there are, who checked, sealed and keeps them, and at which table they are.

import { get } from '../../api.js';
import { h, put, sweeps } from '../../dom.js';
import { fill } from '../forms.js';

const CARDS = 52;

/** Opens the tab. */
export async function cardsTab(panel, floor) {
  const { may } = floor.context;
  const list = h('tbody');
  let sets = [];
  put(panel, h('section.panel', h('div.row', may('register-cards') && h('button.button', { type: 'button', onclick: register }, 'Register a set…')),
    h('div.scroll', sweeps('Sets of cards'), h('table.people', h('caption.unseen', 'Sets of cards'),
      h('thead', h('tr', ['Set', 'Backs', 'Checked', 'Seal', 'Where', h('span.unseen', 'What can be done')].map((words) => h('th', { scope: 'col' }, words)))), list))));
  await load();
  return floor.listen(load);

  async function load() {
    try {
      ({ sets } = await get('/api/cards'));
    } catch (error) {
      floor.context.note(error);
    }
    draw();
  }

  function draw() {
    put(list, sets.length === 0 && h('tr', h('td', { colspan: 6 }, 'No set of cards is registered.')),
      sets.map((it) => h('tr', h('th', { scope: 'row' }, `${it.set}`, h('small', ` ${it.decks} decks`)),
        h('td', it.backs, it.angel ? h('span.tag', 'shuffled by the maker') : it.pre_shuffled && h('span.tag', 'pre-shuffled')),
        h('td', checked(it)), h('td', it.seal ?? ''), h('td', it.retired ? 'retired' : it.table ? `table ${it.table}` : `with ${it.keeper}`),
        h('td', h('div.row', it.table === null && !it.retired && deeds(it))))));
  }

  function deeds(it) {
    const button = (right, words, onclick) => may(right) && h('button.button.quiet.small', { type: 'button', onclick, 'aria-label': `${words} set ${it.set}` }, words);
    return [button('check-cards', 'Check…', () => check(it)), button('seal-cards', 'Seal…', () => seal(it)),
      button('hand-over-cards', 'Hand over…', () => handOver(it)), button('retire-cards', 'Retire…', () => retire(it))];
  }

  const act = async (kind, fields, wrong) => {
    const done = await floor.act(kind, fields, null, wrong);
    await load();
    return done;
  };

  function register() {
    const fields = [{ name: 'set', label: 'Number of the set', kind: 'count', min: 1, autofocus: true }, { name: 'decks', label: 'Decks', kind: 'count', min: 1, max: 8, value: 6 },
      { name: 'backs', label: 'Colour and design of the backs' },
      { name: 'origin', label: 'How they come', kind: 'choice', of: [['', 'not shuffled'], ['house', 'pre-shuffled by the house'], ['angel', 'shuffled by their maker (Angel)']], required: false }];
    return fill('Register a set of cards', fields, 'Register it', ({ origin, ...rest }, wrong) => act('register-cards',
      { ...rest, ...(origin && { pre_shuffled: true }), ...(origin === 'angel' && { angel: true }) }, wrong));
  }

  function check({ set, decks }) {
    const fields = [{ name: 'cards', label: 'Cards counted', kind: 'count', min: 0, max: 1000, autofocus: true, hint: `All of them are ${decks * CARDS}.` },
      { name: 'device', label: 'Deck-checking device', required: false, hint: 'Leave empty if the cards were checked by hand.' }];
    return fill(`Check set ${set}`, fields, 'Checked', ({ cards, device }, wrong) => act('check-cards', { set, cards, ...(device && { device }) }, wrong));
  }

  const seal = ({ set }) => fill(`Seal set ${set}`, [{ name: 'seal', label: 'What the seal says', autofocus: true }], 'Sealed', ({ seal: text }, wrong) => act('seal-cards', { set, seal: text }, wrong));
  const handOver = ({ set }) => fill(`Hand set ${set} over`, [{ name: 'to', label: 'To whom', autofocus: true }], 'Handed over', ({ to }, wrong) => act('hand-over-cards', { set, to }, wrong));
  const retire = ({ set }) => fill(`Retire set ${set}`, [{ name: 'why', label: 'Why', kind: 'long', autofocus: true }], 'Retire it', ({ why }, wrong) => act('retire-cards', { set, why }, wrong), { danger: true });
}

function checked(it) {
  if (it.counted === null) return h('span.tag', 'not checked');
  const how = `${it.counted} cards by ${it.checked_by}${it.device ? ` with ${it.device}` : ''}`;
  return it.checked ? how : [h('span.tag.wrong', 'wrong'), ' ', how];
}
