// What is due next, large and in words, with whatever answers it: pads, choices, rulings, the shuffle.

import { h, put, say } from '../../dom.js';
import { money } from '../../money.js';
import { sentence } from '../names.js';
import { answersFor, takesRoll } from './answers.js';
import { deviceStep, takesCard } from './device.js';
import { Keys } from './keys.js';
import { shufflePanel } from './shuffle.js';

const SETTING = 'console-confirm';
const WANTS = { card: 'card', face: 'card', burn: 'card', roll: 'dice', 'stick-roll': 'dice' };

/** Makes the panel. */
export function duePart(desk) {
  const keys = new Keys();
  keys.confirm = localStorage.getItem(SETTING) === 'yes';
  const words = h('p.words', { role: 'status', 'aria-live': 'assertive' });
  const sub = h('p.sub');
  const typed = h('output.typed', { 'aria-live': 'polite' });
  const confirm = h('label.inline', h('input', { type: 'checkbox', checked: keys.confirm, onchange: setConfirm }), ' Enter confirms');
  const answers = h('div.answers');
  const element = h('section.due.panel', { 'aria-label': 'What is due' },
    h('div.due-head', h('div', words, sub), h('div.typing', typed, confirm)), answers);
  return { element, draw, press, main: () => answers.querySelector('[data-main]')?.click() };

  function draw(view) {
    const { expects } = view;
    if (!view.entered) desk.rekey = null;
    say(words, sentence(view.shuffling ? view.shuffling.words : wordsOf(view)));
    put(sub, subline(view));
    element.dataset.due = expects.due;
    confirm.hidden = typed.hidden = !wants();
    if (!wants()) keys.clear();
    show();
    put(answers, view.shuffling || expects.due === 'shuffle' ? shufflePanel(desk, view) : answersFor(desk, view, { card, roll, wants: wants() }));
  }

  function wants() {
    const { expects, shuffling } = desk.view;
    if (shuffling || (desk.isVirtual && expects.due !== 'repair')) return null;
    if (desk.rekey) return desk.rekey;
    if (expects.due === 'repair') return takesCard(desk) ? 'card' : null;
    // A card that lies face down is told when its hand is turned.
    const wanted = expects.face_down ? null : WANTS[expects.due] ?? null;
    if (wanted === 'dice' && !takesRoll(desk.view)) return null;
    return wanted && desk.may(wanted === 'card' ? 'step card' : 'step roll') ? wanted : null;
  }

  function press(key) {
    const taken = keys.press(key, wants());
    show();
    if (taken?.card) card(taken.card);
    if (taken?.roll) roll(taken.roll);
    return taken;
  }

  function card(face) {
    if (desk.view.expects.due === 'repair') desk.step(deviceStep(desk, face));
    else desk.step(desk.rekey ? rekeyed({ card: face }) : { card: face });
  }

  function roll(faces) {
    desk.step(desk.rekey ? rekeyed({ roll: faces }) : { roll: faces });
  }

  function rekeyed(rekey) {
    desk.rekey = null;
    return { rekey };
  }

  function show() {
    say(typed, keys.typed || (wants() === 'dice' ? 'type two digits' : 'type rank, then suit'));
    typed.classList.toggle('empty', keys.typed === '');
  }

  function setConfirm(event) {
    keys.confirm = event.target.checked;
    localStorage.setItem(SETTING, keys.confirm ? 'yes' : 'no');
    keys.clear();
    show();
  }
}

/** What a table waits for when nothing is due is wagers, or a round that is over. */
function wordsOf({ expects, over, wagers, unpaid }) {
  if (expects.due === 'payment') return unpaid.length > 0 ? 'collect and pay, in the order of the rules' : 'nothing to pay on this roll';
  if (expects.due === 'ruling') return expects.question ?? expects.words;
  if (expects.due !== 'nothing') return expects.words;
  return over && wagers.length === 0 ? 'settle, then wagers for the next round' : expects.words;
}

function subline(view) {
  const { expects } = view;
  const open = expects.wagers
    ? h(`span.tag${view.dice?.thrown ? '.warn' : '.live'}`, view.dice?.thrown ? 'The dice roll: only what a dealer or boxperson confirms' : view.dice ? 'Wagers are taken' : 'Betting is open')
    : h('span.tag', 'No more bets');
  const rack = view.seats.find((seat) => seat.seat === expects.seat)?.rack;
  return [open, expects.player && h('span', `It is for ${expects.player}${expects.seat ? `, seat ${expects.seat}` : ''}.`),
    expects.due === 'choice' && rack !== undefined && h('span', `${money(rack)} in the rack.`)];
}
