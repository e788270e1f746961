// All promotions at the desk, the law beside the orders, and the operator's list of prescribed items.

import { dateAndTime } from '../../clock.js';
import { h, put } from '../../dom.js';
import { sentence, stateTag, until } from '../../pages/promotion-parts.js';
import { fill } from '../forms.js';
import { listed, titled } from '../names.js';

/** Draws the desk. */
export function listOf(desk, told) {
  const { may } = desk.context;
  const law = h('section.panel', { 'aria-label': 'The law in force' });
  desk.form().then((form) => drawLaw(law, desk, form), () => {});
  return [h('header.row', h('h1', 'Promotions desk'), h('span.gap'), may('draft-promotion') && h('button.button', { type: 'button', 'data-key': 'draft', onclick: () => draft(desk, told) }, 'Draft a promotion…')),
    told.promotions.length === 0 ? h('p.quietly', 'There is no promotion yet.') : h('ul.promotion-list', told.promotions.map((it) => line(desk, it))), law];
}

function line(desk, it) {
  return h('li.panel', h('div', h('h2', h('a', { href: `/desk/${it.promotion}`, 'data-key': `open-${it.promotion}` }, `${it.promotion}. ${it.name}`)), h('p.quietly', `${listed(it.games.map(titled))}. ${sentence(it.state_words)}.`)),
    h('div.row', stateTag(it), it.overdue > 0 && h('span.tag.wrong', `${it.overdue} overdue`), it.todo > 0 && h('span.tag.warn', `${it.todo} to do`), h('span.tag', `${it.entries} ${it.entries === 1 ? 'entry' : 'entries'}`)),
    h('dl.facts', it.closes && [h('dt', 'Entries close'), h('dd', until(it.closes, desk.ticks))], it.draws && [h('dt', 'Draw'), h('dd', until(it.draws, desk.ticks))]));
}

/** Begins a promotion: its number, its name and its games. The rest of the terms is written on its page. */
async function draft(desk, { promotions }) {
  const form = await desk.form();
  const next = 1 + Math.max(0, ...promotions.map(({ promotion }) => promotion));
  const fields = [{ name: 'promotion', label: 'Number', kind: 'count', min: 1, value: next }, { name: 'name', label: 'Name', autofocus: true }, { name: 'games', label: 'With which games', kind: 'several', required: true, of: form.all_games.map(({ game, title }) => [game, title]) }];
  const done = await fill('Draft a promotion', fields, 'Draft it', async ({ promotion, name, games }, wrong) => {
    const answer = await desk.act('draft-promotion', { promotion, name, terms: { games, prizes: [] } }, 'It is drafted. Write its terms next.', wrong);
    return answer && { promotion };
  }, { words: 'The strictest of the orders of these games holds.' });
  if (done) desk.context.go(`/desk/${done.promotion}?show=terms`);
}

function drawLaw(panel, desk, form) {
  const { may } = desk.context;
  put(panel, h('h2', 'The law in force'), h('p.quietly', 'The orders of 2016 stand beside the Act as it is amended. What nobody has written down as allowed is not allowed.'),
    h('ul.items', form.law.map((it) => h('li', h('div', h('b', sentence(it.title)), ' ', h(`span.tag.${it.allowed ? 'live' : 'wrong'}`, it.allowed ? 'allowed' : 'not allowed'),
      h('small', `${it.source}${it.from ? `, from ${dateAndTime(it.from)}` : ''}${it.by ? `, written down by ${it.by}` : ''}`)),
      may('set-law') && h('button.button.quiet.small', { type: 'button', 'data-key': `law-${it.switch}`, onclick: () => setLaw(desk, it) }, 'Another law…', h('span.unseen', ` on ${it.title}`))))),
    h('h2', 'Prescribed items'), h('p.quietly', 'What the regulations prescribe, and no prize may include. Whoever has looked at a prize before must look again when the list grows.'),
    form.prescribed.length === 0 ? h('p', 'Nothing is on the list.') : h('ul', form.prescribed.map((it) => h('li', h('b', it.item), ` (${it.source})`))),
    may('prescribe-item') && h('p', h('button.button.quiet.small', { type: 'button', 'data-key': 'prescribe', onclick: () => prescribe(desk) }, 'Add an item…')),
    may('set-points') && [h('h2', 'Points'), h('p.quietly', 'Members collect points for what they wager; their statements show them.'), h('p', h('button.button.quiet.small', { type: 'button', 'data-key': 'points', onclick: () => setPoints(desk) }, 'Turnover of a point…'))]);
}

function setPoints(desk) {
  const fields = [{ name: 'cents', label: 'So much turnover is a point', kind: 'amount', autofocus: true, required: false, hint: 'Empty: there are no points.' }, { name: 'from', label: 'From when on', kind: 'time', value: desk.told.now }, { name: 'source', label: 'Who has decided it' }];
  return fill('Points', fields, 'Send the request', ({ cents, ...rest }, wrong) => desk.act('set-points', { cents: cents ?? 0, ...rest }, null, wrong), { words: 'A second manager must agree.' });
}

function setLaw(desk, it) {
  const fields = [{ name: 'allowed', label: 'The law allows it', kind: 'yes' }, { name: 'from', label: 'From when on', kind: 'time', value: desk.told.now }, { name: 'source', label: 'Which law says so', kind: 'long', autofocus: true }];
  return fill(sentence(it.title), fields, 'Send the request', async ({ allowed, from, source }, wrong) => {
    const answer = await desk.act('set-law', { switch: it.switch, allowed, from, source }, null, wrong);
    desk.forget();
    desk.redraw();
    return answer;
  }, { words: 'A second manager must agree.' });
}

function prescribe(desk) {
  return fill('A prescribed item', [{ name: 'item', label: 'Item or service', autofocus: true }, { name: 'source', label: 'Which regulation says so' }], 'Send the request', async (given, wrong) => {
    const answer = await desk.act('prescribe-item', given, null, wrong);
    desk.forget();
    desk.redraw();
    return answer;
  }, { words: 'A second manager must agree.' });
}
