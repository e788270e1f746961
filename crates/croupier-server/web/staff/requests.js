// Requests that wait for a second person, with the buttons for whoever may answer.

import { dateAndTime } from '../clock.js';
import { h } from '../dom.js';
import { actWords } from './acts.js';
import { approvals } from './forfeit.js';
import { listed, sentence } from './names.js';
import { showSlip, slipOf } from './paper.js';

/** Lists requests. `act(kind, fields, done)` does something on the floor. */
export function requestList(all, context, act) {
  const { me } = context;
  return h('ul.items.requests', all.map((it) => {
    const own = it.by === me.name;
    const agrees = it.yours ?? (!own && it.second.some((role) => me.roles.includes(role)));
    return h('li', h('div', h('b', sentence(actWords(it.act))), h('small', `Request ${it.request}, asked by ${it.by}, ${dateAndTime(it.at)}. For: ${listed(it.second)}. ${whoAgrees(it)}`,
      it.table && [' ', h('a', { href: `/dealer/${it.table}` }, `Table ${it.table}`), `, round ${it.round}${it.clause ? `, clause ${it.clause}` : ''}: nothing is played there until somebody answers.`])),
      h('div.row', slipOf(it) && h('button.button.quiet.small', { type: 'button', 'data-key': `slip-${it.request}`, onclick: () => showSlip(slipOf(it)) }, 'Slip…'), agrees && approvals(it).map(([words, fields]) => h('button.button.small', { type: 'button', 'data-key': `approve-${it.request}-${fields.forfeit ?? ''}`, onclick: () => act('approve', fields, 'It is done.') }, words)),
        (agrees || own) && h('button.button.quiet.small', { type: 'button', 'data-key': `reject-${it.request}`, onclick: () => act('reject', { request: it.request }, own ? 'It is taken back.' : 'It is rejected.') }, own ? 'Take back' : 'Reject')));
  }));
}

/** Says who can agree to a request, and why whoever looks cannot where the role would allow it. */
function whoAgrees({ agree = [], why_not: whyNot }) {
  const who = agree.length > 0 ? `${listed(agree, 'or')} can agree.` : 'Nobody here can agree now.';
  return whyNot ? `${who} You cannot: ${whyNot}.` : who;
}
