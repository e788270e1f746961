// The pit: all tables at a glance, what waits for somebody, and what may be done about it by whoever looks.

import { poll, Problem } from '../api.js';
import { setClock, ticking } from '../clock.js';
import { h, put, stylesheet } from '../dom.js';
import { newAlarm } from './pit/alarm.js';
import { cageTab } from './pit/cage.js';
import { cardsTab } from './pit/cards.js';
import { clockNotice } from './pit/clock.js';
import { figuresTab } from './pit/figures.js';
import { openTable } from './pit/opening.js';
import { peopleTab } from './pit/people.js';
import { poolsTab } from './pit/pools.js';
import { tablesTab } from './pit/tables.js';
import { vouchersTab } from './pit/vouchers.js';
import { recordIncident, waitingTab } from './pit/waiting.js';
import { promptOf } from './happened.js';
import { Sender } from './send.js';
import { tabs } from './tabs.js';
import { isOwn } from './tasks.js';

const OFTEN_MS = 5000;
const SOON_MS = 600;

/** Opens the pit. */
export async function open(main, context) {
  context.title('Pit');
  if (!context.is('dealer', 'boxperson', 'stickperson', 'supervisor', 'manager', 'cashier', 'surveillance', 'inspector')) {
    put(main, notForYou());
    return undefined;
  }
  await Promise.all(['staff', 'pit'].map((name) => stylesheet(`/staff/${name}.css`)));
  const floor = newFloor(context);
  await floor.refresh();
  const bar = tabs(TABS.filter((tab) => tab.when(context)).map((tab) => ({ ...tab, open: (panel) => tab.part(panel, floor) })), {
    label: 'The pit', chosen: context.query.get('show'),
    onchange: (name) => history.replaceState(null, '', `/pit?show=${name}`),
  });
  const alarm = newAlarm(context);
  put(main, h('section.page.pit', h('header.row', h('h1', 'Pit'), h('span.gap'), alarm.element,
    context.is('manager', 'supervisor') && h('a.button.quiet', { href: '/house' }, 'Set up the house'),
    context.may('open') && h('button.button', { type: 'button', onclick: () => openTable(floor) }, 'Open a table…'),
    context.may('incident') && h('button.button.quiet', { type: 'button', onclick: () => recordIncident(floor) }, 'Incident…')),
  clockNotice(floor), bar.element));
  const waits = () => {
    bar.count('waiting', floor.waiting().length);
    alarm.waits(floor.waiting().length);
  };
  waits();
  const ends = [context.onMe((me) => me || put(main, notForYou())), floor.listen(waits), floor.start(), ticking(() => floor.ticks.forEach((tick) => tick())), () => bar.close(), alarm.end];
  return () => ends.forEach((end) => end());
}

const TABS = [
  { name: 'tables', title: 'Tables', part: tablesTab, when: (context) => !onlyCage(context) },
  { name: 'waiting', title: 'Waiting', part: waitingTab, when: () => true },
  { name: 'figures', title: 'Win and hold', part: figuresTab, when: ({ may }) => may('look') },
  { name: 'people', title: 'People', part: peopleTab, when: ({ is }) => is('manager', 'supervisor') },
  { name: 'pools', title: 'Pools', part: poolsTab, when: (context) => !onlyCage(context) },
  { name: 'cards', title: 'Cards', part: cardsTab, when: (context) => !onlyCage(context) },
  { name: 'cage', title: 'Cage', part: cageTab, when: ({ may }) => ['buy-in', 'mint'].some(may) },
  { name: 'vouchers', title: 'Vouchers', part: vouchersTab, when: () => true },
];

const notForYou = () => h('section.page.narrow', h('h1', 'Pit'), h('p', 'The pit is for staff. Sign in as one of them.'),
  h('p', h('a.button', { href: '/sign-in' }, 'Sign in')));

const onlyCage = ({ me }) => me?.roles.every((role) => role === 'cashier') ?? false;

/** What the parts of the pit share: the floor as it was last told, and ways to change it. */
export function newFloor(context) {
  const heard = new Set();
  let timer = null;
  let busy = false;
  const sender = new Sender(context);
  const floor = {
    context, pit: { tables: [], requests: [], complaints: [], tasks: [] }, prompts: [], wrong: null, ticks: new Set(),
    /** Does something, and looks again. */
    async act(kind, fields, done, wrong) {
      const answer = await sender.send({ [kind]: fields }, done, wrong);
      if (answer) await floor.refresh();
      return answer;
    },
    async refresh() {
      // Also behind another window: what waits is heard and counted there.
      if (busy) return;
      busy = true;
      try {
        floor.pit = await poll('/api/pit');
        floor.wrong = null;
        setClock(floor.pit.now);
      } catch (error) {
        floor.wrong = error instanceof Problem ? error : null;
      }
      busy = false;
      heard.forEach((hear) => hear());
    },
    listen(hear) {
      heard.add(hear);
      return () => heard.delete(hear);
    },
    /** What waits for whoever looks: requests, the own tasks, and what staff should know. */
    waiting: () => [...floor.pit.requests, ...floor.pit.tasks.filter((task) => isOwn(task, context)), ...floor.prompts],
    start() {
      const soon = () => {
        timer ??= setTimeout(() => {
          timer = null;
          floor.refresh();
        }, SOON_MS);
      };
      const ends = [context.live.lobby(soon), context.live.on('staff', (news) => {
        const prompt = promptOf(news);
        if (prompt) floor.prompts = [...floor.prompts.filter((it) => it.what !== prompt.what), prompt].slice(-20);
        soon();
      })];
      const often = setInterval(floor.refresh, OFTEN_MS);
      return () => {
        ends.forEach((end) => end());
        clearInterval(often);
        clearTimeout(timer);
      };
    },
  };
  return floor;
}
