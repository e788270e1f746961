// Whom to pay and what, in the order of the rules: every line of the round with its amount and clause.

import { h, put } from '../../dom.js';
import { money } from '../../money.js';
import { clauseLink } from '../../register.js';
import { showWithin } from '../focus.js';
import { outcome } from '../happened.js';
import { sentence, wagerName } from '../names.js';

const KINDS = { win: 'pay', mystery: 'pay', lose: 'take', commission: 'take', 'stand-off': 'leave', surrender: 'take' };

/** Makes the part. What is ticked is only remembered on this screen. */
export function payPart(desk) {
  const done = new Set();
  let round = null;
  const heading = h('h2', 'Pay and take');
  const list = h('ol.lines', { 'aria-label': 'Settlement in the order of the rules' });
  const sums = h('p.sums');
  const element = h('section.panel.pay', heading, sums, list);
  return { element, draw };

  function draw(view) {
    if (view.lines_round !== round) {
      done.clear();
      round = view.lines_round;
    }
    heading.textContent = view.lines.length > 0 ? `Pay and take, round ${view.lines_round}` : 'Pay and take';
    put(sums, view.lines.length > 0 ? totals(view.lines) : h('span.quietly', 'Nothing is settled in this round yet.'));
    const next = view.lines.findIndex((_, at) => !done.has(at));
    put(list, view.lines.map((line, at) => row(view, line, at, at === next)));
    showWithin(list, list.querySelector('.next'));
  }

  function row(view, line, at, isNext) {
    const kind = line.correction === undefined ? KINDS[line.result] ?? 'give' : line.correction < 0 ? 'take' : 'pay';
    const box = h('input', { type: 'checkbox', 'data-key': `line-${at}`, checked: done.has(at), onchange: () => {
      if (box.checked) done.add(at);
      else done.delete(at);
      draw(desk.view);
      list.querySelector(`[data-key="line-${box.checked ? at + 1 : at}"]`)?.focus();
    } });
    return h(`li.${kind}${isNext ? '.next' : ''}${done.has(at) ? '.done' : ''}`, h('label', box,
      h('span.where', h('b', line.area ? `Area ${line.area}` : `Seat ${line.seat ?? '–'}`), h('small', line.player)),
      h('span.what', wagerName(line, view.sign), h('small', `of ${money(line.stake)}`)),
      h('span.does', says(line))), clauseLink(view.game, line.clause));
  }
}

/** Says what to do about a line. */
function says(line) {
  if (line.correction === undefined) return sentence(outcome(line));
  if (line.correction === 0) return 'Correction: nothing changes';
  return line.correction > 0 ? `Correction: give ${money(line.correction)}` : `Correction: take back ${money(-line.correction)}`;
}

function totals(lines) {
  const plain = lines.filter((line) => line.correction === undefined);
  const sum = (of) => plain.reduce((all, line) => all + of(line), 0);
  const taken = sum((line) => (line.result === 'commission' ? line.charge ?? 0 : Math.max(0, line.stake - line.back)));
  return [h('span.pay', `Pay ${money(sum((line) => line.pays))}`), h('span.take', `Take ${money(taken)}`),
    h('span.quietly', `${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`)];
}
