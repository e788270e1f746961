// A screen for a wall about one promotion: what can be won and how long one can still enter, then the draw step by step.

import { poll } from '../api.js';
import { houseTime, left, setClock } from '../clock.js';
import { h, put, say, stylesheet } from '../dom.js';
import { short } from '../money.js';
import { CURRENT_MS, Freshness } from './display.js';
import { farCountdown, grouped, shownAt } from './draw-steps.js';

const EACH_MS = 1000;
const TICK_MS = 250;
/** So many winners fit on a wall; more are shown in turns. */
const FIT = 6;
const TURN_MS = 8000;
/** So many prizes fit above the countdown. */
const PRIZES = 3;

/** Opens the screen. Nobody signs in: it shows what everybody may see. */
export async function open(main, context) {
  await Promise.all([stylesheet('/pages/display.css'), stylesheet('/pages/draw-wall.css')]);
  const number = Number(context.params.promotion);
  const body = h('div.draw-wall');
  const stale = h('p.stale', { role: 'alert', hidden: true });
  const wall = h('section.wall', { 'aria-label': 'Promotion' }, stale, body);
  const freshness = new Freshness(performance.now());
  let [told, drawn, asking] = [null, '', false];
  put(main, wall);
  document.body.classList.add('on-wall');
  context.title('Promotion');

  async function ask() {
    if (asking) return;
    asking = true;
    const asked = performance.now();
    try {
      const late = new Promise((_, fail) => setTimeout(() => fail(new Error('late')), CURRENT_MS));
      told = await Promise.race([poll(`/api/promotions/${number}/display`), late]);
      setClock(told.now);
      freshness.heard(asked);
    } catch (error) {
      if (error.status === 404) told = null;
    }
    asking = false;
    tick();
  }

  function tick() {
    const seconds = freshness.staleFor(performance.now());
    wall.classList.toggle('not-current', seconds !== null);
    stale.hidden = seconds === null;
    say(stale, seconds === null ? '' : 'NOT CURRENT');
    if (!told) return put(body, h('p.nothing', 'No promotion is shown here.'));
    const now = houseTime();
    const shown = shownAt({ drawnAt: told.draw.at, draws: told.awards.length }, now);
    const turn = shown.over ? Math.floor(now / TURN_MS) : 0;
    const next = JSON.stringify([told.state, told.name, told.entries, told.draw, told.awards, shown, turn]);
    if (next !== drawn) {
      drawn = next;
      put(body, screen(told, shown, turn));
    }
    for (const element of body.querySelectorAll('[data-until]')) say(element, farCountdown(left(Number(element.dataset.until))));
    return undefined;
  }

  await ask();
  const timers = [setInterval(ask, EACH_MS), setInterval(tick, TICK_MS)];
  const end = context.live.promotions(ask);
  return () => {
    timers.forEach(clearInterval);
    end();
    document.body.classList.remove('on-wall');
  };
}

function screen(it, shown, turn) {
  if (it.state === 'cancelled' || it.state === 'postponed') return [h('h1', it.name), h('p.closed', sentence(it.state_words))];
  if (!it.draw.at) return before(it);
  return shown.over ? over(it, turn) : during(it, shown);
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const prize = (it, number) => it.prizes.find((one) => one.prize === number);
const prizeWords = (one) => `${one.count > 1 ? `${one.count} × ` : ''}${one.details ?? one.title}`;

/** What can be won, and how long one can enter, or until the draw. */
function before(it) {
  const closed = Boolean(it.draw.closed);
  const at = closed ? it.draws : it.closes;
  const more = it.prizes.length - PRIZES;
  return [h('h1', it.name), h('ul.to-win', { 'aria-label': 'Prizes' }, it.prizes.slice(0, PRIZES).map((one) => h('li', h('span', prizeWords(one)), h('strong', short(one.value))))), more > 0 && h('p.small', `and ${more} more`),
    at && h('div.count', h('p', closed ? 'The draw is in' : 'Entries close in'), h('p.rest', { 'data-until': at }, farCountdown(left(at)))),
    h('p.small', `${it.entries} ${it.entries === 1 ? 'entry' : 'entries'}`, closed && ' · entries are closed'),
    closed && it.draw.waits && h('p.small', sentence(it.draw.waits)), facts(it, it.draw.value ? 3 : closed ? 2 : it.draw.commitment ? 1 : 0, 0)];
}

const FACTS = [['1', 'The house was bound to its seed before the first entry', ({ commitment }) => commitment], ['2', 'All entries have this root', ({ closed }) => closed?.root],
  ['3', 'The value, which nobody knew when entries closed', ({ value }) => value], ['4', 'The seed of the house', ({ seed }) => seed]];

/** The things that the draw follows from; the one that has come last is the largest. */
function facts({ draw }, steps, newest) {
  return h('ol.of-draw', FACTS.slice(0, steps).map(([number, words, of]) => h(`li${Number(number) === newest ? '.newest' : ''}`, h('b', `${number} `, words), h('code', grouped(of(draw) ?? '').map((group) => [h('span', group), ' '])))));
}

/** The draw, one step after the other. */
function during(it, { steps, draws }) {
  if (draws === 0) return [h('h1', it.name), h('p.lead', 'The draw'), facts(it, steps, steps)];
  const award = it.awards[draws - 1];
  const passed = award.stage === 'passed-over';
  return [h('h1', it.name), h('p.lead', `For ${prizeWords({ ...prize(it, award.prize), count: 1 })}`),
    h(`div.drawn${passed ? '.passed' : '.wins'}`, { role: 'status' }, h('p', 'Entry'), h('p.number', String(award.entry)), h('p', passed ? `passed over: ${award.words ?? award.why}` : award.name ?? 'wins')),
    h('p.small', `Draw ${draws} of ${it.awards.length}, from ${award.left ?? it.draw.closed?.entries} entries`)];
}

/** Everybody who has won. */
function over(it, turn) {
  const won = it.awards.filter(({ stage }) => ['open', 'settled'].includes(stage));
  const pages = Math.max(1, Math.ceil(won.length / FIT));
  const from = (turn % pages) * FIT;
  const passed = it.awards.filter(({ stage }) => stage === 'passed-over').length;
  return [h('h1', it.name), h('p.lead', 'Winners'), h('ul.winners', { 'aria-label': 'Winners' }, won.slice(from, from + FIT).map((award) => h('li', h('strong', award.name ?? `Entry ${award.entry}`), h('span', prizeWords({ ...prize(it, award.prize), count: 1 })), award.name && h('small', `entry ${award.entry}`)))),
    h('p.small', pages > 1 && `${(turn % pages) + 1} of ${pages} · `, passed > 0 && `${passed} passed over · `, 'anybody can compute the draw again: ', h('b', `${location.host}/promotions/${it.promotion}`))];
}
