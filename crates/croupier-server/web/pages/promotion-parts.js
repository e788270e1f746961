// Parts of promotions that all pages share: terms with their clauses, prizes, the draw, and what became of it.

import { dateAndTime, left } from '../clock.js';
import { h, say } from '../dom.js';
import { money } from '../money.js';
import { clauseLink } from '../register.js';
import { farCountdown } from './draw-steps.js';

/** How the state of a promotion is marked. */
export const STATES = { draft: 'warn', final: 'warn', lodged: 'warn', running: 'live', 'entries-closed': 'warn', drawn: 'live', awarded: 'live', ended: 'quiet', postponed: 'wrong', cancelled: 'wrong' };

/** Makes a sentence of words. */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);

/** A mark with the state. */
export const stateTag = ({ state }) => h(`span.tag.${STATES[state] ?? 'quiet'}`, state.replaceAll('-', ' '));

/** A clause in brackets, where there is one. */
export const cited = (it) => it?.clause && it.game && [' ', clauseLink(it.game, it.clause)];

/** A time with what is left until then; `ticks` hears of elements that count down. */
export function until(at, ticks) {
  const rest = h('span.left');
  const tick = () => say(rest, left(at) > 0 ? ` (in ${farCountdown(left(at))})` : '');
  tick();
  ticks?.push(tick);
  return h('span', h('time', { datetime: new Date(at).toISOString() }, dateAndTime(at)), rest);
}

/** The terms as everybody reads them, each with the clause that asks for it. */
export function termsShown(terms) {
  const row = (it) => [h('dt', sentence(it.title)), h('dd', it.there ? valueShown(it) : h('span.tag.warn', 'missing'), cited(it))];
  return h('div.terms-shown', h('dl.facts', terms.fields.map(row),
    terms.entry_words && [h('dt', 'Entries'), h('dd', sentence(terms.entry_words))],
    terms.rewards?.length > 0 && [h('dt', 'Vouchers beside the prizes'), h('dd', terms.rewards.map(({ amount, count }) => `${count} of ${money(amount)}`).join(', '))],
    h('dt', 'Prizes for one person'), h('dd', terms.one_each ? 'At most one' : 'As many as are drawn'),
    h('dt', 'Names of winners'), h('dd', terms.winners_named ? 'Published with the results' : 'Not published'),
    h('dt', 'Value of the draw'), h('dd', terms.source ? ['From a public source: ', terms.source] : 'Given by the scrutineer')),
  h('ol.prizes-shown', { 'aria-label': 'Prizes' }, terms.prizes.map(prizeShown)));
}

/** What is written in a field; times and amounts have no words of their own. */
function valueShown({ kind, text, value }) {
  if (kind === 'time' && Number.isFinite(value)) return dateAndTime(value);
  return kind === 'money' ? money(value) : text;
}

/** A prize with what the orders want to be told of it. */
function prizeShown(it) {
  const details = it.fields.find(({ field }) => field === 'details');
  const rest = it.fields.filter(({ field }) => !['details', 'value'].includes(field));
  return h('li', h('b', details?.there ? details.text : sentence(it.title)), ` ${it.count > 1 ? `${it.count} times ` : ''}worth ${money(it.value)}. `, h('small', sentence(it.title)),
    h('dl.facts', rest.map((one) => [h('dt', sentence(one.title)), h('dd', one.there ? valueShown(one) : h('span.tag.warn', 'missing'), cited(one))]),
      it.cash_instead !== null && it.cash_instead !== undefined && [h('dt', 'Cash instead'), h('dd', money(it.cash_instead))],
      it.liquor_litres > 0 && [h('dt', 'Liquor'), h('dd', `${it.liquor_litres} litres`)]));
}

/** Names a prize of the terms in short. */
export function prizeName(terms, number) {
  const prize = terms.prizes.find((it) => it.prize === number);
  const details = prize?.fields?.find(({ field, there }) => field === 'details' && there)?.text ?? prize?.details ?? prize?.title;
  return prize ? `${details ?? `prize ${number}`}, ${money(prize.value)}` : `prize ${number}`;
}

/** What the draw follows from, as far as it is known. */
export function drawFacts(draw) {
  const hash = (digits) => h('code.hash', digits);
  const rows = [
    ['1. Commitment to the house’s seed', draw.commitment ? hash(draw.commitment) : 'not made yet'],
    ['2. Root of all entries', draw.closed ? [hash(draw.closed.root), h('small', ` ${draw.closed.entries} entries, closed ${dateAndTime(draw.closed.at)}`)] : 'entries are not closed'],
    [`3. Value of ${draw.value_from === 'scrutineer' ? 'the scrutineer' : 'the public source'}`, draw.value ? [hash(draw.value), draw.published && h('small', ` SHA-256 of: ${draw.published}`)] : 'not given yet'],
    ['4. Seed of the house', draw.seed ? hash(draw.seed) : 'shown with the draw'],
  ];
  return h('dl.facts.draw-facts', rows.map(([name, value]) => [h('dt', name), h('dd', value)]), draw.at && [h('dt', 'Drawn'), h('dd', dateAndTime(draw.at))]);
}

/** How a draw that did not stand is told. */
export const STAGES = { open: ['live', 'won'], 'passed-over': ['quiet', 'passed over'], redrawn: ['warn', 'drawn again'], refused: ['wrong', 'denied'], settled: ['live', 'handed over'], cancelled: ['wrong', 'cancelled'] };

/** A mark with what became of a draw. */
export const stageTag = ({ stage }) => h(`span.tag.${STAGES[stage]?.[0] ?? 'quiet'}`, STAGES[stage]?.[1] ?? stage);

/** Shows the steps of a check with a verdict on top. */
export function verdictOf({ right, steps }) {
  const [kind, words] = { true: ['win', 'All of it is right.'], false: ['lose', 'Something is wrong.'], null: ['even', 'Not yet.'] }[String(right)];
  return h('div.verdict', { role: 'status' }, h(`p.${kind}`, h('strong', words)), h('p.quietly', 'Computed in this browser with SHA-256, not asked of the server.'),
    h('ol.check', { tabindex: '0', 'aria-label': 'What was checked' }, steps.map(({ good, words: said, computed }) => h(`li.${good === false ? 'lose' : 'good'}`, said, computed && h('code.hash', computed)))));
}
