// The lobby: a welcome for strangers, and every table with its game, limits, seats and state.

import { get } from '../api.js';
import { back, card, dice } from '../cards.js';
import { h, put, stylesheet } from '../dom.js';
import { games } from '../games.js';
import { becomeGuest } from '../guest.js';
import { chooseLanguage, chosenLanguage, LANGUAGES } from '../language.js';
import { money, range } from '../money.js';

const DEALERS = ['dealer', 'boxperson', 'stickperson', 'supervisor', 'manager'];

/** Opens the lobby. */
export async function open(main, context) {
  context.title('');
  const [lobby, emblems] = await Promise.all([get('/api/lobby'), loadEmblems(), stylesheet('/pages/lobby.css')]);
  const welcome = h('div');
  const tables = h('ul.tables');
  main.append(h('section.page.lobby', welcome, h('h2', { id: 'tables' }, 'Tables'), tables, languages()));

  const greet = () => put(welcome, greeting(context, current));
  const draw = (lobby) => drawTables(tables, lobby, emblems, context);
  let current = lobby;
  let number = -1;
  const hear = (next) => {
    if (next.number < number) return;
    [current, number] = [next, next.number];
    draw(next);
  };
  hear(lobby);
  greet();
  const ends = [context.live.lobby(hear), context.onMe(() => {
    greet();
    draw(current);
  })];
  return () => ends.forEach((end) => end());
}

/** The languages of the page, and what the chosen one says of itself. */
function languages() {
  const chosen = chosenLanguage();
  const choice = ({ code, name }) => h('button.plain', { type: 'button', lang: code, translate: 'no', 'aria-pressed': String(code === chosen.code), onclick: () => {
    chooseLanguage(code);
    location.reload();
  } }, name);
  return h('div.languages', { role: 'group', 'aria-label': 'Language' }, LANGUAGES.map(choice), chosen.unreviewed && h('small.tag', { lang: chosen.code, translate: 'no' }, chosen.unreviewed));
}

/** The picture of each game; one that has none of its own shows cards face down, or dice. */
async function loadEmblems() {
  const [answer, all] = await Promise.all([fetch('/felts/emblems.json').catch(() => null), games().catch(() => [])]);
  const plain = all.map(({ name, example, dice: isDice }) => [name, { example, ...(isDice ? { dice: [3, 4] } : {}) }]);
  return { ...Object.fromEntries(plain), ...(answer?.ok ? await answer.json() : {}) };
}

function greeting(context, lobby) {
  const { me } = context;
  if (me) {
    const seat = me.seats?.[0];
    return h('div.welcome.known', h('h1', me.guest ? 'Take a seat' : `Good to see you, ${me.name}`),
      me.guest && h('p.quietly', 'You have ', h('strong', money(me.purse)), ' of play money in your pocket. Nothing can be won or lost.'),
      seat && h('p', h('a.button', { href: `/table/${seat.table}` }, `Back to your seat at table ${seat.table}`)));
  }
  return h('div.welcome', h('h1', 'Table games, each by the letter of its rules'),
    h('p.lead', 'Sit down, place your chips, and see for every wager which clause decided it.'),
    h('div.row',
      lobby.guests && h('button.button.large', { type: 'button', onclick: () => enter(context, null) }, 'Play as a guest'),
      h('a.button.quiet.large', { href: '/sign-in' }, 'Sign in')),
    lobby.guests && h('p.quietly', 'Guests play with play money: nothing can be won or lost, and nothing is asked.'));
}

async function enter(context, table) {
  try {
    await becomeGuest(context);
    if (table) context.go(`/table/${table}`);
    else document.querySelector('.tables a.button')?.focus();
  } catch (error) {
    context.note(error);
  }
}

/** Draws the tables, and keeps the keyboard where it was. */
function drawTables(list, lobby, emblems, context) {
  const focused = list.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
  put(list, lobby.tables.map((table) => tableCard(table, lobby, emblems[table.game], context)));
  if (lobby.tables.length === 0) list.append(h('li.quietly', 'No table is open.'));
  if (focused) list.querySelector(`[href="${focused}"]`)?.focus();
}

function tableCard(table, lobby, emblem, context) {
  const free = table.seats - table.taken;
  const here = context.me?.seats?.some((seat) => seat.table === table.table);
  const path = `/table/${table.table}`;
  const needsGuest = !context.me && lobby.guests && table.demo;
  const staff = context.is(...DEALERS);
  return h('li.tablecard', { 'aria-label': table.name },
    h(`div.emblem.${table.game}`, { 'aria-hidden': 'true' }, picture(emblem)),
    h('div.body',
      h('div.headline', h('h3', { translate: 'no' }, table.name), h(`span.tag${table.state === 'betting' ? '.live' : ''}`, table.state)),
      table.name.startsWith(table.title) ? null : h('p.quietly', table.title),
      h('dl.figures',
        figure('Limits', range(table)),
        figure('Seats', [seats(table), free === 0 ? 'full' : `${free} free`]),
        table.variant && figure('Variant', table.variant.replaceAll('-', ' ')),
        table.jackpot && figure('Jackpot', h('strong.jackpot', money(table.jackpot.major)))),
      h('div.row',
        h('a.button', { href: path, onclick: (event) => {
          if (!needsGuest) return;
          event.preventDefault();
          enter(context, table.table);
        } }, here ? 'Your seat' : staff || free === 0 ? 'Watch' : 'Play', h('span.unseen', { translate: 'no' }, ` ${table.name}`)),
        staff && h('a.button.quiet', { href: `/dealer/${table.table}` }, 'Console', h('span.unseen', ' of ', h('span', { translate: 'no' }, table.name))),
        h('a.rules', { href: `${path}/text` }, 'Text table', h('span.unseen', ' of ', h('span', { translate: 'no' }, table.name))),
        h('a.rules', { href: `/rules/${table.game}` }, 'Rules', h('span.unseen', ' of ', h('span', table.title))),
        table.demo && h('span.tag', 'play money'), emblem?.example && h('span.tag', 'an example'))));
}

const figure = (name, value) => [h('dt', name), h('dd', value)];

function seats({ seats: all, taken }) {
  const dots = Array.from({ length: all }, (_, at) => h(at < taken ? 'i.taken' : 'i'));
  return h('span.seats', { 'aria-hidden': 'true' }, dots);
}

function picture(emblem) {
  if (emblem?.dice) return dice(emblem.dice);
  return (emblem?.cards ?? [null, null]).map((face) => (face ? card(face) : back()));
}
