// The registers: rules with a search, readings, and what was recorded of incidents, privileged acts and money.

import { get } from '../../api.js';
import { h, put, sweeps } from '../../dom.js';
import { register } from '../../register.js';
import { periodForm } from '../period.js';
import { drawReport } from '../report.js';
import { markdown } from './markdown.js';

/** Makes a tab of a report. */
export const reportTab = (about) => async (panel, context) => {
  const body = h('div');
  const load = (asked) => shown(body, `/api/reports/${about}?${asked}`, context);
  put(panel, h('section.panel', periodForm('report', load), body));
  await load('');
};

/** Opens the tab in which anyone's statement can be read. */
export async function statementTab(panel, context) {
  const body = h('div');
  const name = h('input', { id: 'statement-name', name: 'name', required: true, autocomplete: 'off' });
  const form = periodForm('statement', (asked) => shown(body, `/api/reports/statement?${asked}`, context));
  form.prepend(h('div.field', h('label', { for: 'statement-name' }, 'Name'), name));
  put(panel, h('section.panel', form, body));
}

async function shown(body, path, context) {
  put(body, h('p.quietly', 'The journal is being read…'));
  try {
    const report = await get(path);
    put(body, drawReport(report), older(report.facts ?? {}, path, context));
  } catch (error) {
    put(body);
    context.note(error);
  }
}

/** A button for the page of a list before this one; null where there is none. */
function older(facts, path, context) {
  const before = facts['older-lines-before-entry'] ?? facts['older-vouchers-before-number'];
  if (!before) return null;
  const [address, asked] = path.split('?');
  const place = h('div', h('p', h('button.button.quiet', { type: 'button', onclick: () => {
    const next = new URLSearchParams(asked);
    next.set('before', before);
    shown(place, `${address}?${next}`, context);
  } }, 'Older lines')));
  return place;
}

/** Opens the register of rules: all games at once, found by number or words. */
export async function rulesTab(panel) {
  const { tables } = await get('/api/lobby');
  const games = [...new Map(tables.map((it) => [it.game, it.title]))];
  const list = h('tbody');
  const count = h('p.quietly', { role: 'status' });
  const search = h('input', { type: 'search', id: 'rules-search', placeholder: 'number or words', oninput: draw });
  const game = h('select', { id: 'rules-game', onchange: draw }, h('option', { value: '' }, 'all games'), games.map(([name, title]) => h('option', { value: name }, title)));
  put(panel, h('section.panel', h('div.filters', h('div.field', h('label', { for: 'rules-search' }, 'Find'), search), h('div.field', h('label', { for: 'rules-game' }, 'Game'), game)), count,
    h('div.scroll', sweeps('Clauses'), h('table', h('caption.unseen', 'Clauses'), h('thead', h('tr', ['Game', 'Clause', 'What it says', 'Concerns', 'Software'].map((words) => h('th', { scope: 'col' }, words)))), list))));
  const all = (await Promise.all(games.map(async ([name, title]) => (await register(name)).clauses.map((clause) => ({ ...clause, game: name, title }))))).flat();
  draw();

  function draw() {
    const words = search.value.trim().toLowerCase();
    const found = all.filter((row) => (!game.value || row.game === game.value) && (row.clause.toLowerCase().startsWith(words) || row.says.toLowerCase().includes(words)));
    count.textContent = `${found.length} of ${all.length} clauses${found.length > 300 ? '; the first 300 are shown' : ''}`;
    put(list, found.slice(0, 300).map((row) => h('tr', h('td', row.title), h('th', { scope: 'row' }, h('a', { href: `/rules/${row.game}/${encodeURIComponent(row.clause)}` }, row.clause)),
      h('td', row.says), h('td', row.actor), h('td', row.level))));
  }
}

/** Opens the readings: where an order leaves something open, what this house takes it to mean. */
export async function readingsTab(panel) {
  const answer = await get('/api/readings');
  put(panel, h('section.panel.readings', markdown(answer.markdown ?? answer.detail ?? '')));
}
