// Slips on paper: what is moved or disputed, with places for those who sign.

import { dateAndTime } from '../clock.js';
import { ask } from '../dialog.js';
import { h } from '../dom.js';
import { money } from '../money.js';

const LINE = '____________________';

/** Who signs the slip of an act. */
const SIGNERS = { fill: ['Cashier', 'Supervisor', 'Dealer'], credit: ['Dealer', 'Supervisor', 'Cashier'] };
const TITLES = { fill: 'Fill slip', credit: 'Credit slip' };

/** Tells what stands on the slip of a request, or null if an act has none: `{ title, facts, signers }`. */
export function slipOf({ act, request, by, at, number }) {
  const [kind, it] = Object.entries(act ?? {})[0] ?? [];
  if (!TITLES[kind]) return null;
  return {
    title: TITLES[kind], signers: SIGNERS[kind],
    facts: [[request ? 'Request' : 'Entry of the journal', String(request ?? number)], ['Table', String(it.table)], ['Amount', money(it.amount)],
      kind === 'fill' ? ['From', 'the cage'] : ['From', 'the float'], kind === 'fill' ? ['To', 'the float'] : ['To', 'the cage'], ['Asked by', by], ['When', dateAndTime(at)]],
  };
}

/** What stands on the slip of a complaint. */
export function slipOfComplaint(it) {
  return { title: 'Dispute slip', signers: ['Supervisor', 'Player'], facts: [['Complaint', String(it.complaint)], ['Player', it.person], ['Table', String(it.table)], ['When', dateAndTime(it.at)], ['What about', it.what],
    ...it.decisions.map((decision, at) => [at === 0 ? 'Decision' : 'On review', decision])] };
}

/** Shows a slip; it can be printed. */
export function showSlip({ title, facts, signers }) {
  return ask(title, (form, close) => {
    form.closest('dialog').classList.add('wide', 'slip');
    return [h('dl.facts', facts.map(([name, value]) => [h('dt', name), h('dd', value)])), h('dl.facts.signatures', signers.map((who) => [h('dt', who), h('dd', LINE)])),
      h('div.row.end.no-print', h('button.button.quiet', { type: 'button', onclick: () => close() }, 'Close'), h('button.button', { type: 'button', onclick: () => print() }, 'Print'))];
  });
}
