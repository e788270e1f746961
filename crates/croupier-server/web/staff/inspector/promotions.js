// Promotions for inspectors: each with its terms in all versions, who looked at its prizes, denied claims, what was drawn again,
// disputes, and the inspector's own word when one was postponed.

import { get } from '../../api.js';
import { dateAndTime } from '../../clock.js';
import { h, put, stylesheet } from '../../dom.js';
import { stageTag, stateTag } from '../../pages/promotion-parts.js';
import { keepFocus } from '../focus.js';
import { drawPart } from '../promotions/awards.js';
import { claimsPart } from '../promotions/claims.js';
import { newDesk } from '../promotions/desk.js';
import { overviewPart } from '../promotions/overview.js';
import { termsPart } from '../promotions/terms-part.js';
import { reportTab } from './registers.js';

/** Opens the tab: the register, or one promotion of it. */
export async function promotionsTab(panel, context) {
  await Promise.all(['/staff/promotions.css', '/pages/promotions.css'].map(stylesheet));
  let close = null;
  await choose(Number(new URLSearchParams(location.search).get('promotion')) || null);
  return () => close?.();

  async function choose(number) {
    close?.();
    close = null;
    history.replaceState(null, '', `/inspector?show=promotions${number ? `&promotion=${number}` : ''}`);
    if (number) close = await one(panel, context, number, () => choose(null));
    else await all(panel, context, choose);
  }
}

async function all(panel, context, choose) {
  const [list, report] = [h('section.panel.desk', { 'aria-label': 'Promotions' }), h('div')];
  put(panel, list, report);
  const { promotions } = await get('/api/promotions');
  put(list, h('h2', 'Promotions'), promotions.length === 0 ? h('p.quietly', 'Nothing is recorded.') : h('ul.items', promotions.map((it) => h('li', h('div', h('b', `${it.promotion}. ${it.name}`), ' ', stateTag(it), h('small', `${it.entries} entries${it.draws ? `, draw ${dateAndTime(it.draws)}` : ''}`)),
    h('button.button.small', { type: 'button', onclick: () => choose(it.promotion) }, 'Look at it', h('span.unseen', ` promotion ${it.promotion}`))))));
  await reportTab('promotions')(report, context);
}

async function one(panel, context, number, back) {
  const body = h('div.desk');
  const desk = newDesk(context, `/api/promotions/${number}`, (it) => keepFocus(body, () => put(body, h('header.row', h('h2', `${it.promotion}. ${it.name}`), stateTag(it), h('span.gap'), h('button.button.quiet.small', { type: 'button', 'data-key': 'back', onclick: back }, 'All promotions'), h('a.button.quiet.small', { href: `/promotions/${number}` }, 'Public page')),
    overviewPart(desk, it), again(it), claimsPart(desk, it), drawPart(desk, it), termsPart(desk, it))));
  put(panel, body);
  await desk.load();
  return desk.start();
}

/** Everything that was drawn and did not stand, with the reason of each. */
function again(it) {
  const all = it.awards.filter(({ stage }) => ['passed-over', 'redrawn', 'refused', 'cancelled'].includes(stage));
  return h('section.panel', { 'aria-label': 'Drawn and not handed over' }, h('h2', 'Drawn and not handed over'), all.length === 0 ? h('p.quietly', 'Nothing is recorded.') : h('ul.items', all.map((award) => h('li', h('div', h('b', `Draw ${award.award}, prize ${award.prize}: entry ${award.entry}${award.name ? `, ${award.name}` : ''}`), ' ', stageTag(award),
    h('small', [award.words, award.redraw_words].filter(Boolean).join(': ')))))));
}
