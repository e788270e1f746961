// The terms of a promotion as a form, each field with the clause that asks for it. Which fields there are, and what each
// kind of prize wants, is what the house says.

import { h, put } from '../../dom.js';
import { because } from '../../register.js';
import { clearFaults, field, values } from '../forms.js';
import { sentence } from '../names.js';
import { refusal } from '../send.js';
import { kindName, prizeFields, prizeOf } from './prize-fields.js';

/** The fields of the terms, filled with what is known. */
export function termFields(terms, form) {
  const asked = form.fields.flatMap((it) => (it.kind === 'wager' ? wagerFields(it, terms, form) : [{ ...plainField(it), value: terms[it.field] }]));
  const own = form.own.map((it) => ({ name: it.field, label: sentence(it.title), kind: it.kind === 'flag' ? 'yes' : 'text', required: false, value: it.kind === 'rewards' ? rewardsText(terms[it.field]) : terms[it.field] }));
  return [{ name: 'games', label: 'With which games', kind: 'several', required: true, of: form.all_games.map(({ game, title }) => [game, title]), value: terms.games }, ...asked, ...own];
}

const LARGE = { text: 'long', time: 'time', flag: 'said', number: 'count' };

const plainField = ({ field: name, title, kind, clause, game }) => ({ name, label: sentence(title), kind: LARGE[kind] ?? 'text', required: false, clause, game });

/** The wager that makes a player eligible, and what it does. */
function wagerFields(it, terms, form) {
  const least = terms.wager && terms.wager !== 'none' ? terms.wager.least : null;
  const on = [...new Map(form.games.flatMap(({ wagers }) => wagers.map((wager) => [wager.on, wager.title])))];
  const { clause, game } = it;
  return [
    { name: 'wager', label: sentence(it.title), kind: 'choice', required: false, clause, game, value: least ? 'least' : terms.wager ?? '', of: [['', 'not said yet'], ['none', 'no wager is needed'], ['least', 'a wager of at least the stake below']] },
    { name: 'least', label: 'Least stake', kind: 'amount', required: false, value: least?.amount },
    { name: 'on', label: 'On which wager', kind: 'choice', required: false, value: least?.on ?? '', of: [['', 'on any'], ...on] },
    { name: 'entry', label: 'What such a wager does', kind: 'choice', of: form.entry_rules.map(({ word, title }) => [word, title]), value: terms.entry ?? 'by-hand' },
  ];
}

/** Writes rewards as they are typed: `20 x 50.00, 5 x 100.00`. */
export const rewardsText = (rewards = []) => (typeof rewards === 'string' ? rewards : rewards.map(({ amount, count }) => `${count} x ${(amount / 100).toFixed(2)}`).join(', '));

/** Reads rewards as they are typed. Throws a sentence about what is none. */
export function rewardsOf(typed) {
  return typed.split(/[,;\n]/).map((one) => one.trim()).filter(Boolean).map((one) => {
    const [, count, whole, cents = ''] = /^(\d+)\s*[x×*]\s*\$?(\d+)(?:\.(\d{1,2}))?$/i.exec(one) ?? [];
    if (!count) throw new Error(`“${one}” is no reward: write number x amount, such as 20 x 50.00.`);
    return { amount: Number(whole) * 100 + Number(cents.padEnd(2, '0')), count: Number(count) };
  });
}

/** Makes terms of what a form has; what nobody has said yet is left out. */
export function termsOf({ wager, least, on, ...given }, prizes) {
  const terms = { prizes };
  for (const [name, value] of Object.entries(given)) {
    if (value !== null && value !== undefined && value !== '' && value !== false) terms[name] = value;
    else if (value === false && name === 'presence') terms[name] = false;
  }
  if (terms.rewards) terms.rewards = rewardsOf(terms.rewards);
  if (wager === 'none') terms.wager = 'none';
  if (wager === 'least') terms.wager = { least: { amount: least ?? 0, ...(on ? { on } : {}) } };
  return terms;
}

/**
 * Opens the form in `place`. `raw` are the terms as they are, `lacks(field, prize)` tells what the orders still want. `send(name, terms,
 * wrong)` resolves when it is answered; `formFor(games)` asks the house what other games want.
 */
export function editTerms(place, { name, raw, form: first, formFor, lacks, words, yes, send, cancel }) {
  let form = first;
  let list = [];
  const body = h('div.terms-of');
  const prizes = h('div.prizes-edited');
  const wrong = h('p.notice', { role: 'alert', hidden: true });
  const go = h('button.button', { type: 'submit' }, yes);
  const title = { name: 'title', label: 'Name of the promotion', value: name };
  const element = h('form.terms', { 'aria-label': 'Terms', onsubmit: submit, oninput: () => clearFaults(element), onchange: changed },
    words && h('p', words), row(title), body, h('h2', 'Prizes'), h('p.quietly', 'In the order in which they are drawn.'), prizes,
    h('p', h('button.button.quiet', { type: 'button', onclick: () => add({ kind: 'goods' }, true) }, 'Add a prize')), law(), wrong,
    h('div.row.end', h('button.button.quiet', { type: 'button', onclick: cancel }, 'Cancel'), go));
  const forms = [];
  put(place, element);
  drawTerms(raw);
  for (const prize of raw.prizes ?? []) add(prize);

  function drawTerms(terms) {
    list = termFields(terms, form);
    put(body, list.map((it) => row(it, lacks(it.name, null))));
  }

  /** Other games have other orders: what they want is asked for anew, and what was typed stays. */
  async function changed({ target }) {
    if (target.name !== 'games') return;
    const given = values(element, list, false);
    const all = forms.map(read);
    if (given.games.length === 0) return;
    form = await formFor(given.games);
    drawTerms({ ...termsOf({ ...given, rewards: '' }, []), rewards: given.rewards });
    forms.splice(0);
    put(prizes);
    all.forEach((prize) => add(prize));
    element.querySelector(`[name=games][value="${target.value}"]`)?.focus();
  }

  /** Adds the fields of a prize. */
  function add(prize, focus = false) {
    const it = { element: h('fieldset.prize'), fields: [], kind: null };
    forms.push(it);
    prizes.append(it.element);
    show(it, prize);
    if (focus) it.element.querySelector('select').focus();
  }

  /** Another kind of prize asks for other things. */
  function show(it, prize) {
    const at = forms.indexOf(it);
    it.kind = form.kinds.find(({ kind }) => kind === kindName(prize)) ?? form.kinds[0];
    it.fields = prizeFields(prize, it.kind, form).map((one) => ({ ...one, plain: one.name, name: `prize${at}-${one.name}` }));
    const chosen = field({ name: `prize${at}-kind`, label: 'Kind of prize', kind: 'choice', of: form.kinds.map(({ kind, title: words }) => [kind, words]), value: it.kind.kind });
    chosen.querySelector('select').addEventListener('change', ({ target }) => {
      show(it, { ...read(it), kind: target.value });
      it.element.querySelector('select').focus();
    });
    put(it.element, h('legend', `Prize ${at + 1}`), chosen, !it.kind.lawful && h('p.notice', sentence(it.kind.why ?? 'the law does not allow it'), '.'),
      it.fields.map((one) => row(one, lacks(one.plain.replace(/[.?].*/, ''), at + 1))),
      h('p', h('button.button.quiet.small', { type: 'button', onclick: () => drop(it) }, `Remove prize ${at + 1}`)));
  }

  function drop(it) {
    const kept = forms.filter((other) => other !== it).map(read);
    forms.splice(0);
    put(prizes);
    kept.forEach((prize) => add(prize));
    element.querySelector('.prizes-edited ~ p button').focus();
  }

  function read(it) {
    const given = values(element, it.fields, false);
    return prizeOf(it.kind, Object.fromEntries(it.fields.map((one) => [one.plain, given[one.name]])));
  }

  /** The law beside the orders, with its source. */
  function law() {
    return h('ul.law', { 'aria-label': 'The law in force' }, form.law.map((it) => h('li', h('b', sentence(it.title)), ': ', h(`span.tag.${it.allowed ? 'live' : 'wrong'}`, it.allowed ? 'allowed' : 'not allowed'), ' ', h('small', it.source))));
  }

  async function submit(event) {
    event.preventDefault();
    const fields = [title, ...list, ...forms.flatMap((it) => it.fields)];
    const given = values(element, fields);
    if (!given || go.disabled) return;
    const say = (words) => {
      put(wrong, words);
      wrong.hidden = false;
      wrong.scrollIntoView({ block: 'center' });
    };
    let terms;
    try {
      terms = termsOf(Object.fromEntries(list.map((it) => [it.name, given[it.name]])), forms.map(read));
    } catch (error) {
      say(error.message);
      return;
    }
    go.disabled = true;
    wrong.hidden = true;
    await send(given.title, terms, (error) => say(refusal(error)));
    go.disabled = false;
  }
}

/** A field, and beside it the clause that asks for it. */
function row(it, missing = false) {
  return h(`div.term${missing ? '.lacks' : ''}`, field(it),
    h('p.asked', missing && h('span.tag.warn', 'still missing'), missing && ' ', it.clause && because(it.game, it.clause)));
}
