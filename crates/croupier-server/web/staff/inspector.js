// The inspector's page: the journal, past rounds, its proof and the registers. It reads, and changes nothing.

import { h, put, stylesheet } from '../dom.js';
import { journalTab } from './inspector/journal.js';
import { poolsTab } from './inspector/pools.js';
import { promotionsTab } from './inspector/promotions.js';
import { readingsTab, reportTab, rulesTab, statementTab } from './inspector/registers.js';
import { roundsTab } from './inspector/rounds.js';
import { tasksTab } from './inspector/tasks.js';
import { verifyTab } from './inspector/verify.js';
import { tabs } from './tabs.js';

const TABS = [
  { name: 'journal', title: 'Journal', part: journalTab },
  { name: 'rounds', title: 'Rounds', part: roundsTab },
  { name: 'verify', title: 'Proof', part: verifyTab },
  { name: 'todo', title: 'For you to do', part: tasksTab },
  { name: 'tasks', title: 'Tasks', part: reportTab('tasks') },
  { name: 'incidents', title: 'Incidents and disputes', part: reportTab('incidents') },
  { name: 'privileged', title: 'Privileged acts', part: reportTab('privileged') },
  { name: 'vouchers', title: 'Vouchers', part: reportTab('vouchers') },
  { name: 'pools', title: 'Prize pools', part: poolsTab },
  { name: 'promotions', title: 'Promotions', part: promotionsTab },
  { name: 'ledger', title: 'Ledger', part: reportTab('ledger') },
  { name: 'statement', title: 'Statements', part: statementTab },
  { name: 'rules', title: 'Rules', part: rulesTab },
  { name: 'readings', title: 'Readings', part: readingsTab },
];

/** Opens the page. */
export async function open(main, context) {
  context.title('Inspector');
  if (!context.may('look')) {
    put(main, notForYou(context));
    return undefined;
  }
  await Promise.all(['staff', 'felt', 'inspector'].map((name) => stylesheet(`/staff/${name}.css`)));
  const bar = tabs(TABS.map((tab) => ({ ...tab, open: (panel) => tab.part(panel, context) })), {
    label: 'What is looked at', chosen: context.query.get('show'),
    onchange: (name) => history.replaceState(null, '', `/inspector?show=${name}`),
  });
  context.inspect = (name, query) => {
    history.replaceState(null, '', `/inspector?show=${name}&${new URLSearchParams(query)}`);
    context.query = new URLSearchParams(location.search);
    bar.show(name, false);
  };
  put(main, h('section.page.inspect', h('header', h('h1', 'Inspector'),
    h('p.recorded', { role: 'note' }, 'Nothing can be changed here but your own tasks. Every look is recorded in the journal, with your name and the time.')), bar.element));
  const ends = [context.onMe((me) => me || put(main, notForYou(context))), () => bar.close()];
  return () => ends.forEach((end) => end());
}

const notForYou = ({ me }) => h('section.page.narrow', h('h1', 'Inspector'),
  h('p', me ? 'This is for inspectors, surveillance, supervisors and managers.' : 'Sign in as an inspector to look at what was recorded.'),
  h('p', h('a.button', { href: '/sign-in' }, 'Sign in')));
