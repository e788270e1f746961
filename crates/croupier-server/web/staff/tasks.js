// What staff must do outside the system: each task until somebody who owns it says on the floor that it is done.

import { putText } from '../api.js';
import { dateAndTime, timeOfDay } from '../clock.js';
import { ask } from '../dialog.js';
import { h, put } from '../dom.js';
import { clauseLink } from '../register.js';
import { fill } from './forms.js';
import { listed, sentence } from './names.js';
import { refusal } from './send.js';

/** Tells whether one of the own roles owns a task. */
export const isOwn = (task, { me }) => Boolean(me) && task.owners.some((role) => me.roles.includes(role));

/** Where something is done about a promotion by whoever looks. */
function promotionPath({ promotion, act }, { is }) {
  if (is('scrutineer')) return `/scrutineer/${promotion}`;
  const tab = { 'confirm-award': 'draw', 'notify-winner': 'draw', 'tell-refusal': 'claims', 'decide-dispute': 'claims', 'close-dispute': 'claims' }[act] ?? 'now';
  return `/desk/${promotion}?show=${tab}`;
}

/**
 * Lists tasks. `act(kind, fields, done, wrong)` does something on the floor; what is not one's own is shown
 * without a button.
 */
export function taskList(tasks, context, act, { withTable = true } = {}) {
  return h('ul.items.tasks', tasks.map((task) => h('li', { 'data-task': task.kind },
    h('div', h('b', sentence(task.what)), h('small', withTable && (task.table ? `Table ${task.table}, ` : task.promotion ? `Promotion ${task.promotion}, ` : 'The house, '),
      task.due && h('b.due-by', task.overdue ? `overdue since ${dateAndTime(task.due)}. ` : `until ${dateAndTime(task.due)}. `), `since ${withTable ? dateAndTime(task.since) : timeOfDay(task.since)}. For: ${listed(task.owners)}. `, task.clause && task.game && clauseLink(task.game, task.clause))),
    isOwn(task, context) && h('div.row', buttons(task, context, act)))));
}

function buttons(task, context, act) {
  const key = `${task.table ?? 0}-${task.task}-${task.kind}`;
  const button = (words, onclick, kind = 'quiet') => h(`button.button.small.${kind}`, { type: 'button', 'data-key': `${key}-${words}`, onclick }, words);
  const { may } = context;
  switch (task.act) {
    case 'task-done': return may('task-done') && button(task.ask ? 'Done…' : 'Done', () => done(task, act), 'strong');
    case 'riffle': return may('riffle') && [button('Grant it', () => act('riffle', { table: task.table, granted: true }), 'strong'),
      button('Do not grant it', () => act('riffle', { table: task.table, granted: false }))];
    case 'riffle-done': return may('riffle-done') && button('Riffled', () => act('riffle-done', { table: task.table }), 'strong');
    case 'step feed': return may('step feed') && button('Fed', () => act('step', { table: task.table, step: task.step }), 'strong');
    case 'step call': return may('step call') && task.step && button('Called', () => act('step', { table: task.table, step: task.step }), 'strong');
    case 'hand-over': return may('hand-over') && button('Handed over…', () => handOver(task, act), 'strong');
    case 'leave': return may('leave') && button('Has left', () => act('leave', { table: task.table, player: task.person }));
    case 'verify-award': return may('verify-award') && h('a.button.small.strong', { href: `/dealer/${task.table}` }, 'To the cards');
    case 'load-order': return may('load-order') && button('Load the text…', () => loadOrder(task.game, context), 'strong');
    default: return task.promotion ? h('a.button.small.strong', { href: promotionPath(task, context) }, 'To the promotion') : h('a.button.quiet.small', { href: '/pit?show=waiting' }, 'To the complaint');
  }
}

function done(task, act) {
  const send = (words, wrong) => act('task-done', { table: task.table, task: task.task, ...(words ? { words } : {}) }, null, wrong);
  if (!task.ask) return send();
  return fill(sentence(task.what), [{ name: 'words', label: task.ask, autofocus: true, required: false }], 'Done', ({ words }, wrong) => send(words, wrong));
}

function handOver(task, act) {
  const fields = [{ name: 'to', label: 'To', kind: 'choice', of: [['inspector', 'an inspector'], ['police', 'a police officer']] },
    { name: 'why', label: 'Who came, and when', kind: 'long', autofocus: true }];
  return fill(`Hand over ${task.person}`, fields, 'Handed over', ({ to, why }, wrong) => act('hand-over', { table: task.table, name: task.person, to, why }, 'It is recorded.', wrong));
}

/** Has a manager choose a file with the text of an order, and loads it. */
export function loadOrder(game, context, loaded = () => {}) {
  return ask('Load the text of the order', (form, close) => {
    const file = h('input', { type: 'file', id: 'order-file', accept: '.txt,text/plain', required: true });
    const wrong = h('p.notice', { role: 'alert', hidden: true });
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      try {
        await putText(`/api/rules/${game}/order`, await file.files[0].text());
        context.note('The order is loaded; every table of this game shows it.');
        loaded();
        close();
      } catch (error) {
        put(wrong, refusal(error));
        wrong.hidden = false;
      }
    });
    return [h('p', 'A text file with the order of the game as it was issued. It is kept beside the journal, and its SHA-256 in the journal.'),
      h('div.field', h('label', { for: 'order-file' }, 'File'), file), wrong,
      h('div.row.end', h('button.button.quiet', { type: 'button', onclick: () => close() }, 'Cancel'), h('button.button', { type: 'submit' }, 'Load it'))];
  });
}
