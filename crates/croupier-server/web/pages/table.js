// The player's table: felt, bar, and the panels beside it, kept as new as the live line is.

import { get } from '../api.js';
import { setClock } from '../clock.js';
import { confirm } from '../dialog.js';
import { h, put, say, stylesheet } from '../dom.js';
import { gameNamed } from '../games.js';
import { chosenLanguage } from '../language.js';
import { register } from '../register.js';
import { move } from '../play/arrows.js';
import { Bar } from '../play/bar.js';
import { closeChipMenu, openChipMenu } from '../play/chip-menu.js';
import { clausesInPanel } from '../play/clause.js';
import { Felt } from '../play/felt.js';
import { isShared } from '../play/hands.js';
import { closePanel } from '../play/panel.js';
import { onLongPress } from '../play/long-press.js';
import { Luck } from '../play/luck.js';
import { Results } from '../play/results.js';
import { Score } from '../play/score.js';
import { Seating } from '../play/seating.js';
import { keyOf, Seen } from '../play/seen.js';
import { Sign } from '../play/sign.js';
import { isOn, play, soundOf, turn } from '../play/sound.js';
import { isTakeable, Standing } from '../play/standing.js';
import { Status } from '../play/status.js';
import { showHowTo } from '../play/teach.js';
import { tell } from '../play/telling.js';
import { Wagering } from '../play/wagering.js';
import { wordsOf } from '../play/words.js';
import { prefersText } from '../text/choice.js';

/** Opens a table. */
export async function open(main, context) {
  const table = Number(context.params.table);
  if (prefersText()) return context.go(`/table/${table}/text`, { replace: true });
  const [view] = await Promise.all([get(`/api/tables/${table}`), stylesheet('/play/table.css'), stylesheet('/play/panels.css'), stylesheet('/play/teach.css')]);
  const [felt, words, game] = await Promise.all([Felt.load(view), wordsOf(view.game), gameNamed(view.game).catch(() => null)]);
  context.title(view.name);
  setClock(view.now);
  register(view.game).catch(() => {});

  let built = false;
  let [seated, sitsDown, shown] = [null, false, null];
  const seen = new Seen(context, table, words, () => built && draw());
  const wagering = new Wagering(seen, (game?.wagers ?? []).filter(({ commission }) => commission).map(({ name }) => name), context.note, confirm);
  const seating = new Seating(seen, context);
  const bar = new Bar(wagering, seating, () => draw());
  const status = new Status(seen, context.speak, () => play('win'));
  const sign = new Sign(context.note);
  const parts = { results: new Results(), standing: new Standing(wagering), score: new Score(table), luck: new Luck(seen, context) };
  const head = heading(view, sign.notices, status.element, bar.above);
  const stage = h('div.stage', head, h('div.oval', felt.element, view.areas === 0 && seating.rail), seating.element, bar.element);
  const side = h('aside.side', { 'aria-label': 'Beside the table' },
    [parts.results, parts.standing, parts.score, parts.luck, sign].map(({ element }) => element));
  const page = h('div.tablepage', { onkeydown: (event) => key(event) }, stage, side);

  // Who taps does not wait for what still moves.
  felt.element.addEventListener('pointerdown', () => felt.element.getAnimations({ subtree: true }).filter((it) => it.effect.getComputedTiming().iterations === 1).forEach((it) => it.finish()));
  felt.element.addEventListener('click', (event) => choose(felt.spotOf(event.target)));
  onLongPress(felt.element, (target) => {
    const spot = felt.spotOf(target);
    return Boolean(spot) && openChipMenu(spot, seen, wagering);
  });

  function draw() {
    wagering.look();
    felt.draw(seen, { removing: bar.removing, call: (wager, state) => wagering.call(wager, state), most: (spot) => echo(spot, wagering.placeMost(spot)) });
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
    else if (bar.removing) takeBack(spot);
    else if (seen.view.expects.wagers || seen.offer(spot)) echo(spot, wagering.place(spot));
    else context.note('No more bets: wait for the next round.', { near: spot.element });
  }

  /** Takes a wager back, if the rules let it; else says that it stays. */
  function takeBack(spot) {
    const own = seen.mine.filter((wager) => keyOf(wager) === spot.key);
    if (own.length === 0) return;
    if (own.some(isTakeable)) echo(spot, wagering.takeBack(spot));
    else context.note(`${spot.name(seen)} stays until it is decided.`, { near: spot.element });
  }

  /** A tap is seen at once, before the server has answered. */
  function echo(spot, done) {
    spot.element.classList.add('tapped');
    done.finally(() => spot.element.classList.remove('tapped'));
  }

  /** Keys work while the keyboard is at the table, but not in a field. */
  function key(event) {
    const { target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest('input:not([type="radio"]), dialog, select, textarea')) return;
    if (event.key.toLowerCase() === 'h') showHowTo(seen.view);
    if (!seen.seat) return;
    const spot = felt.spotOf(target);
    const takes = event.key === 'Delete' || event.key === 'Backspace';
    if (spot && takes && seen.stake(spot) > 0) takeBack(spot);
    else if (spot && event.key.toLowerCase() === 'm') openChipMenu(spot, seen, wagering);
    else if (!(spot && move(felt, spot, event.key)) && !bar.key(event)) return;
    event.preventDefault();
  }

  seen.take(view);
  built = true;
  main.append(page);
  draw();
  shown = seen.seat?.seat ?? null;
  scrollToOwn(felt, seen);

  const ends = [
    context.live.watch(table, {
      view(next, happened) {
        setClock(next.now);
        const isRolled = next.dice?.roll && next.round !== seen.view.round;
        const sound = isRolled ? 'dice' : soundOf(happened);
        if (sound) play(sound);
        if (isRolled) context.speak(`${next.dice.roll.join(' and ')}: ${next.dice.roll[0] + next.dice.roll[1]}.`);
        const told = tell(happened, { seat: seen.seat, dealer: next.dealer?.title, shared: next.hands.find(isShared)?.title, sign: (on) => next.sign.find((sign) => sign.on === on) });
        if (told) context.speak(told);
        const sat = seen.seat?.seat;
        seen.take(next);
        if (seen.seat?.seat !== sat) scrollToOwn(felt, seen);
      },
      gone() {
        context.note('This table is closed.');
        context.go('/');
      },
      missed(events) {
        const told = events && tell(events.map(([, event]) => event), { seat: seen.seat, dealer: seen.view.dealer?.title, shared: seen.view.hands.find(isShared)?.title, sign: (on) => seen.sign(on) });
        if (told) context.speak(`While you were away: ${told}`);
      },
    }),
    context.onMe(() => {
      const sat = shown;
      seen.refresh();
      shown = seen.seat?.seat ?? null;
      if (shown !== sat) scrollToOwn(felt, seen);
    }),
    status.close, sign.close, clausesInPanel(), closePanel, closeChipMenu,
  ];
  return () => ends.forEach((end) => end());
}

/** The own area is brought into sight: sideways where the areas are a strip, and from under the bar. */
function scrollToOwn(felt, seen) {
  const area = seen.seat && felt.area(seen.seat.seat);
  const strip = area?.parentElement;
  if (strip && strip.scrollWidth > strip.clientWidth) {
    strip.scrollTo({ left: area.offsetLeft - (strip.clientWidth - area.clientWidth) / 2, behavior: 'smooth' });
  }
  // When everything has its place.
  requestAnimationFrame(() => requestAnimationFrame(() => fromUnderTheBar(area)));
}

function fromUnderTheBar(area) {
  const bar = document.querySelector('.bar:not([hidden])');
  const spots = area ? area.querySelector('.wagers, .boxes') : null;
  const hidden = bar && spots ? spots.getBoundingClientRect().bottom + 24 - bar.getBoundingClientRect().top : 0;
  if (hidden > 0) scrollBy({ top: hidden });
}

function heading(view, notices, status, above) {
  const { unreviewed } = chosenLanguage();
  return h('header.tablehead',
    h('div.who', h('h1', { translate: 'no' }, view.name), put(h('p'),
      h('button.plain', { type: 'button', onclick: () => showHowTo(view) }, 'How to play'), soundButton(), h('a', { href: `/table/${view.table}/text` }, 'Text', h('span.unseen', ' table')), view.variant && h('span.tag', view.variant.replaceAll('-', ' ')),
      view.demo && h('span.tag', 'play money'), unreviewed && h('span.tag', { translate: 'no' }, unreviewed))),
    h('div.statusplace', status, above), notices);
}

/** Turns the sounds of the table on and off; they are off until somebody wants them. */
function soundButton() {
  const button = h('button.plain', { type: 'button', 'aria-pressed': String(isOn()), onclick: () => {
    turn(!isOn());
    button.setAttribute('aria-pressed', String(isOn()));
    say(button, words());
  } });
  const words = () => (isOn() ? 'Sound on' : 'Sound off');
  say(button, words());
  return button;
}
