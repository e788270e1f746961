// The journal as a timeline: newest first, with filters, each entry open to its last byte.

import { get } from '../../api.js';
import { timeOfDay } from '../../clock.js';
import { h, put } from '../../dom.js';
import { actWords, KINDS } from '../acts.js';
import { plainly } from '../names.js';
import { showSlip, slipOf } from '../paper.js';

const AT_ONCE = 100;

/** Opens the tab. */
export async function journalTab(panel, context) {
  const list = h('ol.timeline', { 'aria-label': 'Entries, newest first' });
  const standing = h('p.quietly', { role: 'status' });
  const older = h('button.button.quiet', { type: 'button', hidden: true, onclick: () => load(false) }, 'Older entries');
  const filters = h('form.filters', { role: 'search', onsubmit: (event) => {
    event.preventDefault();
    load(true);
  } }, filter('table', 'Table', { type: 'number', min: 0 }), filter('who', 'Who'), kinds(), filter('round', 'Round', { type: 'number', min: 0 }),
  filter('before', 'Before entry', { type: 'number', min: 1 }), h('button.button', { type: 'submit' }, 'Show'),
  h('button.button.quiet', { type: 'reset', onclick: () => setTimeout(() => load(true)) }, 'All'));
  put(panel, h('section.panel', filters, standing, list, older));
  let next = null;
  let day = null;
  let shown = 0;
  await load(true);

  async function load(anew) {
    const asked = new URLSearchParams({ limit: AT_ONCE });
    for (const name of ['table', 'who', 'kind', 'round', 'before']) {
      const value = filters.elements[name].value.trim();
      if (value !== '') asked.set(name, value);
    }
    if (!anew && next) asked.set('before', next);
    try {
      const page = await get(`/api/journal?${asked}`);
      if (anew) {
        put(list);
        [day, shown] = [null, 0];
      }
      draw(page);
    } catch (error) {
      context.note(error);
    }
  }

  function draw(page) {
    for (const entry of page.entries) {
      const date = new Date(entry.at).toLocaleDateString([], { dateStyle: 'full' });
      if (date !== day) list.append(h('li.day', h('h2', date)));
      day = date;
      list.append(row(entry));
    }
    shown += page.entries.length;
    next = page.next_before ?? (page.entries.length === AT_ONCE ? page.entries.at(-1).number : null);
    older.hidden = !next;
    standing.textContent = `${shown} of ${page.standing} entries are shown.`;
  }

  function row(entry) {
    const at = entry.table ? `table ${entry.table}` : 'the house';
    const body = h('div.body');
    const details = h('details', { ontoggle: () => details.open && body.childElementCount === 0 && put(body, open(entry)) },
      h('summary', h('time', { datetime: new Date(entry.at).toISOString() }, timeOfDay(entry.at)), h('span.number', entry.number), h('b', entry.who),
        h('span.words', verdictTag(entry.verdict), entry.act ? actWords(entry.act) : plainly(entry.kind)), h('small', entry.round ? `${at}, round ${entry.round}` : at)), body);
    return h(`li${entry.verdict?.denied ? '.refused' : ''}`, details);
  }

  function open(entry) {
    return [h('dl.facts', fact('Kind', plainly(entry.kind)), fact('Place in its chain', `${entry.seq} of ${entry.table ? `table ${entry.table}` : 'the house'}`),
      fact('What became of it', verdictWords(entry.verdict)), fact('Milliseconds', entry.at), fact('Hash', h('code', entry.hash))), h('pre', { tabindex: '0' }, JSON.stringify(entry.act, null, 2)),
    !entry.verdict?.denied && slipOf({ ...entry, by: entry.who }) && h('button.button.quiet.small', { type: 'button', onclick: () => showSlip(slipOf({ ...entry, by: entry.who })) }, 'Slip…'),
    entry.table > 0 && entry.round > 0 && h('button.button.quiet.small', { type: 'button', onclick: () => context.inspect('rounds', { table: entry.table, round: entry.round, entry: entry.number }) }, `Replay round ${entry.round}`)];
  }
}

/** Tells at a glance that something was not done. */
function verdictTag(verdict) {
  if (verdict?.denied) return h('span.tag.wrong', 'refused');
  return verdict?.waits ? h('span.tag.warn', `request ${verdict.waits.request}`) : null;
}

/** Says whether an act was done, or why not. */
function verdictWords(verdict) {
  if (verdict?.denied) return `Refused: ${verdict.denied.why}${verdict.denied.clause ? ` (clause ${verdict.denied.clause})` : ''}. Nothing was changed.`;
  return verdict?.waits ? `It waited for a second person as request ${verdict.waits.request}.` : 'Done.';
}

const fact = (name, value) => [h('dt', name), h('dd', value)];

function filter(name, words, properties = {}) {
  return h('div.field', h('label', { for: `filter-${name}` }, words), h('input', { id: `filter-${name}`, name, autocomplete: 'off', ...properties }));
}

function kinds() {
  return h('div.field', h('label', { for: 'filter-kind' }, 'Kind'), h('select', { id: 'filter-kind', name: 'kind' },
    h('option', { value: '' }, 'all'), KINDS.map((kind) => h('option', { value: kind }, kind === 'step' ? 'everything in a game' : plainly(kind)))));
}
