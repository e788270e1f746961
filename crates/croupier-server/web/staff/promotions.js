// The promotions desk: all promotions with what is due, and one of them from draft to the last claim.

import { h, put, stylesheet } from '../dom.js';
import { stateTag } from '../pages/promotion-parts.js';
import { keepFocus } from './focus.js';
import { newDesk } from './promotions/desk.js';
import { claimsPart } from './promotions/claims.js';
import { drawPart } from './promotions/awards.js';
import { entriesTab } from './promotions/entries.js';
import { listOf } from './promotions/list.js';
import { overviewPart } from './promotions/overview.js';
import { termsPart } from './promotions/terms-part.js';
import { tabs } from './tabs.js';

const ROLES = ['promotions', 'manager', 'cashier', 'supervisor', 'inspector'];

/** Opens the desk, or one promotion at it. */
export async function open(main, context) {
  context.title('Promotions');
  if (!context.is(...ROLES)) {
    put(main, h('section.page.narrow', h('h1', 'Promotions desk'), h('p', 'The desk is for those who run promotions. Sign in as one of them.'), h('p', h('a.button', { href: '/sign-in' }, 'Sign in'), ' ', h('a.button.quiet', { href: '/promotions' }, 'All promotions'))));
    return undefined;
  }
  await Promise.all(['/staff/staff.css', '/staff/promotions.css', '/pages/promotions.css'].map(stylesheet));
  return context.params.promotion ? openOne(main, context, Number(context.params.promotion)) : openAll(main, context);
}

async function openAll(main, context) {
  const page = h('section.page.desk');
  const desk = newDesk(context, '/api/promotions', (told) => keepFocus(page, () => put(page, listOf(desk, told))));
  await desk.load();
  put(main, page);
  return desk.start();
}

/** The tabs of a promotion; those about what only the desk sees are left out for others. */
const TABS = [
  { name: 'now', title: 'Now', part: drawn(overviewPart) },
  { name: 'terms', title: 'Terms and prizes', part: drawn(termsPart) },
  { name: 'entries', title: 'Entries', part: entriesTab, when: ({ staff }) => staff },
  { name: 'draw', title: 'Draw and awards', part: drawn(drawPart) },
  { name: 'claims', title: 'Claims, disputes, money', part: drawn(claimsPart), when: ({ staff, can }) => staff || can.some(({ act }) => act === 'dispute-promotion') },
];

async function openOne(main, context, number) {
  const heard = new Set();
  const head = h('header.row');
  const desk = newDesk(context, `/api/promotions/${number}`, (told) => {
    context.title(told.name);
    keepFocus(head, () => put(head, h('h1', `${told.promotion}. ${told.name}`), stateTag(told), h('span.gap'),
      h('a.button.quiet.small', { href: '/desk' }, 'All promotions'), h('a.button.quiet.small', { href: `/promotions/${number}` }, 'Public page'), h('a.button.quiet.small', { href: `/display/promotion/${number}`, target: '_blank' }, 'Display')));
    [...heard].forEach((hear) => hear(told));
  });
  desk.listen = (hear) => {
    heard.add(hear);
    return () => heard.delete(hear);
  };
  await desk.load();
  const path = (name) => `/desk/${number}?show=${name}`;
  const bar = tabs(TABS.filter(({ when = () => true }) => when(desk.told)).map((tab) => ({ ...tab, open: (panel) => tab.part(panel, desk) })),
    { label: 'The promotion', chosen: context.query.get('show'), onchange: (name) => history.replaceState(null, '', path(name)) });
  desk.show = (name) => bar.show(name);
  put(main, h('section.page.desk', head, bar.element));
  const ends = [desk.start(), () => bar.close(), context.onMe((me) => me || context.go('/sign-in'))];
  return () => ends.forEach((end) => end());
}

/** Makes a tab of a part that is drawn anew whenever something has changed. */
function drawn(part) {
  return (panel, desk) => {
    const draw = (told) => keepFocus(panel, () => put(panel, part(desk, told, draw)));
    draw(desk.told);
    const end = desk.listen(draw);
    return () => {
      end();
      desk.paused = false;
    };
  };
}
