// A table in words: typed commands, and a log that screen readers read as it grows. It plays by the same views, offers and acts
// as the drawn table.

import { get } from '../api.js';
import { left, setClock, ticking } from '../clock.js';
import { h, put, say, stylesheet } from '../dom.js';
import { gameNamed } from '../games.js';
import { wordsOf as errorWords } from '../notes.js';
import { question } from '../play/asks.js';
import { Banner } from '../play/banner.js';
import { clausesInPanel } from '../play/clause.js';
import { isShared } from '../play/hands.js';
import { Luck } from '../play/luck.js';
import { closePanel } from '../play/panel.js';
import { Seating } from '../play/seating.js';
import { Seen } from '../play/seen.js';
import { deadline, statusWords } from '../play/status.js';
import { tell } from '../play/telling.js';
import { Wagering } from '../play/wagering.js';
import { wordsOf } from '../play/words.js';
import { prefer } from '../text/choice.js';
import { Console } from '../text/console.js';
import { answerWords, Doing } from '../text/doing.js';
import { readStill, readTime } from '../text/reading.js';

/** When time is almost over, in milliseconds. */
const HURRY = 10000;

/** Opens a table in words. */
export async function open(main, context) {
  const table = Number(context.params.table);
  const [view] = await Promise.all([get(`/api/tables/${table}`), stylesheet('/text/text.css'), stylesheet('/play/panels.css'), stylesheet('/play/teach.css')]);
  const [words, game] = await Promise.all([wordsOf(view.game), gameNamed(view.game).catch(() => null)]);
  prefer('text');
  context.title(`${view.name} in words`);
  setClock(view.now);

  const console = new Console((line) => doing.command(line).catch(wrong));
  /** Says what was refused, with its reason and its clause. */
  function wrong(error) {
    if (error instanceof Error) console.say(`Not done: ${errorWords(error)}${error.clause ? ` Clause ${error.clause}.` : ''}`, 'wrong');
    else console.say(error);
  }
  const here = Object.create(context, { note: { value: wrong }, speak: { value: (words) => console.say(words) } });
  let built = false;
  const seen = new Seen(context, table, words, () => built && draw());
  const confirm = (title, text, yes) => console.confirm(text, yes);
  const wagering = new Wagering(seen, (game?.wagers ?? []).filter(({ commission }) => commission).map(({ name }) => name), wrong, confirm);
  const seating = new Seating(seen, here);
  const doing = new Doing({ seen, wagering, seating, context: here, game, console });
  const luck = new Luck(seen, Object.create(context, { note: { value: wrong }, speak: { value() {} } }));
  const banner = new Banner();
  const now = h('ul');
  const clock = h('p.quietly', { role: 'timer', 'aria-live': 'off' });
  const said = { status: '', asked: '', result: null, until: null };

  /** Says what is new: a result, what the table waits for, and what it asks of this player. */
  function draw() {
    wagering.look();
    luck.draw();
    const lines = readStill(seen);
    if (now.textContent !== lines.join('')) put(now, lines.map((line) => h('li', line)));
    const result = banner.look(seen);
    if (result && result !== said.result) console.say(`${result.title}. ${result.detail.replaceAll(' · ', '. ')}.`, result.kind);
    said.result = result;
    const status = statusWords(seen);
    if (status !== said.status && seen.seat && seen.view.expects.wagers) console.say(`${status}. ${readTime(seen)}`);
    said.status = status;
    ask();
  }

  /** What is asked of the player cannot wait. While wagers are open the same question is asked once. */
  function ask() {
    const asked = question(seen);
    // What an answer stakes may become known later: that is no other question.
    const key = asked ? JSON.stringify([asked.title, asked.answers.map(({ words: answer }) => answer.replace(/ for \$[\d,.]+/, '')), seen.view.expects.wagers || seen.view.round]) : '';
    if (asked && key !== said.asked) console.urge(`${seen.isMyTurn && !seen.view.expects.wagers ? 'It is your turn. ' : ''}${answerWords(asked)}`);
    if (!asked && !seen.view.expects.wagers) console.calm();
    if (asked || !seen.view.expects.wagers) said.asked = key;
  }

  /** Time that is almost over is said once, at once. */
  function tick() {
    const until = deadline(seen.view);
    say(clock, readTime(seen) || 'No clock runs.');
    const concerns = seen.seat && (seen.view.expects.wagers || seen.isMyTurn);
    if (until === null || until === said.until || !concerns || left(until) > HURRY) return;
    said.until = until;
    console.urge(`${readTime(seen)} ${seen.view.expects.wagers ? '' : 'It is your turn.'}`.trim());
  }

  /** Hears events in the words of the table. */
  const hear = (happened, at) => tell(happened, { seat: seen.seat, dealer: at.dealer?.title, shared: at.hands.find(isShared)?.title, sign: (on) => at.sign.find((sign) => sign.on === on) });

  seen.take(view);
  built = true;
  main.append(h('section.page.texttable', h('header', h('h1', view.name),
    h('p', `${view.title} in words. ${view.demo ? 'This table is for play money. ' : ''}`, h('a', { href: `/table/${table}`, onclick: () => prefer('felt') }, 'Drawn table'), ' ', h('a', { href: `/table/${table}/history` }, 'All rounds'))),
  console.element, h('section.panel', { 'aria-labelledby': 'now' }, h('h2', { id: 'now' }, 'The table now'), now, clock), luck.element));
  console.say(`${view.name}. ${seen.seat ? 'You have a seat here.' : 'Type sit to sit down.'} Type help for all that you can do.`);
  draw();
  console.focus();

  const ends = [
    context.live.watch(table, {
      view(next, happened) {
        setClock(next.now);
        const isRolled = next.dice?.roll && next.round !== seen.view.round;
        const heard = [isRolled && `The roll is ${next.dice.roll.join(' and ')}: ${next.dice.roll[0] + next.dice.roll[1]}.`, hear(happened, next)].filter(Boolean).join(' ');
        if (heard) console.say(heard);
        seen.take(next);
      },
      gone() {
        context.note('This table is closed.');
        context.go('/');
      },
      missed(events) {
        const heard = events && hear(events.map(([, event]) => event), seen.view);
        if (heard) console.say(`While you were away: ${heard}`);
      },
    }),
    context.onMe(() => seen.refresh()),
    ticking(() => tick()), clausesInPanel(), closePanel,
  ];
  return () => ends.forEach((end) => end());
}
