// Setting up the house in one page: chips, people, tables and their cards, each step with what is done and who is next.

import { get } from '../api.js';
import { h, put, stylesheet, sweeps } from '../dom.js';
import { games } from '../games.js';
import { money, plain, read } from '../money.js';
import { SAMPLE, firstPassword, lacking, peopleIn, sampleTables } from './house/sample.js';
import { keepFocus } from './focus.js';
import { listed } from './names.js';
import { actOf } from './pit/opening.js';
import { newFloor } from './pit.js';
import { requestList } from './requests.js';
import { refusal } from './send.js';

/** Opens the page. */
export async function open(main, context) {
  context.title('Set up the house');
  if (!context.is('manager', 'supervisor')) {
    put(main, h('section.page.narrow', h('h1', 'Set up the house'), h('p', 'Managers and supervisors set up the house. Sign in as one of them.'), h('p', h('a.button', { href: '/sign-in' }, 'Sign in'))));
    return undefined;
  }
  const [all] = await Promise.all([games(), ...['staff', 'pit', 'house'].map((name) => stylesheet(`/staff/${name}.css`))]);
  const floor = newFloor(context);
  const house = { context, floor, games: all.filter(({ offered, example }) => offered && !example), people: [] };
  const steps = [chipsStep(house), peopleStep(house), agreeStep(house), tablesStep(house)];
  const status = h('p.standing', { role: 'status' });
  put(main, h('section.page.pit.house', h('h1', 'Set up the house'), status, h('ol.steps', steps.map((step) => step.element)),
    h('p', h('a.button.quiet', { href: '/pit' }, 'To the pit'))));
  const draw = () => {
    for (const step of steps) step.draw();
    const open = steps.find((step) => step.element.dataset.state === 'open') ?? steps.find((step) => step.element.dataset.state !== 'done');
    put(status, open ? ['Next: ', h('b', open.title), '.'] : ['The house is open. Dealers find their tables under ', h('a', { href: '/' }, 'Tables'), '.']);
  };
  house.reload = async () => {
    if (context.is('manager', 'supervisor')) ({ people: house.people } = await get('/api/people').catch(() => ({ people: house.people })));
    draw();
  };
  await floor.refresh();
  await house.reload();
  const ends = [floor.listen(() => house.reload()), floor.start()];
  return () => ends.forEach((end) => end());
}

/** A step: a heading that says whether it is done, and a body. */
function newStep(title, ...body) {
  const mark = h('span.tag');
  const element = h('li.panel.step', { 'aria-label': title }, h('h2', title, ' ', mark), ...body);
  return { element, title, is(state, words) {
    element.dataset.state = state;
    mark.textContent = words;
    mark.classList.toggle('live', state === 'done');
  } };
}

/** What went wrong in a step, until it is tried again. */
function newWrong() {
  const element = h('p.notice', { role: 'alert', hidden: true });
  return { element, clear: () => {
    element.hidden = true;
  }, tell: (error) => {
    put(element, refusal(error));
    element.hidden = false;
  } };
}

function chipsStep({ context, floor }) {
  const holds = h('p');
  const wrong = newWrong();
  const amount = h('input', { id: 'house-chips', inputmode: 'decimal', autocomplete: 'off', value: plain(SAMPLE.chips) });
  const form = h('form.row', { onsubmit: ask }, h('label', { for: 'house-chips' }, 'Chips to order'), amount, h('button.button', { type: 'submit' }, 'Order chips'));
  const step = newStep('Chips in the cage', holds, form, wrong.element);
  return { ...step, draw };

  function draw() {
    const out = floor.pit.tables.filter((it) => !it.demo).reduce((sum, it) => sum + (it.float ?? 0), 0);
    const waits = floor.pit.requests.some((it) => it.act.mint);
    const has = (floor.pit.cage ?? 0) + out;
    put(holds, 'Floats come out of the cage. It holds ', h('b', money(floor.pit.cage ?? 0)), out > 0 ? `, and the tables hold ${money(out)}.` : '.', waits ? ' An order waits for a second person, below.' : '');
    form.hidden = !context.may('mint');
    step.is(has > 0 ? 'done' : waits ? 'waits' : 'open', has > 0 ? 'done' : waits ? 'waits for a second person' : 'to do');
  }

  async function ask(event) {
    event.preventDefault();
    const cents = read(amount.value);
    wrong.clear();
    if (!cents) return wrong.tell('An amount looks like 1000000 or 12.50.');
    return floor.act('mint', { amount: cents }, null, wrong.tell);
  }
}

function peopleStep(house) {
  const { context, floor } = house;
  const known = h('p');
  const wrong = newWrong();
  const rows = SAMPLE.people.map(({ name, roles, does }, at) => ({
    roles, name: h('input', { value: name, 'aria-label': `Name of the ${roles[0]}`, autocomplete: 'off', spellcheck: 'false' }),
    password: h('input', { value: firstPassword(), 'aria-label': `First password of the ${roles[0]}`, autocomplete: 'off', spellcheck: 'false' }), does, at,
  }));
  const body = h('tbody');
  const add = h('button.button', { type: 'submit' }, 'Add these people');
  const form = h('form', { onsubmit: send }, h('div.scroll', sweeps('People to add'), h('table', h('caption.unseen', 'People to add'), h('thead', h('tr', ['Name', 'Roles', 'First password', 'What they do'].map((words) => h('th', { scope: 'col' }, words)))), body)),
    h('p.quietly', 'Change the names to those of your people, and empty what you do not need. Write the first passwords down and hand them over: each person changes theirs under “Password…” after signing in.'), add);
  const step = newStep('People and their roles', known, form, wrong.element);
  return { ...step, draw };

  function draw() {
    const staff = house.people.filter((person) => person.roles.some((role) => role !== 'player'));
    const asked = floor.pit.requests.filter((it) => it.act['add-person']).map((it) => it.act['add-person'].name);
    const missing = lacking(staff);
    put(known, staff.length > 0 ? `Known: ${listed(staff.map((person) => `${person.name} (${listed(person.roles)})`))}. ` : '', missing.length > 0 ? `Still needed: ${listed(missing.map((role) => `a ${role}`))}.` : '', asked.length > 0 ? ` Asked for: ${listed(asked)}.` : '');
    const open = rows.filter((row) => !staff.some((person) => row.roles.every((role) => person.roles.includes(role))) && !asked.includes(row.name.value.trim()));
    keepFocus(body, () => body.replaceChildren(...open.map((row) => h('tr', h('td', row.name), h('td', listed(row.roles)), h('td', row.password), h('td.quietly', row.does)))));
    form.hidden = !context.may('add-person staff') || open.length === 0;
    step.is(missing.length === 0 ? 'done' : asked.length > 0 ? 'waits' : 'open', missing.length === 0 ? 'done' : asked.length > 0 ? 'waits for the second manager' : 'to do');
    step.open = open;
  }

  async function send(event) {
    event.preventDefault();
    wrong.clear();
    for (const person of peopleIn(step.open.map((row) => ({ name: row.name.value, password: row.password.value, roles: row.roles })))) {
      if (!await floor.act('add-person', person, null, wrong.tell)) return;
    }
  }
}

/** What waits for a second person: the other manager opens the same page and agrees. */
function agreeStep({ context, floor }) {
  const body = h('div');
  const step = newStep('A second person agrees', body);
  return { ...step, draw };

  function draw() {
    const { requests } = floor.pit;
    const yours = requests.filter((it) => it.yours);
    const others = [...new Set(requests.filter((it) => !it.yours).flatMap((it) => it.agree ?? []))];
    keepFocus(body, () => put(body, requests.length === 0 ? h('p.quietly', 'Nothing waits for a second person.') : null,
      others.length > 0 && yours.length === 0 && h('p', `${listed(others, 'or')} signs in on another screen, opens this page and agrees. Nobody agrees to their own request.`),
      yours.length > 1 && h('p', h('button.button', { type: 'button', 'data-key': 'all', onclick: () => all(yours) }, `Agree to all ${yours.length}`)),
      requestList(requests, context, floor.act)));
    step.is(requests.length === 0 ? 'done' : 'open', requests.length === 0 ? 'nothing waits' : `${requests.length} ${requests.length === 1 ? 'waits' : 'wait'}`);
  }

  async function all(requests) {
    for (const { request } of requests) if (!await floor.act('approve', { request }, null)) return;
    context.note('All of it is agreed to.');
  }
}

function tablesStep(house) {
  const { context, floor } = house;
  const known = h('p');
  const wrong = newWrong();
  const rows = sampleTables(house.games).map((it) => {
    const input = (name, words, properties) => h('input', { 'aria-label': `${words}: ${it.game.title}`, name, autocomplete: 'off', ...properties });
    return { ...it, open: input('open', 'Open', { type: 'checkbox', checked: true }),
      dealing: h('select', { 'aria-label': `Dealt: ${it.game.title}` }, h('option', { value: 'physical' }, 'by a dealer'), h('option', { value: 'virtual' }, 'by the program')),
      float: input('float', 'Float', { inputmode: 'decimal', value: plain(it.values.float) }), min: input('min', 'Minimum', { inputmode: 'decimal', value: plain(it.values.min) }), max: input('max', 'Maximum', { inputmode: 'decimal', value: plain(it.values.max) }) };
  });
  for (const row of rows) row.element = h('tr', h('td', row.open), h('th', { scope: 'row' }, row.game.title), h('td', row.dealing), h('td', row.float), h('td', row.min), h('td', row.max));
  const table = h('div.scroll', sweeps('Tables to open'), h('table', h('caption.unseen', 'Tables to open'), h('thead', h('tr', ['Open', 'Game', 'Dealt', 'Float', 'Minimum', 'Maximum'].map((words) => h('th', { scope: 'col' }, words)))),
    h('tbody', rows.map((row) => row.element))));
  let opening = false;
  const form = h('form', { onsubmit: send }, table, h('p.quietly', 'The limits are those of the main wager; other wagers get the usual ones. A table for cards gets a new set of cards, which the dealer checks and brings at the console.'), h('button.button', { type: 'submit' }, 'Open these tables'));
  const step = newStep('Tables and limits', known, form, wrong.element);
  return { ...step, draw };

  function draw() {
    const open = floor.pit.tables.filter((it) => !it.demo);
    const supervisors = house.people.filter((person) => person.roles.includes('supervisor')).map((person) => person.name);
    put(known, open.length > 0 ? `Open: ${listed(open.map((it) => it.name))}. ` : '',
      !context.may('open') && (supervisors.length > 0 ? `A supervisor opens tables: ${listed(supervisors, 'or')} signs in and opens this page.` : 'A supervisor opens tables. Add one first, above.'));
    // A game that has a table needs no other to begin with.
    for (const row of rows) row.element.hidden = open.some((it) => it.game === row.game.name);
    form.hidden = !context.may('open') || rows.every((row) => row.element.hidden);
    const isDone = open.length > 0 && !opening;
    step.is(isDone ? 'done' : 'open', isDone ? 'done' : opening ? 'opening…' : 'to do');
  }

  async function send(event) {
    event.preventDefault();
    if (opening) return;
    wrong.clear();
    opening = true;
    await openAll();
    opening = false;
    await house.reload();
  }

  /** Opens one table after the other; the first that is refused ends it, and says why. */
  async function openAll() {
    const used = new Set(floor.pit.tables.map((it) => it.table));
    const next = () => {
      let number = 1;
      while (used.has(number)) number += 1;
      used.add(number);
      return number;
    };
    for (const row of rows.filter((it) => it.open.checked && !it.element.hidden)) {
      const amounts = Object.fromEntries(['float', 'min', 'max'].map((name) => [name, read(row[name].value)]));
      if (Object.values(amounts).includes(null)) return wrong.tell(`${row.game.title}: an amount looks like 25 or 12.50.`);
      const number = next();
      const opened = await floor.act('open', actOf(row.game, { ...row.values, ...amounts, table: number, name: row.game.title, dealing: row.dealing.value }), null, wrong.tell);
      if (!opened) return undefined;
      if (row.game.cards && row.dealing.value === 'physical' && context.may('register-cards')) {
        if (!await floor.act('register-cards', { set: number, decks: row.game.cards.decks[0], backs: 'blue' }, null, wrong.tell)) return undefined;
      }
    }
    return undefined;
  }
}
