// Past rounds of a table: what was dealt or rolled, and the check of each draw.

import { get } from '../api.js';
import { back, card, dice } from '../cards.js';
import { h, put, say, stylesheet } from '../dom.js';
import { handName, shortName } from '../play/hands.js';
import { checkRound } from '../play/luck.js';
import { money, signed } from '../money.js';

/** Opens the past rounds of a table. */
export async function open(main, context) {
  const table = Number(context.params.table);
  const [view] = await Promise.all([get(`/api/tables/${table}`), stylesheet('/pages/history.css'), stylesheet('/play/panels.css')]);
  context.title(`Rounds of ${view.name}`);
  const list = h('ol.rounds');
  const count = h('p.quietly');
  main.append(h('section.page', h('p', h('a', { href: `/table/${table}` }, `Back to ${view.name}`)),
    h('h1', view.dice ? 'Past rolls' : 'Past rounds'), count, list));
  let newest = null;
  let own = new Map();
  /** The own wagers, as the statement has them; who has none sees the rounds alone. */
  const ask = async () => {
    if (!context.is('player', 'guest')) return;
    own = ownResults(await get('/api/statement').catch(() => ({})), table);
  };
  await ask();
  const draw = async (view) => {
    const last = view.history.at(-1)?.round ?? null;
    if (last === newest && list.childElementCount > 0) return;
    if (newest !== null) await ask();
    newest = last;
    say(count, view.history.length === 0 ? 'None yet.' : `The last ${view.history.length}, the newest first.`);
    put(list, view.history.slice().reverse().map((past) => item(past, view, context, own.get(past.round) ?? [])));
  };
  draw(view);
  return context.live.watch(table, { view: draw });
}

/** Collects what became of the own wagers at a table, by round. */
export function ownResults({ lines = [] }, table) {
  const rounds = new Map();
  for (const line of lines) {
    const isResult = line.table === table && line.wager && line.change !== null && line.change !== undefined;
    if (isResult) rounds.set(line.round, [...rounds.get(line.round) ?? [], line]);
  }
  return rounds;
}

/** What the own wagers of a round came to. */
function ownList(lines) {
  const change = lines.reduce((sum, line) => sum + line.change, 0);
  const kind = (amount) => (amount > 0 ? 'win' : amount < 0 ? 'lose' : 'even');
  return h('div.ownresults', h('p.headline', h('span', 'Your wagers'), h(`strong.${kind(change)}`, signed(change))),
    h('ul', lines.map((line) => h('li', `${line.wager}: ${line.what}, ${money(line.amount)} `, h(`b.${kind(line.change)}`, signed(line.change))))));
}

function item(past, view, context, own) {
  const { round, roll, draw, point } = past;
  const what = roll ? rolled(roll, point) : dealt(past, view);
  return h('li.panel', h('div.headline', h('h2', view.dice ? `Roll ${round}` : `Round ${round}`),
    draw && h('button.button.quiet.small', { type: 'button', onclick: () => checkRound(view.table, draw, context.note) }, 'Check the draw', h('span.unseen', ` of round ${round}`))),
  what, own.length > 0 && ownList(own));
}

function rolled(roll, point) {
  const total = roll[0] + roll[1];
  return h('div.row', h('span.dice', dice(roll)), h('strong', String(total)), h('span.quietly', point === null ? 'come out roll' : `the point was ${point}`));
}

function dealt({ dealer, hands }, view) {
  const all = [[shortName(view.dealer.title ?? 'the dealer'), dealer], ...hands.map((hand) => [handName(hand), hand])];
  const dealtHands = all.filter(([, hand]) => hand?.cards?.length > 0);
  if (dealtHands.length === 0) return h('p.quietly', 'No cards were dealt.');
  return h('div.hands', dealtHands.map(([name, hand]) => h('figure',
    h('div.fan', hand.cards.map((face) => (/^..$/.test(face) ? card(face) : back()))),
    h('figcaption', h('span.capital', name), hand.points === null ? '' : h('b', ` ${hand.points}`), hand.choice ? ` ${hand.choice}` : ''))));
}
