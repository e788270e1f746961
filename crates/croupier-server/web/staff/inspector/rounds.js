// Any round again, entry by entry: a slider, the table as it was, and what followed with its clauses.

import { get } from '../../api.js';
import { dateAndTime, timeOfDay } from '../../clock.js';
import { h, put } from '../../dom.js';
import { clauseLink } from '../../register.js';
import { actWords } from '../acts.js';
import { feltPart } from '../dealer/felt.js';
import { showWithin } from '../focus.js';
import { eventWords, outcome } from '../happened.js';
import { sentence, wagerName, whereName } from '../names.js';

const STEP_MS = 900;

/** Opens the tab. */
export async function roundsTab(panel, context) {
  const { tables } = await get('/api/lobby').catch(() => ({ tables: [] }));
  const asked = { table: context.query.get('table') ?? tables[0]?.table ?? 1, round: context.query.get('round') ?? tables[0]?.round ?? 1 };
  const body = h('div.replay');
  let timer = null;
  const form = h('form.filters', { onsubmit: (event) => {
    event.preventDefault();
    load(form.elements.table.value, form.elements.round.value);
  } }, h('div.field', h('label', { for: 'round-table' }, 'Table'), h('input', { id: 'round-table', name: 'table', type: 'number', min: 1, required: true, value: asked.table, list: 'round-tables' })),
  h('datalist', { id: 'round-tables' }, tables.map((it) => h('option', { value: it.table }, it.name))),
  h('div.field', h('label', { for: 'round-round' }, 'Round'), h('input', { id: 'round-round', name: 'round', type: 'number', min: 0, required: true, value: asked.round })),
  h('button.button', { type: 'submit' }, 'Replay'), h('button.button.quiet', { type: 'button', onclick: () => other(-1) }, 'Round before'), h('button.button.quiet', { type: 'button', onclick: () => other(1) }, 'Round after'));
  put(panel, h('section.panel', form), body);
  if (context.query.get('round')) await load(asked.table, asked.round, Number(context.query.get('entry')));
  return () => clearInterval(timer);

  function other(by) {
    const { table, round } = form.elements;
    round.value = Math.max(0, Number(round.value) + by);
    return load(table.value, round.value);
  }

  async function load(table, round, entry) {
    clearInterval(timer);
    try {
      show(await get(`/api/journal/rounds/${table}/${round}`), entry);
    } catch (error) {
      put(body, h('p.notice', sentence(error.message)));
    }
  }

  function show(it, entry) {
    const felt = feltPart({ may: () => false }, { still: true });
    const last = it.entries.length - 1;
    const slider = h('input', { type: 'range', min: 0, max: last, value: 0, 'aria-label': 'Entry of the round', oninput: () => draw() });
    const said = h('div.what', { 'aria-live': 'polite' });
    const lines = h('div');
    const play = h('button.button.small', { type: 'button', onclick: run }, 'Play');
    const list = h('ol.steps', it.entries.map((step, at) => h('li', h('button', { type: 'button', onclick: () => go(at) }, h('time', timeOfDay(step.at)), h('b', step.who), h('span', actWords(step.act))))));
    put(body, h('section.panel', h('h2', `${it.name || `Table ${it.table}`}, round ${it.round}`),
      h('div.sliding', h('button.button.quiet.small', { type: 'button', 'aria-label': 'One back', onclick: () => go(Number(slider.value) - 1) }, '‹'), slider,
        h('button.button.quiet.small', { type: 'button', 'aria-label': 'One on', onclick: () => go(Number(slider.value) + 1) }, '›'), play)),
    h('div.replay-stage', h('div', felt.element, lines), h('div', h('section.panel', said), h('section.panel.steplist', h('h2', `${it.entries.length} entries`), list))));
    go(Math.max(0, it.entries.findIndex((step) => step.number === entry)));

    function go(at) {
      slider.value = Math.max(0, Math.min(last, at));
      draw();
    }

    function run() {
      if (timer) return stop();
      if (Number(slider.value) === last) slider.value = -1;
      play.textContent = 'Pause';
      timer = setInterval(() => (Number(slider.value) < last ? go(Number(slider.value) + 1) : stop()), STEP_MS);
      return undefined;
    }

    function stop() {
      clearInterval(timer);
      timer = null;
      play.textContent = 'Play';
    }

    function draw() {
      const at = Number(slider.value);
      const step = it.entries[at];
      slider.setAttribute('aria-valuetext', `${at + 1} of ${last + 1}: ${actWords(step.act)}`);
      [...list.children].forEach((item, index) => item.classList.toggle('now', index === at));
      showWithin(list, list.children[at]);
      put(said, followed(step, it.game));
      felt.element.hidden = !step.view;
      if (step.view) felt.draw(step.view);
      put(lines, step.view && step.view.lines_round === it.round && settled(step.view));
    }
  }
}

/** What an entry was and what followed from it. */
function followed(step, game) {
  const denied = step.answer.verdict?.denied;
  const waits = step.answer.verdict?.waits;
  const events = step.answer.events.map(eventWords).filter(({ kind }) => kind !== 'posted');
  const money = step.answer.events.filter((event) => event.posted);
  return [h('p.act', h('span.number', step.number), h('b', step.who), ` ${actWords(step.act)}`, h('small', dateAndTime(step.at))),
    denied && h('p.notice', `Refused: ${denied.why}. `, denied.clause && game && clauseLink(game, denied.clause)),
    waits && h('p.notice', `It waits for a second person as request ${waits.request}.`),
    h('ul', events.map(({ words, clause }) => h('li', sentence(words), ' ', clause && game && clauseLink(game, clause)))),
    money.length > 0 && h('details', h('summary', `${money.length} ${money.length === 1 ? 'posting' : 'postings'} in the ledger`), h('ul', money.map((event) => h('li', eventWords(event).words))))];
}

function settled(view) {
  return view.lines.length > 0 && h('section.panel.settledlines', h('h2', 'Settled so far'), h('ol', view.lines.map((line) => h('li',
    h('span', `${wagerName(line, view.sign)}, ${whereName(line)}`), h('b', sentence(outcome(line))), clauseLink(view.game, line.clause)))));
}
