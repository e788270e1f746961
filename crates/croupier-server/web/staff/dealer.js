// The dealer's console: runs a table with nothing but this screen. Its parts draw the view; the rules answer.

import { get, post } from '../api.js';
import { setClock, ticking } from '../clock.js';
import { h, put, stylesheet } from '../dom.js';
import { newCrew } from './dealer/crew.js';
import { duePart } from './dealer/due.js';
import { feltPart } from './dealer/felt.js';
import { headPart } from './dealer/head.js';
import { jackpotsPart } from './dealer/jackpots.js';
import { listen } from './dealer/keyboard.js';
import { markersPart } from './dealer/markers.js';
import { payPart } from './dealer/pay.js';
import { saidPart } from './dealer/said.js';
import { seatsPart } from './dealer/seats.js';
import { toolsPart } from './dealer/tools.js';
import { wagerPart } from './dealer/wager.js';
import { keepFocus } from './focus.js';
import { Sender } from './send.js';

/** Opens the console of a table. */
export async function open(main, context) {
  const table = Number(context.params.table);
  const [view] = await Promise.all([get(`/api/tables/${table}`), ...['staff', 'felt', 'dealer'].map((name) => stylesheet(`/staff/${name}.css`))]);
  if (!isForStaff(view, context)) {
    put(main, notForYou(view));
    return undefined;
  }
  const desk = newDesk(context, table, view);
  const parts = {
    head: headPart(desk), due: duePart(desk), pay: payPart(desk), felt: feltPart(desk), wager: wagerPart(desk),
    seats: seatsPart(desk), markers: markersPart(desk), jackpots: jackpotsPart(desk), tools: toolsPart(desk), said: saidPart(desk),
  };
  desk.parts = parts;
  const frame = h('div.console', parts.head.element,
    h('div.centre', parts.due.element, parts.felt.element, parts.due.pad),
    h('div.console-side', parts.pay.element, parts.markers.element, parts.jackpots.element, parts.tools.element, parts.said.element),
    h('div.work', parts.wager.element, parts.seats.element));
  put(main, frame);

  function take(next, happened = []) {
    if (!isForStaff(next, context)) return put(main, notForYou(next));
    setClock(next.now);
    desk.view = next;
    context.title(`${next.name}, console`);
    frame.dataset.crew = desk.crew.screen.name;
    for (const part of Object.values(parts)) keepFocus(part.element, () => part.draw(next, happened));
    return undefined;
  }
  desk.redraw = () => take(desk.view);
  take(view);
  const ends = [
    context.live.watch(table, { view: take, missed: () => parts.said.missed() }),
    context.live.on('staff', (news) => parts.said.prompt(news)),
    listen(desk),
    context.onMe(() => take(desk.view)),
    ticking(() => parts.head.tick?.()),
  ];
  return () => ends.forEach((end) => end());
}

/** What the parts of a console share. */
function newDesk(context, table, view) {
  const note = (message) => desk.parts.due.note(message);
  const sender = new Sender({ note, done: () => note('') }, (waiting) => document.body.classList.toggle('sending', waiting > 0));
  const desk = {
    context, table, view, sender, crew: newCrew(view, context),
    /** Tells whether somebody at a seat is served from this screen. */
    sees: (seat) => desk.crew.screen.sees(seat),
    /** Says something where nothing is covered by it. */
    note,
    may: (what) => context.mayAt(what, Boolean(desk.view.dice)),
    step: (step, done, wrong) => sender.step(table, step, done, wrong),
    act: (kind, fields = {}, done, wrong) => sender.send({ [kind]: { table, ...fields } }, done, wrong),
    /** Those who sit here. */
    get seated() {
      return desk.view.seats.filter((seat) => seat.taken);
    },
    /** Those who are served from this screen: they sit here, or play without a seat. */
    get playing() {
      return [...desk.seated.filter(({ seat }) => desk.sees(seat)), ...(desk.view.standing ?? [])];
    },
    /** Has the program do the next thing at a virtual table. */
    next: () => post(`/api/tables/${table}/next`).catch(note),
    drive: (driver) => post(`/api/tables/${table}/driver`, { driver }).catch(note),
    /** Whether the program draws the cards or dice here. */
    get isVirtual() {
      return desk.view.dealing === 'virtual';
    },
  };
  return desk;
}

/** Whoever is signed out, or is no staff, is shown no names; then there is nothing to run a table with. */
function isForStaff(view, { is }) {
  return is('dealer', 'boxperson', 'stickperson', 'supervisor', 'manager', 'surveillance', 'inspector') && view.seats.every((seat) => !seat.taken || seat.name);
}

const notForYou = (view) => h('section.page.narrow', h('h1', view.name),
  h('p', 'The console is for those who run the table. Sign in as one of them.'),
  h('p', h('a.button', { href: '/sign-in' }, 'Sign in'), ' ', h('a.button.quiet', { href: `/table/${view.table}` }, 'Watch the table')));
