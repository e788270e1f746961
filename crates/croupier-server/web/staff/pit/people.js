// People: who is known to the house, in which roles, and what may be done about it.

import { get } from '../../api.js';
import { h, put, sweeps } from '../../dom.js';
import { money } from '../../money.js';
import { NEW_PASSWORD } from '../../password.js';
import { fill } from '../forms.js';
import { listed } from '../names.js';

const ROLES = ['player', 'dealer', 'boxperson', 'stickperson', 'supervisor', 'manager', 'cashier', 'surveillance', 'inspector', 'promotions', 'scrutineer'];
const PASSWORD = { name: 'password', label: 'Password', ...NEW_PASSWORD };

/** Tells whether somebody is to be a player and nothing else, which takes one manager. */
const isPlayer = (roles) => roles.length === 1 && roles[0] === 'player';

/** Opens the tab. */
export async function peopleTab(panel, floor) {
  const { may } = floor.context;
  const list = h('tbody');
  const search = h('input', { type: 'search', 'aria-label': 'Find a person', placeholder: 'Find a name or role', oninput: draw });
  let people = [];
  put(panel, h('section.panel', h('div.row', search, may('add-person') && h('button.button', { type: 'button', onclick: add }, 'Add a person…')),
    h('div.scroll', sweeps('People'), h('table.people', h('caption.unseen', 'People'), h('thead', h('tr', ['Name', 'Roles', 'In the pocket', h('span.unseen', 'What can be done')].map((words) => h('th', { scope: 'col' }, words)))), list))));
  await load();

  async function load() {
    try {
      ({ people } = await get('/api/people'));
    } catch (error) {
      floor.context.note(error);
    }
    draw();
  }

  function draw() {
    const text = search.value.trim().toLowerCase();
    const found = people.filter((person) => `${person.name} ${person.roles.join(' ')}`.toLowerCase().includes(text));
    put(list, found.map((person) => h('tr', h('th', { scope: 'row' }, person.name, person.excluded && h('span.tag.wrong', 'kept out'), !person.has_password && h('span.tag', 'cannot sign in')),
      h('td', listed(person.roles)), h('td', person.roles.includes('player') ? [money(person.purse), person.tokens > 0 && ` and ${money(person.tokens)} in tokens`] : ''), h('td', h('div.row', acts(person))))));
  }

  function acts(person) {
    const button = (right, words, onclick) => may(right) && h('button.button.quiet.small', { type: 'button', onclick, 'aria-label': `${words} ${person.name}` }, words);
    return [button('set-roles', 'Roles…', () => roles(person)),
      person.name !== floor.context.me.name && button('set-password of another', 'Password…', () => password(person)),
      person.excluded ? button('readmit', 'Let in again…', () => readmit(person))
        : person.roles.includes('player') && floor.pit.tables.length > 0 && button('exclude', 'Keep out…', () => keepOut(person))];
  }

  /** The table says by whose order the person is kept out. */
  async function keepOut({ name }) {
    const tables = floor.pit.tables.map((it) => [String(it.table), `${it.table} ${it.name}`]);
    await fill(`Keep out of the casino: ${name}`, [{ name: 'table', label: 'For what happened at', kind: 'choice', of: tables }, { name: 'why', label: 'Why', kind: 'long', autofocus: true }], 'Keep out',
      ({ table, why }, wrong) => floor.act('exclude', { table: Number(table), name, why }, 'It is recorded.', wrong), { words: 'The person may not come in.', danger: true });
    await load();
  }

  async function add() {
    const done = await fill('Add a person', [{ name: 'name', label: 'Name', autofocus: true }, { name: 'roles', label: 'Roles', kind: 'several', of: ROLES }, { ...PASSWORD, required: false, hint: `${PASSWORD.hint} Leave empty if this person will not sign in.` }],
      'Add', ({ name, roles: chosen, password: secret }, wrong) => floor.act('add-person', { name, roles: chosen, password: secret || null }, isPlayer(chosen) ? `${name} is added.` : null, wrong),
      { words: 'A second manager must agree, unless it is a player.' });
    if (done) await load();
  }

  async function roles(person) {
    const done = await fill(`Roles of ${person.name}`, [{ name: 'roles', label: 'Roles', kind: 'several', of: ROLES, value: person.roles }], 'Send the request',
      ({ roles: chosen }, wrong) => floor.act('set-roles', { name: person.name, roles: chosen }, null, wrong), { words: 'A second manager must agree.' });
    if (done) await load();
  }

  function password(person) {
    return fill(`Password of ${person.name}`, [{ ...PASSWORD, autofocus: true }], 'Send the request',
      ({ password: secret }, wrong) => floor.act('set-password', { name: person.name, password: secret }, null, wrong), { words: 'A second manager must agree. Then the person is signed out everywhere.' });
  }

  async function readmit(person) {
    const done = await fill(`Let ${person.name} in again`, [{ name: 'why', label: 'Why', kind: 'long' }], 'Send the request',
      ({ why }, wrong) => floor.act('readmit', { name: person.name, why }, null, wrong), { words: 'A second manager must agree.' });
    if (done) await load();
  }
}
