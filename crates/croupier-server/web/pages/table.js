// The player's table: felt, bar, and the panels beside it, kept as new as the live line is.

import { get } from '../api.js';
import { setClock } from '../clock.js';
import { h, put, stylesheet } from '../dom.js';
import { register } from '../register.js';
import { move } from '../play/arrows.js';
import { Bar } from '../play/bar.js';
import { Felt } from '../play/felt.js';
import { isShared } from '../play/hands.js';
import { Luck } from '../play/luck.js';
import { Results } from '../play/results.js';
import { Score } from '../play/score.js';
import { Seating } from '../play/seating.js';
import { Seen } from '../play/seen.js';
import { Sign } from '../play/sign.js';
import { Standing } from '../play/standing.js';
import { Status } from '../play/status.js';
import { tell } from '../play/telling.js';
import { Wagering } from '../play/wagering.js';

/** Opens a table. */
export async function open(main, context) {
  const table = Number(context.params.table);
  const [view] = await Promise.all([get(`/api/tables/${table}`), stylesheet('/play/table.css'), stylesheet('/play/panels.css')]);
  const felt = await Felt.load(view);
  context.title(view.name);
  setClock(view.now);
  register(view.game).catch(() => {});

  let built = false;
  let [seated, sitsDown] = [null, false];
  const seen = new Seen(context, table, () => built && draw());
  const wagering = new Wagering(seen, context.note);
  const seating = new Seating(seen, context);
  const bar = new Bar(wagering, seating, () => draw());
  const status = new Status(seen, context.speak);
  const sign = new Sign(context.note);
  const parts = { results: new Results(), standing: new Standing(wagering), score: new Score(table), luck: new Luck(seen, context) };
  const head = heading(view, sign.notices, status.element);
  const stage = h('div.stage', head, h('div.oval', felt.element, view.areas === 0 && seating.rail), seating.element, bar.element);
  const side = h('aside.side', { 'aria-label': 'Beside the table' },
    [parts.results, parts.standing, parts.score, parts.luck, sign].map(({ element }) => element));
  const page = h('div.tablepage', { onkeydown: (event) => key(event) }, stage, side);

  felt.element.addEventListener('click', (event) => choose(felt.spotOf(event.target)));
  felt.element.addEventListener('contextmenu', (event) => {
    const spot = felt.spotOf(event.target);
    if (!spot || seen.stake(spot) === 0) return;
    event.preventDefault();
    wagering.takeBack(spot);
  });

  function draw() {
    wagering.look();
    felt.draw(seen, { removing: bar.removing });
    seating.draw(felt);
    bar.draw(seen);
    status.draw();
    parts.results.draw(seen);
    parts.standing.draw(seen);
    parts.score.draw(seen);
    parts.luck.draw();
    sign.draw(seen, () => wagering.act({ agree: { table, player: seen.name } }));
    page.classList.toggle('seated', Boolean(seen.seat));
    focusFirst();
  }

  /** Whoever has just sat down by the keyboard goes on at the first spot that takes a wager. */
  function focusFirst() {
    const seat = seen.seat?.seat ?? null;
    if (seat !== seated) [seated, sitsDown] = [seat, seat !== null];
    const spot = sitsDown && felt.spots.find((spot) => seen.offer(spot) && (spot.area ?? seat) === seat);
    if (!spot) return;
    sitsDown = false;
    if (document.activeElement === document.body) spot.element.focus({ preventScroll: true });
  }

  /** A spot was chosen: a chip goes there, or the wager comes back. */
  function choose(spot) {
    if (!spot) return;
    if (!seen.seat) seating.element.querySelector('button, a')?.focus();
    else if (bar.removing) seen.stake(spot) > 0 && wagering.takeBack(spot);
    else if (seen.view.expects.wagers || seen.offer(spot)) wagering.place(spot);
    else context.note('No more bets: wait for the next round.');
  }

  /** Keys work while the keyboard is at the table, but not in a field. */
  function key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !seen.seat) return;
    if (target.closest('input:not([type="radio"]), dialog, select, textarea')) return;
    const spot = felt.spotOf(target);
    const takes = event.key === 'Delete' || event.key === 'Backspace';
    if (spot && takes && seen.stake(spot) > 0) wagering.takeBack(spot);
    else if (!(spot && move(felt, spot, event.key)) && !bar.key(event)) return;
    event.preventDefault();
  }

  seen.take(view);
  built = true;
  main.append(page);
  draw();
  scrollToOwn(felt, seen);

  const ends = [
    context.live.watch(table, {
      view(next, happened) {
        setClock(next.now);
        if (next.dice?.roll && next.round !== seen.view.round) context.speak(`${next.dice.roll.join(' and ')}: ${next.dice.roll[0] + next.dice.roll[1]}.`);
        const words = tell(happened, { seat: seen.seat, dealer: next.dealer?.title, shared: next.hands.find(isShared)?.title, sign: (on) => next.sign.find((sign) => sign.on === on) });
        if (words) context.speak(words);
        const sat = seen.seat?.seat;
        seen.take(next);
        if (seen.seat?.seat !== sat) scrollToOwn(felt, seen);
      },
      gone() {
        context.note('This table is closed.');
        context.go('/');
      },
      missed(events) {
        const words = events && tell(events.map(([, event]) => event), { seat: seen.seat, dealer: seen.view.dealer?.title, shared: seen.view.hands.find(isShared)?.title, sign: (on) => seen.sign(on) });
        if (words) context.speak(`While you were away: ${words}`);
      },
    }),
    context.onMe(() => {
      seen.refresh();
      scrollToOwn(felt, seen);
    }),
    status.close, sign.close,
  ];
  return () => ends.forEach((end) => end());
}

/** On a narrow screen the areas are a strip: the own one is brought into sight. */
function scrollToOwn(felt, seen) {
  const area = seen.seat && felt.area(seen.seat.seat);
  const strip = area?.parentElement;
  if (strip && strip.scrollWidth > strip.clientWidth) {
    strip.scrollTo({ left: area.offsetLeft - (strip.clientWidth - area.clientWidth) / 2, behavior: 'smooth' });
  }
}

function heading(view, notices, status) {
  return h('header.tablehead',
    h('div.who', h('h1', view.name), put(h('p'),
      h('a', { href: `/rules/${view.game}` }, 'Rules'), ' ', h('a', { href: `/rules/${view.game}/order` }, 'The order'), view.variant && h('span.tag', view.variant.replaceAll('-', ' ')),
      view.demo && h('span.tag', 'play money'))),
    status, notices);
}
