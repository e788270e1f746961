// What to announce and what happened: the newest on top, prompts until somebody has seen to them.

import { timeOfDay } from '../../clock.js';
import { h } from '../../dom.js';
import { clauseLink } from '../../register.js';
import { eventWords, promptOf } from '../happened.js';
import { sentence } from '../names.js';

const KEPT = 80;
/** What is said aloud at the table. */
const ALOUD = new Set(['closed', 'collected', 'puck', 'rekeyed', 'rerolled', 'offered', 'shooter', 'chose', 'cutting-card', 'shuffle-due', 'round-over', 'carried', 'travelled', 'called', 'act', 'corrected', 'rebuilt', 'cut-offered', 'was-cut', 'cut-lapsed', 'notice', 'variant']);
/** What the other parts show anyway. */
const QUIET = new Set(['posted', 'settled', 'round', 'noted']);

/** Makes the part. */
export function saidPart(desk) {
  const prompts = h('ul.prompts');
  const log = h('ol.said', { tabindex: '0' });
  const element = h('section.panel.saying', { 'aria-label': 'Announcements' }, h('h2', 'Say and do'), h('div', { role: 'alert' }, prompts),
    h('div', { role: 'log', 'aria-label': 'What happened' }, log),
    h('p.quietly', 'Nothing is undone here: what was wrong is corrected by a new entry.'));
  return { element, draw, prompt, missed };

  function draw(view, happened) {
    for (const event of happened) {
      if (event.prompt) prompt(event);
      else hear(eventWords(event), view);
    }
  }

  function hear({ kind, words, clause }, view) {
    if (QUIET.has(kind)) return;
    const aloud = ALOUD.has(kind);
    log.prepend(h(`li${aloud ? '.aloud' : ''}`, h('time', timeOfDay(view.now)), h('span', sentence(words)), clause && clauseLink(view.game, clause)));
    while (log.childElementCount > KEPT) log.lastElementChild.remove();
  }

  /** Shows a prompt of the floor until it is put away; of other tables nothing is shown here. */
  function prompt(news) {
    const it = promptOf(news);
    if (!it || it.table && it.table !== desk.table) return;
    const same = [...prompts.children].find((item) => item.dataset.what === it.what);
    if (same) return;
    const item = h('li', { 'data-what': it.what }, h('span', sentence(it.what)), it.clause && clauseLink(desk.view.game, it.clause),
      h('button.plain', { type: 'button', onclick: () => item.remove() }, 'Done'));
    prompts.append(item);
  }

  function missed(events) {
    const words = events ? `${events.length} things happened while the line was down.` : 'The line was down for long; the table is shown as it is now.';
    log.prepend(h('li.aloud', h('span', words)));
    for (const [, event] of events ?? []) draw(desk.view, [event]);
  }
}
