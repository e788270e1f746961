// The register of clauses: every clause of a game's order in one sentence, and how far software goes.

import { get, getText } from '../api.js';
import { h, put, sweeps } from '../dom.js';
import { register } from '../register.js';

const LEVELS = {
  enforce: 'the program enforces it', prompt: 'the program reminds people of it', record: 'the program records it',
  configure: 'it is a setting', none: 'nothing for a program to do',
};

/** Opens the list of games, a game's register, or one clause in it. */
export async function open(main, context) {
  const { game, clause } = context.params;
  if (!game) return openGames(main, context);
  if (clause === 'order') return openOrder(main, context, game);
  const { title, clauses } = await register(game);
  context.title(clause ? `${title} ${clause}` : `Rules of ${title}`);
  const list = h('div.clauses');
  const count = h('p.quietly', { role: 'status' });
  const filter = h('input', { type: 'search', id: 'filter', placeholder: 'number or words', oninput: () => draw() });
  main.append(h('section.page', h('p', h('a', { href: '/rules' }, 'All games'), ' · ', h('a', { href: `/rules/${game}/order` }, 'The order itself')), h('h1', title),
    clause && one(clauses, clause),
    h('div.field', h('label', { for: 'filter' }, 'Find a clause'), filter), count, list));
  draw();

  function draw() {
    const words = filter.value.trim().toLowerCase();
    const found = clauses.filter((row) => row.clause.startsWith(words) || row.says.toLowerCase().includes(words));
    count.textContent = `${found.length} of ${clauses.length} clauses, in the words of this house`;
    put(list, table(found, game, clause));
  }
  return undefined;
}

function one(clauses, clause) {
  const row = clauses.find((row) => row.clause === clause);
  if (!row) return h('p.notice', `The register has no clause ${clause}.`);
  const above = clauses.filter((other) => clause.startsWith(`${other.clause}.`));
  return h('article.panel.field', h('h2', `Clause ${clause}`), h('p', { class: 'says' }, `${row.says}.`),
    above.length > 0 && h('p.quietly', 'It belongs to: ', above.map((other) => `${other.clause} ${other.says}. `)),
    h('p.quietly', `${row.kind}; concerns: ${row.actor}; ${LEVELS[row.level] ?? row.level}`));
}

function table(rows, game, current) {
  return h('div.scroll', sweeps('Clauses'), h('table.register',
    h('thead', h('tr', ['Clause', 'What it says', 'Kind', 'Concerns'].map((words) => h('th', { scope: 'col' }, words)))),
    h('tbody', rows.map((row) => h('tr', { 'aria-current': row.clause === current && 'true' },
      h('th', { scope: 'row' }, h('a', { href: `/rules/${game}/${encodeURIComponent(row.clause)}` }, row.clause)),
      h('td', row.says), h('td', row.kind), h('td', row.actor))))));
}

/** The text of the order itself, as the operator has loaded it. */
async function openOrder(main, context, game) {
  const { title } = await register(game);
  context.title(`The order of ${title}`);
  const body = h('div');
  main.append(h('section.page', h('p', h('a', { href: `/rules/${game}` }, 'The register in our own words')), h('h1', `The order of ${title}`), body));
  const load = async () => {
    try {
      put(body, h('pre.order', { tabindex: '0' }, await getText(`/api/rules/${game}/order`)));
    } catch (error) {
      put(body, h('p.notice', { role: 'note' }, `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`));
    }
    if (context.may('load-order')) {
      const { loadOrder } = await import('../staff/tasks.js');
      body.append(h('p', h('button.button.quiet', { type: 'button', onclick: () => loadOrder(game, context, load) }, 'Load the text…')));
    }
  };
  await load();
  return undefined;
}

async function openGames(main, context) {
  context.title('Rules');
  const { tables } = await get('/api/lobby');
  const games = new Map(tables.map((table) => [table.game, table.title]));
  main.append(h('section.page.narrow', h('h1', 'Rules'),
    h('p', 'Each game is played by its own order, the games of the casino by those of 17 August 2016. The register says every clause in one sentence of our own.'),
    h('ul', [...games].map(([game, title]) => h('li', h('a', { href: `/rules/${game}` }, title))))));
}
