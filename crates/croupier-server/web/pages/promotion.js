// One promotion for everybody: its terms as they were published, one's own entries with their proof, and the draw,
// computed again in this browser.

import { get, poll } from '../api.js';
import { dateAndTime, setClock, ticking } from '../clock.js';
import { h, put, stylesheet } from '../dom.js';
import { checkDraw, checkEntry } from './draw-check.js';
import { drawFacts, prizeName, sentence, stageTag, stateTag, termsShown, until } from './promotion-parts.js';

const PLACES = { casino: 'within the casino', website: 'on a website', email: 'behind a link in an e-mail', mail: 'by mail', brochure: 'in a brochure', other: 'by other means' };

/** Opens the page. */
export async function open(main, context) {
  const number = Number(context.params.promotion);
  const [body, ticks] = [h('div.promotion-body'), []];
  // What was checked stays on the screen while the rest is drawn anew.
  const checks = { draw: h('div'), entry: h('div'), done: null };
  let drawn = '';
  const load = async (asked = poll) => {
    const { number: _, now, ...told } = await asked(`/api/promotions/${number}`);
    setClock(now);
    const next = JSON.stringify(told);
    if (next === drawn) return;
    drawn = next;
    ticks.length = 0;
    context.title(told.name);
    put(body, parts(told, checks, ticks, context));
    if (told.draw.at && checks.done !== `${told.draw.at} ${told.awards.length}`) {
      checks.done = `${told.draw.at} ${told.awards.length}`;
      checkDraw(checks.draw, number, context.note);
    }
  };
  await Promise.all([stylesheet('/pages/promotions.css'), load(get)]);
  put(main, h('section.page.promotions', body));
  const ends = [context.live.promotions(({ changed }) => (changed.length === 0 || changed.includes(number)) && load().catch(() => {})), context.onMe(() => load().catch(() => {})), ticking(() => ticks.forEach((tick) => tick()))];
  return () => ends.forEach((end) => end());
}

function parts(it, checks, ticks, context) {
  return [
    h('header.row', h('h1', it.name), stateTag(it)),
    h('p', `${sentence(it.state_words)}. `, it.interruption && 'Nothing goes on until an inspector of the Authority has agreed.'),
    h('dl.facts.when', it.terms.raw.closes && [h('dt', it.draw.closed ? 'Entries closed' : 'Entries close'), h('dd', until(it.draw.closed?.at ?? it.terms.raw.closes, ticks))], (it.draw.at ?? it.terms.raw.draws) && [h('dt', it.draw.at ? 'Drawn' : 'Draw'), h('dd', until(it.draw.at ?? it.terms.raw.draws, ticks))], h('dt', 'Entries'), h('dd', String(it.entries))),
    own(it, checks, context), results(it), draw(it, checks, context),
    h('section.panel', { 'aria-label': 'Terms' }, h('h2', 'Terms'), it.published.length > 0 && h('p.quietly', 'They can be read: ', it.published.map((one) => `${PLACES[one.means] ?? one.means} (${one.place})`).join(', '), '.'), termsShown(it.terms)),
    it.old.length > 0 && h('section.panel', h('h2', 'Earlier terms'), it.old.map((old) => h('details', h('summary', `Until ${dateAndTime(old.until)}`), termsShown(old.terms)))),
  ];
}

/** One's own entries, each with its proof once entries are closed. */
function own(it, checks, context) {
  if (!it.own) return null;
  const { count, entries, removed, qualified } = it.own;
  const check = (entry) => checkEntry(checks.entry, it.promotion, entry, it.draw.closed, context.note);
  return h('section.panel', { 'aria-label': 'Your entries' }, h('h2', 'Your entries'), removed && h('p.notice', 'Your entries were removed from this draw. Ask the staff why; you may dispute it.'),
    count === 0 ? h('p.quietly', qualified ? 'You are eligible, and have no entry yet.' : 'You have no entry.') : h('p', `You have ${count} ${count === 1 ? 'entry' : 'entries'}: `, h('span.numbers', entries.map((entry) => (it.draw.closed
      ? h('button.button.quiet.small', { type: 'button', onclick: () => check(entry) }, h('span.unseen', 'Prove that entry '), String(entry), h('span.unseen', ' was in the barrel')) : h('span.tag', String(entry))))), count > entries.length && ` and ${count - entries.length} more`),
    count > 0 && h('p.quietly', it.draw.closed ? 'Choose one to prove, in this browser, that it was in the barrel.' : 'When entries are closed you can prove here that each of them was in the barrel.'), checks.entry);
}

/** Who has won what. */
function results(it) {
  const won = it.awards.filter(({ stage }) => ['open', 'settled'].includes(stage));
  if (it.awards.length === 0) return null;
  return h('section.panel', { 'aria-label': 'Results' }, h('h2', 'Results'), h('ul.results', won.map((award) => h(`li${award.own ? '.own' : ''}`, h('b', award.own ? 'You' : award.name ?? `Entry ${award.entry}`), `${award.own || award.name ? `, entry ${award.entry}` : ''}: ${prizeName(it.terms, award.prize)} `, stageTag(award)))),
    it.undrawn.length > 0 && h('p.quietly', `Nobody was left to win: ${it.undrawn.map((prize) => prizeName(it.terms, prize)).join('; ')}.`),
    it.awards.length > won.length && h('details', h('summary', 'All that was drawn'), h('ol.drawn', it.awards.map((award) => h('li', `Entry ${award.entry} for ${prizeName(it.terms, award.prize)}: `, stageTag(award), award.words && ` ${award.words}`)))));
}

function draw(it, checks, context) {
  return h('section.panel', { 'aria-label': 'The draw' }, h('h2', 'The draw'), it.draw.waits && h('p.quietly', sentence(it.draw.waits)), drawFacts(it.draw),
    h('p', h('button.button.quiet.small', { type: 'button', onclick: () => checkDraw(checks.draw, it.promotion, context.note) }, it.draw.at ? 'Compute it again' : 'What can be checked?')), checks.draw);
}
