// The terms of a promotion as a form, each field with the clause that asks for it, and as they are sent.

import { h, put } from '../../dom.js';
import { because } from '../../register.js';
import { clearFaults, field, values } from '../forms.js';
import { titled } from '../names.js';
import { refusal } from '../send.js';
import { KINDS, prizeFields, prizeOf } from './prize-fields.js';

const ENTRY = [['by-hand', 'staff enter people, by hand or from a file'], ['each-wager', 'each such wager enters the player'],
  ['each-round', 'once in each round in which the player makes it'], ['once', 'once for each player']];

const said = (name, label, rule, hint) => ({ name, label, rule, hint, kind: 'long', required: false });

/** The fields of the terms themselves, in the order of the orders; `rule` is the rule that asks for it. */
export function termFields(terms, games) {
  const least = terms.wager && terms.wager !== 'none' ? terms.wager.least : null;
  const of = (it) => ({ ...it, value: terms[it.name] });
  return [
    { name: 'games', label: 'With which games', kind: 'several', required: true, rule: 'offer', of: games.map(({ name, title }) => [name, title]), value: terms.games },
    of(said('manner', 'How the prizes are awarded', 'manner')),
    of(said('awarded', 'When and where they are awarded', 'awarded')),
    of(said('eligible', 'Who is eligible', 'eligible')),
    { name: 'wager', label: 'Is a wager needed?', rule: 'wager', kind: 'choice', required: false, value: least ? 'least' : terms.wager ?? '', of: [['', 'not said yet'], ['none', 'no wager is needed'], ['least', 'a wager of at least']] },
    { name: 'least', label: 'Least stake', rule: 'wager', kind: 'amount', required: false, value: least?.amount },
    { name: 'on', label: 'On which wager', rule: 'wager', required: false, value: least?.on ?? '', hint: 'As the sign of the table has it, such as tie. Empty: on any.' },
    { name: 'entry', label: 'How entries come about', rule: 'wager', kind: 'choice', of: ENTRY, value: terms.entry ?? 'by-hand' },
    of(said('nature', 'The nature of the prizes, with reservations and guarantees', 'nature')),
    of({ name: 'closes', label: 'Entries close', rule: 'closing', kind: 'time', required: false }),
    of(said('place', 'Place, date and time', 'place')),
    of({ name: 'draws', label: 'The draw is held', rule: 'place', kind: 'time', required: false }),
    of(said('claiming', 'How a prize is claimed', 'claiming')),
    of({ name: 'presence', label: 'Must winners be present?', rule: 'claiming', kind: 'said', required: false, of: ['yes, at the draw', 'no, they are told'] }),
    of(said('notified', 'How winners are told', 'notified')),
    of(said('results', 'How results are published', 'results')),
    of({ name: 'one_each', label: 'Nobody wins more than one prize', kind: 'yes' }),
    of({ ...said('source', 'Public source of the value of the draw', null, 'Empty: the scrutineer gives the value. Else something that everybody can read, and that nobody knows when entries close.'), kind: 'text' }),
  ];
}

/** Makes terms of what a form has; what nobody has said yet is left out. */
export function termsOf(given, prizes) {
  const { wager, least, on, ...rest } = given;
  const terms = { games: rest.games, entry: rest.entry, prizes };
  for (const name of ['manner', 'awarded', 'eligible', 'nature', 'place', 'claiming', 'notified', 'results', 'source']) {
    if (rest[name]) terms[name] = rest[name];
  }
  for (const name of ['closes', 'draws', 'presence']) {
    if (rest[name] !== null && rest[name] !== undefined) terms[name] = rest[name];
  }
  if (wager === 'none') terms.wager = 'none';
  if (wager === 'least') terms.wager = { least: { amount: least ?? 0, ...(on ? { on } : {}) } };
  if (rest.one_each) terms.one_each = true;
  return terms;
}

/**
 * Opens the form in `place`. `rules` tells of each rule its game and clause, `missing` what is not there yet. `send(name, terms,
 * wrong)` saves it.
 */
export function editTerms(place, { name, terms, games, rules, missing, words, yes, send, cancel }) {
  const list = [{ name: 'title', label: 'Name of the promotion', value: name, autofocus: true }, ...termFields(terms, games)];
  const prizes = h('div.prizes-edited');
  const wrong = h('p.notice', { role: 'alert', hidden: true });
  const go = h('button.button', { type: 'submit' }, yes);
  const forms = [];
  const beside = (it) => row(it, rules, missing.some((term) => term.rule === it.rule && !term.prize));
  const form = h('form.terms', { 'aria-label': 'Terms', novalidate: false, onsubmit: submit, oninput: () => clearFaults(form) },
    words && h('p', words), list.map(beside), h('h3', 'Prizes'), h('p.quietly', 'In the order in which they are drawn.'), prizes,
    h('p', h('button.button.quiet', { type: 'button', onclick: () => add({ kind: 'goods', value: 0 }, true) }, 'Add a prize')), wrong,
    h('div.row.end', cancel && h('button.button.quiet', { type: 'button', onclick: cancel }, 'Cancel'), go));
  put(place, form);
  for (const prize of terms.prizes ?? []) add(prize);
  if ((terms.prizes ?? []).length === 0) add({ kind: 'goods', value: 0 });
  form.querySelector('[name=title]').focus();

  /** Adds the fields of a prize; another kind asks for other things. */
  function add(prize, focus = false) {
    const it = { fields: [], element: h('fieldset.prize') };
    forms.push(it);
    prizes.append(it.element);
    show(it, prize);
    if (focus) it.element.querySelector('select').focus();
  }

  function show(it, prize) {
    const at = forms.indexOf(it);
    const kind = typeof prize.kind === 'string' ? prize.kind : Object.keys(prize.kind)[0];
    it.kind = kind;
    it.fields = prizeFields(prize, kind, games).map((one) => ({ ...one, plain: one.name, name: `prize${at}-${one.name}` }));
    const chosen = field({ name: `prize${at}-kind`, label: 'Kind of prize', kind: 'choice', of: KINDS, value: kind });
    chosen.querySelector('select').addEventListener('change', ({ target }) => {
      const now = readPrize(it, false);
      show(it, { ...now, kind: target.value });
      it.element.querySelector('select').focus();
    });
    const lacks = (one) => missing.some((term) => term.rule === one.rule && term.prize === at + 1);
    put(it.element, h('legend', `Prize ${at + 1}`), chosen, it.fields.map((one) => row(one, rules, lacks(one))),
      h('p', h('button.button.quiet.small', { type: 'button', onclick: () => drop(it) }, 'Remove this prize')));
  }

  function drop(it) {
    const kept = forms.filter((other) => other !== it).map((other) => readPrize(other, false));
    forms.length = 0;
    put(prizes);
    kept.forEach((prize) => add(prize));
    form.querySelector('.prizes-edited ~ p button').focus();
  }

  /** Reads a prize; null if something in it is wrong. */
  function readPrize(it, strict = true) {
    const given = values(form, it.fields, strict);
    if (!given) return null;
    return prizeOf(it.kind, Object.fromEntries(it.fields.map((one) => [one.plain, given[one.name]])));
  }

  async function submit(event) {
    event.preventDefault();
    const given = values(form, list);
    const all = given && forms.map((it) => readPrize(it));
    if (!given || all.includes(null) || go.disabled) return;
    go.disabled = true;
    wrong.hidden = true;
    const { title, ...rest } = given;
    await send(title, termsOf(rest, all), (error) => {
      put(wrong, refusal(error));
      wrong.hidden = false;
      wrong.scrollIntoView({ block: 'center' });
    });
    go.disabled = false;
  }
}

/** A field, and beside it the clause that asks for it. */
function row(it, rules, lacks) {
  const rule = it.rule && rules[it.rule];
  return h(`div.term${lacks ? '.lacks' : ''}`, { 'data-rule': it.rule }, field(it),
    h('p.asked', lacks && h('span.tag.warn', 'still missing'), lacks && ' ', rule && because(rule.game, rule.clause)));
}

/** Says what an act with terms is in short, for lists. */
export const gamesWords = (games) => games.map(titled).join(', ');
