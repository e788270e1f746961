// The sign of the table: limits, what is announced and when it takes effect, jackpot, variant.

import { countdown, left, ticking } from '../clock.js';
import { h, put, say } from '../dom.js';
import { money, range } from '../money.js';
import { clauseLink } from '../register.js';
import { checkLastMystery } from './luck.js';
import { limits } from './spots.js';
import { showWager } from './teach.js';

/** What can be won for a jackpot wager, why none is taken now, and what a player must look at. */
function prizes({ pool, name, major, minor, mystery, fixed, price, closed, duty, awards }, game, note) {
  return h('div.jackpot-sign', h('h3', `Jackpot: ${name}`), h('dl.facts', h('dt', 'Major'), h('dd', money(major)), h('dt', 'Minor'), h('dd', money(minor)),
    mystery !== undefined && [h('dt', 'Mystery'), h('dd', money(mystery))], h('dt', 'Fixed prizes'), h('dd', fixed.map(money).join(', ')), h('dt', 'Price'), h('dd', money(price))),
  awards.map(({ level, hands, verified }) => hands.filter((hand) => !hand.paid).map((hand) => h('p.notice', { role: 'note' }, `Area ${hand.area} has won the ${level} prize: ${money(hand.pays)}. ${verified ? 'It is verified, and is being paid.' : 'A supervisor looks at the cards before it is paid.'}`))),
  closed && h('p.notice', { role: 'note' }, `No jackpot wagers are taken now: ${closed}.`),
  mystery !== undefined && h('p', h('button.button.quiet.small', { type: 'button', onclick: () => checkLastMystery(pool, note) }, 'Check the last mystery prize')),
  duty && h('p.quietly', 'Check that the light of your jackpot wager says accepted. A wager that is not accepted comes back before the first card. ', clauseLink(game, duty)));
}

/** The sign. */
export class Sign {
  #drawn = '';
  #content = h('div');
  #notices = h('div.notices');
  #clocks = [];

  #note;

  constructor(note) {
    this.#note = note;
    this.element = h('details.panel', { open: matchMedia('(min-width: 1100px)').matches }, h('summary', 'The sign'), this.#content);
    this.notices = this.#notices;
    this.close = ticking(() => this.#clocks.forEach((tick) => tick()));
  }

  /** `agree()` says that this player agrees to the variant that is announced. */
  draw({ view, seat }, agree) {
    const { sign, notices, closing, jackpot, variant, chip, game } = view;
    const own = seat?.limits ?? [];
    const drawn = JSON.stringify([sign, notices, closing, jackpot, variant, chip, seat?.seat, own]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const down = sign.filter((row) => row.rounds_down).map((row) => row.title);
    put(this.#content,
      variant && h('p', 'Played as ', h('strong', variant.replaceAll('-', ' '))),
      jackpot && prizes(jackpot, game, this.#note),
      h('table.limits', h('thead', h('tr', h('th', { scope: 'col' }, 'Wager'), h('th', { scope: 'col' }, 'Limits'))),
        h('tbody', sign.map((row) => h('tr', h('th', { scope: 'row' }, h('button.plain.wager', { type: 'button', onclick: () => showWager(view, row.on) }, row.title)), h('td', limits(row), (row.old ?? []).map((old) => h('small.old', `before: ${range(old)} `, clauseLink(game, old.clause)))))))),
      own.length > 0 && h('div', { role: 'note' }, h('h3', 'For you'), h('ul.items', own.map((it) => h('li', `${it.title}: ${range(it)} `, h('small', it.own ? 'your own limits ' : 'the minimum that you keep ', clauseLink(game, it.clause)))))),
      h('p.quietly', `Winnings are rounded up to the next ${money(chip)}${down.length > 0 ? `; those of ${down.join(' and ')} are rounded down` : ''}.`));
    this.#clocks = [];
    const titled = (what) => what.trim().replace(/^[a-z0-9-]+(?=:)/, (on) => sign.find((row) => row.on === on)?.title ?? on);
    put(this.#notices, notices.map((notice) => this.#notice(notice, titled(notice.what), game, seat && agree)), closing && this.#closing(closing));
  }

  #notice({ what, at, clause }, words, game, agree) {
    const clock = h('strong');
    this.#clocks.push(() => say(clock, left(at) > 0 ? `in ${countdown(left(at))}` : 'with the next round'));
    return h('p.notice', { role: 'note' }, `${words}, `, clock, ' ', clauseLink(game, clause),
      agree && /^variant\b/.test(what) && h('button.plain', { type: 'button', onclick: agree }, 'I agree that it begins at once'));
  }

  #closing(at) {
    const clock = h('strong');
    this.#clocks.push(() => say(clock, left(at) > 0 ? `in ${countdown(left(at))}` : 'after this round'));
    return h('p.notice', { role: 'note' }, 'This table closes ', clock);
  }
}
