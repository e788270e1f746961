// The head of the console: which table, which round, how many cards, what the sign says, who drives.

import { countdown, left } from '../../clock.js';
import { show } from '../../dialog.js';
import { h, put, sweeps } from '../../dom.js';
import { money } from '../../money.js';
import { clauseLink } from '../../register.js';
import { limitWords, plainly, wagerName } from '../names.js';
import { isOwn } from '../tasks.js';
import { crewChoice } from './crew.js';

/** Makes the head. */
export function headPart(desk) {
  const element = h('header.head');
  const clocks = [];
  return { element, draw, tick: () => clocks.forEach((tick) => tick()) };

  function draw(view) {
    clocks.length = 0;
    put(element, h('div.name', h('h1', view.name), h('p.quietly', view.name.startsWith(view.title) ? null : `${view.title} · `,
      `${view.dealing} table`, view.variant ? ` · ${plainly(view.variant)}` : null, view.demo ? ' · play money' : null)),
    h('dl.head-figures', figure('Round', view.round), shoe(view), jackpot(view),
      view.closing ? figure('Closes', until(view.closing)) : null),
    view.notices.length > 0 && h('ul.head-notices', view.notices.map((notice) =>
      h('li', notice.what.trim(), ' in ', until(notice.at), ' ', clauseLink(view.game, notice.clause)))),
    h('div.row.end', crewChoice(desk), toDo(view), desk.isVirtual && driver(view),
      h('button.button.quiet.small', { type: 'button', 'data-key': 'sign', onclick: () => showSign(desk.view) }, 'Sign'),
      h('a.button.quiet.small', { href: `/rules/${view.game}`, target: '_blank' }, 'Rules'),
      h('a.button.quiet.small', { href: `/rules/${view.game}/order`, target: '_blank' }, 'Order')));
  }

  function until(at) {
    const time = h('time');
    const tick = () => {
      time.textContent = left(at) > 0 ? countdown(left(at)) : 'now';
    };
    clocks.push(tick);
    tick();
    return time;
  }

  /** How much is to be done by whoever looks; it leads to the list. */
  function toDo(view) {
    const own = view.tasks.filter((task) => isOwn(task, desk.context)).length;
    return own > 0 && h('button.button.small.strong', { type: 'button', 'data-key': 'to-do', onclick: () => {
      const list = document.getElementById('todo');
      list?.scrollIntoView({ block: 'center' });
      list?.querySelector('button')?.focus();
    } }, `${own} to do`);
  }

  function driver(view) {
    const mine = view.driver === 'dealer';
    return h('button.button.quiet.small', { type: 'button', 'data-key': 'driver', 'aria-pressed': String(mine), onclick: () => desk.drive(mine ? 'program' : 'dealer') },
      mine ? 'You run this table' : 'Take over from the program');
  }
}

const figure = (name, value) => h('div', h('dt', name), h('dd', value));

function shoe({ shoe: it }) {
  return it && figure('Cards out', [`${it.out} of ${it.cards}`, it.cutting_card && h('span.tag', 'cutting card out')]);
}

function jackpot({ jackpot: it }) {
  return it && [figure('Major', money(it.major)), figure('Minor', money(it.minor)), it.mystery !== undefined && figure('Mystery', money(it.mystery))];
}

function showSign(view) {
  return show('The sign', h('div.scroll', sweeps('The sign'), h('table', h('caption.unseen', 'The sign'), h('thead', h('tr', h('th', 'Wager'), h('th', 'Limits'), h('th', 'Clause'))),
    h('tbody', view.sign.map((row) => h('tr', h('td', wagerName(row, view.sign)),
      h('td', limitWords(row)), h('td', clauseLink(view.game, row.clause))))))));
}
