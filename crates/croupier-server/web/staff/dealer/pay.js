// Whom to pay and what, in the order of the rules: every line of the round with its amount and clause.

import { h, put } from '../../dom.js';
import { money } from '../../money.js';
import { clauseLink } from '../../register.js';
import { showWithin } from '../focus.js';
import { outcome } from '../happened.js';
import { sentence, wagerName } from '../names.js';

const KINDS = { win: 'pay', mystery: 'pay', lose: 'take', commission: 'take', 'stand-off': 'leave', surrender: 'take' };

/** Makes the part. A tick tells the house that the wager is collected or paid, and stays. */
export function payPart(desk) {
  const heading = h('h2', 'Pay and take');
  const list = h('ol.lines', { 'aria-label': 'Settlement in the order of the rules' });
  const sums = h('p.sums');
  const element = h('section.panel.pay', heading, sums, list);
  return { element, draw };

  function draw(view) {
    const all = [...view.lines, ...view.unpaid].filter((line) => desk.sees(line.seat));
    const paid = view.lines.filter((line) => desk.sees(line.seat)).length;
    heading.textContent = all.length > 0 ? `Pay and take, round ${view.unpaid.length > 0 ? view.round : view.lines_round}` : 'Pay and take';
    put(sums, all.length > 0 ? totals(all) : h('span.quietly', 'Nothing is settled in this round yet.'));
    put(list, all.map((line, at) => row(view, line, at, at === paid)));
    showWithin(list, list.querySelector('.next'));
  }

  function row(view, line, at, isNext) {
    const kind = line.correction === undefined ? KINDS[line.result] ?? 'give' : line.correction < 0 ? 'take' : 'pay';
    const isPaid = line.now === undefined;
    const may = line.now && !desk.isVirtual && desk.may('step paid');
    const box = h('input', { type: 'checkbox', 'data-key': `line-${at}`, checked: isPaid, disabled: !may, onchange: () => {
      desk.step({ paid: spotOf(line) }, undefined, () => draw(desk.view));
    } });
    return h(`li.${kind}${isNext ? '.next' : ''}${isPaid ? '.done' : ''}`, h('label', box,
      h('span.where', h('b', line.area ? `Area ${line.area}` : `Seat ${line.seat ?? '–'}`), h('small', line.player)),
      h('span.what', wagerName(line, view.sign), h('small', `of ${money(line.stake)}`)),
      h('span.does', says(line), line.take_up && h('small', `then the cards go to the rack (${line.take_up})`))), clauseLink(view.game, line.clause));
  }
}

/** Names the wager that a line is about. */
function spotOf({ player, area, on, number, point, tokens }) {
  return { player, area, on, number, point, tokens };
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
