// A display for a wall: the prizes of one pool, or of all, large. It asks every second, and says so when it hears nothing.

import { poll } from '../api.js';
import { h, put, say, stylesheet } from '../dom.js';
import { money } from '../money.js';

const EACH_MS = 1000;
/** What is older than this is not current. */
export const CURRENT_MS = 5000;

/** Opens the display. Nobody signs in: it shows what everybody may see. */
export async function open(main, context) {
  await stylesheet('/pages/display.css');
  const pool = context.params.pool ? Number(context.params.pool) : null;
  const screen = screenOf(context.query);
  const body = h('div.prizes');
  const stale = h('p.stale', { role: 'alert', hidden: true });
  const wall = h('section.wall', { 'aria-label': 'Prizes' }, stale, body);
  put(main, wall);
  document.body.classList.add('on-wall');
  context.title('Prizes');
  const freshness = new Freshness(performance.now());
  let drawn = '';
  let asking = false;

  async function ask() {
    if (asking) return;
    asking = true;
    const asked = performance.now();
    try {
      draw(await look(pool, screen));
      // What is shown is as old as the question, not as the answer.
      freshness.heard(asked);
    } catch (error) {
      if (error.status === 404) draw([]);
    }
    asking = false;
    tell();
  }

  function draw(pools) {
    const now = JSON.stringify(pools);
    if (now === drawn) return;
    drawn = now;
    put(body, pools.length === 0 && h('p.nothing', 'No prizes are on offer here.'), pools.map(prizes));
  }

  function tell() {
    const seconds = freshness.staleFor(performance.now());
    wall.classList.toggle('not-current', seconds !== null);
    stale.hidden = seconds === null;
    say(stale, seconds === null ? '' : 'NOT CURRENT');
  }

  await ask();
  const ends = [timer(ask, EACH_MS), timer(tell, 250), context.live.lobby(ask)];
  return () => {
    ends.forEach((end) => end());
    document.body.classList.remove('on-wall');
  };
}

/** When the house was last heard. */
export class Freshness {
  #last;

  constructor(now) {
    this.#last = now;
  }

  /** Something was heard that was asked for at this time; an answer that was long under way makes nothing newer. */
  heard(asked) {
    this.#last = Math.max(this.#last, asked);
  }

  /** For how many seconds nothing was heard, if that is too long; else null. */
  staleFor(now) {
    const age = now - this.#last;
    return age > CURRENT_MS ? Math.floor(age / 1000) : null;
  }
}

/** What a registered display says of itself, so that the house knows that it is there. */
export function screenOf(query) {
  const [display, key] = [query.get('display'), query.get('key')];
  return display && key ? `?${new URLSearchParams({ display, key })}` : '';
}

async function look(pool, screen) {
  const limit = (answer) => Promise.race([answer, new Promise((_, late) => setTimeout(() => late(new Error('late')), CURRENT_MS))]);
  if (pool !== null) return [shown(await limit(poll(`/api/pools/${pool}/display${screen}`)))];
  return (await limit(poll('/api/pools'))).pools.map(shown);
}

/** What is drawn of a pool: nothing that changes without the prizes. */
const shown = ({ pool, name, play, price, major, minor, mystery, fixed, closed }) => ({ pool, name, play, price, major, minor, mystery, fixed, closed });

function prizes(it) {
  return h('article.pool', { 'data-pool': it.pool }, h('h1', it.name, it.play && h('small', ' play money')),
    h('dl.meters', meter('Major', it.major, 'major'), meter('Minor', it.minor, 'minor'), it.mystery !== undefined && meter('Mystery', it.mystery, 'mystery')),
    it.fixed.length > 0 && h('p.caption', { 'aria-hidden': 'true' }, 'Fixed prizes'),
    h('ul.fixed', { 'aria-label': 'Fixed prizes' }, it.fixed.map((prize) => h('li', money(prize.pays)))),
    h('p.price', 'A jackpot wager costs ', h('strong', money(it.price)), '.'),
    it.closed && h('p.closed', 'No jackpot wagers are taken now.'));
}

const meter = (name, amount, kind) => h(`div.meter.${kind}`, h('dt', name), h('dd', money(amount)));

function timer(tick, each) {
  const running = setInterval(tick, each);
  return () => clearInterval(running);
}
