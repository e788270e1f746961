// All promotions that everybody may see, with when entries close and when the draw is.

import { get, poll } from '../api.js';
import { setClock, ticking } from '../clock.js';
import { h, put, stylesheet } from '../dom.js';
import { sentence, stateTag, until } from './promotion-parts.js';

/** Opens the list. */
export async function open(main, context) {
  context.title('Promotions');
  const list = h('div');
  const ticks = [];
  const load = async (asked = poll) => {
    const told = await asked('/api/promotions');
    setClock(told.now);
    ticks.length = 0;
    put(list, told.promotions.length === 0 ? h('p.quietly', 'No promotion is running now.') : h('ul.promotion-list', told.promotions.map((it) => line(it, ticks))));
  };
  await Promise.all([load(get), stylesheet('/pages/promotions.css')]);
  put(main, h('section.page.promotions', h('h1', 'Promotions'), h('p.quietly', 'Every draw here can be computed again by anybody: from the house’s commitment before the first entry, the root of all entries, and a value that nobody knew when entries closed.'), list));
  const ends = [context.live.promotions(() => load().catch(() => {})), ticking(() => ticks.forEach((tick) => tick()))];
  return () => ends.forEach((end) => end());
}

function line(it, ticks) {
  return h('li.panel', h('div', h('h2', h('a', { href: `/promotions/${it.promotion}` }, it.name)), h('p.quietly', `${sentence(it.state_words)}.`)),
    h('div.row', stateTag(it), it.own > 0 && h('span.tag.live', `you have ${it.own} ${it.own === 1 ? 'entry' : 'entries'}`)),
    h('dl.facts', it.closes && [h('dt', 'Entries close'), h('dd', until(it.closes, ticks))], it.draws && [h('dt', 'Draw'), h('dd', until(it.draws, ticks))]));
}
