// The scrutineer's page: the draws to oversee, the value that the draw waits for, and awards to confirm. Nothing else.

import { valueSeal } from '../chance/promotion.js';
import { randomValue, valueOf } from '../chance/value.js';
import { h, put, stylesheet } from '../dom.js';
import { checkDraw } from '../pages/draw-check.js';
import { cited, drawFacts, prizeName, sentence, stageTag, stateTag, until } from '../pages/promotion-parts.js';
import { keepFocus } from './focus.js';
import { newDesk } from './promotions/desk.js';
import { refusal } from './send.js';

/** Opens the page. */
export async function open(main, context) {
  context.title('Scrutineer');
  if (!context.is('scrutineer')) {
    put(main, h('section.page.narrow', h('h1', 'Scrutineer'), h('p', 'This is for scrutineers. Sign in as one.'), h('p', h('a.button', { href: '/sign-in' }, 'Sign in'))));
    return undefined;
  }
  await Promise.all(['/staff/staff.css', '/staff/promotions.css', '/pages/promotions.css'].map(stylesheet));
  return context.params.promotion ? openOne(main, context, Number(context.params.promotion)) : openAll(main, context);
}

async function openAll(main, context) {
  const page = h('section.page.desk.narrow');
  const desk = newDesk(context, '/api/promotions', ({ promotions }) => keepFocus(page, () => put(page, h('h1', `Good to see you, ${context.me.name}`), h('p.quietly', 'You oversee the draws of these promotions. Nothing here can be changed but what is yours: to attend, to give the value, and to confirm.'),
    promotions.length === 0 ? h('p', 'There is no promotion now.') : h('ul.promotion-list', promotions.map((it) => h('li.panel', h('h2', h('a', { href: `/scrutineer/${it.promotion}`, 'data-key': `open-${it.promotion}` }, `${it.promotion}. ${it.name}`)), h('div.row', stateTag(it), it.todo > 0 && h('span.tag.warn', `${it.todo} to do`)),
      h('dl.facts', it.closes && [h('dt', 'Entries close'), h('dd', until(it.closes, desk.ticks))], it.draws && [h('dt', 'Draw'), h('dd', until(it.draws, desk.ticks))])))))));
  await desk.load();
  put(main, page);
  return desk.start();
}

async function openOne(main, context, number) {
  const page = h('section.page.desk.narrow');
  const value = valueField();
  const desk = newDesk(context, `/api/promotions/${number}`, (it) => {
    context.title(it.name);
    keepFocus(page, () => put(page, h('header.row', h('h1', `${it.promotion}. ${it.name}`), stateTag(it), h('span.gap'), h('a.button.quiet.small', { href: '/scrutineer' }, 'All promotions'), h('a.button.quiet.small', { href: `/promotions/${number}` }, 'The terms')),
      draw(desk, it, value), awards(desk, it)));
  });
  await desk.load();
  put(main, page);
  return desk.start();
}

function draw(desk, it, value) {
  const may = desk.may(it, 'attend-draw');
  const result = h('div');
  const own = it.staff?.scrutineer === desk.context.me.name;
  return h('section.panel', { 'aria-label': 'The draw' }, h('h2', 'The draw'), h('p', own ? 'You are the scrutineer of this promotion.' : 'You are not nominated for this promotion.', cited(it.draw.scrutineer_clause)),
    it.draw.waits && h('p.notice', sentence(it.draw.waits)), drawFacts(it.draw),
    desk.can(it, 'attend-draw') && attend(desk, it, value), may && !desk.can(it, 'attend-draw') && !it.draw.attended && h('p.quietly', sentence(may.why ?? ''), may.until && [', ', until(may.until, desk.ticks)], cited(may)),
    h('p', h('button.button.quiet.small', { type: 'button', 'data-key': 'check-draw', onclick: () => checkDraw(result, it.promotion, desk.context.note) }, 'Check the draw')), result);
}

/** Where the terms name a public source the scrutineer only attends; else the value is the scrutineer's. */
function attend(desk, it, value) {
  if (it.draw.value_from !== 'scrutineer') {
    return h('p', h('button.button', { type: 'button', 'data-key': 'attend', onclick: () => desk.act('attend-draw', { promotion: it.promotion, root: it.draw.closed.root }, 'You are at the draw.') }, 'I am at the draw'));
  }
  return h('form.value', { 'aria-label': 'Value of the draw', onsubmit: async (event) => {
    event.preventDefault();
    const given = await valueOf(value.input.value);
    const tell = (error) => value.say(error);
    if (given.wrong) return tell(given.wrong);
    // The value is sealed first: a house that drops it afterwards gets no other one.
    const sealed = await valueSeal(it.promotion, given.value);
    if (it.draw.sealed && it.draw.sealed !== sealed) return tell('This is not the value that you have sealed. Give the same digits again; if they are lost, another scrutineer must be nominated.');
    if (!it.draw.sealed && !(await desk.act('seal-value', { promotion: it.promotion, sealed }, 'Your value is sealed.', tell))) return undefined;
    return desk.act('attend-draw', { promotion: it.promotion, value: given.value, root: it.draw.closed.root }, 'You are at the draw, and your value is given.', tell);
  } }, h('p', 'Give 32 bytes that nobody could know before entries closed. Let this browser draw them, type 64 hexadecimal digits, or throw dice and type the rolls. Write the value down: it is sealed by its hash before it is given, and if the page asks again only the same is taken.'), value.element,
  h('div.row', h('button.button', { type: 'submit', 'data-key': 'attend' }, 'I am at the draw, and give this value')));
}

/** The field for the value stays as it is while the page is drawn anew. */
function valueField() {
  const input = h('textarea', { id: 'draw-value', rows: 3, spellcheck: 'false', autocomplete: 'off', 'aria-describedby': 'draw-value-is', 'data-key': 'value' });
  const says = h('p.quietly', { id: 'draw-value-is', role: 'status' });
  const show = async () => {
    const { value, rolls, wrong } = await valueOf(input.value);
    put(says, input.value.trim() === '' ? '' : wrong ?? (rolls ? [`The SHA-256 of ${rolls} rolls: `, h('code.hash', value)] : 'These are 32 bytes.'));
  };
  input.addEventListener('input', show);
  const random = h('button.button.quiet', { type: 'button', 'data-key': 'random', onclick: () => {
    input.value = randomValue();
    show();
  } }, 'Draw 32 random bytes here');
  const element = h('div.field', h('label', { for: 'draw-value' }, 'Value'), input, says, h('p', random));
  return { element, input, say: (error) => put(says, refusal(error)) };
}

function awards(desk, it) {
  const open = it.awards.filter((award) => award.wants_scrutineer && ['open', 'settled'].includes(award.stage));
  return h('section.panel', { 'aria-label': 'Awards to confirm' }, h('h2', 'Awards to confirm'), open.length === 0 ? h('p.quietly', it.draw.at ? 'No award needs you.' : 'Nothing is drawn yet.') : h('ul.items', open.map((award) => h('li', { 'aria-label': `Draw ${award.award}` },
    h('div', h('b', `Draw ${award.award}: ${award.name ?? ''}, entry ${award.entry}`), h('small', `Prize ${award.prize}: ${prizeName(it.terms, award.prize)}`), ' ', stageTag(award)),
    award.confirmed ? h('span.tag.live', `confirmed${award.confirmed_by ? ` by ${award.confirmed_by}` : ''}`) : desk.can(it, 'confirm-award', { award: award.award }) && h('button.button', { type: 'button', 'data-key': `confirm-${award.award}`, onclick: () => desk.act('confirm-award', { promotion: it.promotion, award: award.award }, 'It is confirmed.') }, 'I have overseen it: confirm', h('span.unseen', ` draw ${award.award}`))))));
}
