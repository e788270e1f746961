// What to announce, what happened, the newest on top, and what must be done until it is done.

import { get } from '../../api.js';
import { timeOfDay } from '../../clock.js';
import { h, put } from '../../dom.js';
import { clauseLink } from '../../register.js';
import { eventWords, promptOf } from '../happened.js';
import { sentence } from '../names.js';
import { isOwn, taskList } from '../tasks.js';

const KEPT = 80;
/** What is said aloud at the table. */
const ALOUD = new Set(['closed', 'collected', 'puck', 'rekeyed', 'rerolled', 'offered', 'shooter', 'chose', 'cutting-card', 'shuffle-due', 'round-over', 'carried', 'travelled', 'called', 'act', 'ruled', 'declared', 'marked', 'corrected', 'rebuilt', 'cut-offered', 'was-cut', 'cut-lapsed', 'notice', 'variant']);
/** What the other parts show anyway. */
const QUIET = new Set(['posted', 'settled', 'round', 'noted', 'task', 'order']);

/** Makes the part. */
export function saidPart(desk) {
  const tasks = h('div.todo', { id: 'todo' });
  const log = h('ol.said', { tabindex: '0' });
  let known = 0;
  const element = h('section.panel.saying', { 'aria-label': 'Announcements' }, h('h2', 'Say and do'), tasks,
    h('div', { role: 'log', 'aria-label': 'What happened' }, log),
    h('p.quietly', 'Nothing is deleted here: a mistake is corrected by a new entry.'));
  load();
  return { element, draw, prompt, missed: load };

  /** Asks the house what was said here, so that every screen has the same, whenever it was opened. */
  async function load() {
    const answer = await get(`/api/tables/${desk.table}/said`).catch(() => null);
    if (!answer) return;
    put(log);
    for (const { at, event } of answer.said) hear(wordsFor(event), { ...desk.view, now: at });
    known = answer.number;
  }

  function draw(view, happened) {
    // What the game itself waits for comes first.
    const own = view.tasks.filter((task) => isOwn(task, desk.context)).sort((one, other) => Boolean(other.step) - Boolean(one.step));
    const others = view.tasks.filter((task) => !own.includes(task));
    const act = (kind, fields, done, wrong) => desk.act(kind, fields, done, wrong);
    put(tasks, own.length > 0 && h('h3', `To do (${own.length})`), taskList(own, desk.context, act, { withTable: false }),
      others.length > 0 && h('details', h('summary', `For others to do (${others.length})`), taskList(others, desk.context, act, { withTable: false })));
    // What came before the list was loaded stands in it.
    if (view.number > known) for (const event of happened) hear(wordsFor(event), view);
  }

  /** What is asked of staff is said as it is written. */
  function wordsFor(event) {
    const asked = promptOf(event);
    return asked ? { kind: 'act', words: asked.what, clause: asked.clause } : eventWords(event);
  }

  function hear({ kind, words, clause }, view) {
    // A prompt comes with the table and to all staff; once is enough.
    const isSaid = kind === 'act' && [...log.children].slice(0, 4).some((it) => it.dataset.words === words);
    if (QUIET.has(kind) || isSaid) return;
    const aloud = ALOUD.has(kind);
    log.prepend(h(`li${aloud ? '.aloud' : ''}`, { 'data-words': words }, h('time', timeOfDay(view.now)), h('span', sentence(words)), clause && clauseLink(view.game, clause)));
    while (log.childElementCount > KEPT) log.lastElementChild.remove();
  }

  /** Shows what staff should know; of other tables nothing is shown here. */
  function prompt(news) {
    const it = promptOf(news);
    if (it && (!it.table || it.table === desk.table)) hear(wordsFor(news), desk.view);
  }
}
