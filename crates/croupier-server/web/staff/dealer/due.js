// What is due next, large and in words, with whatever answers it: pads, choices, rulings, the shuffle.

import { h, put, say } from '../../dom.js';
import { money } from '../../money.js';
import { keepFocus } from '../focus.js';
import { sentence } from '../names.js';
import { messages } from './messages.js';
import { answersFor, takesRoll } from './answers.js';
import { deviceStep, takesCard } from './device.js';
import { Keys } from './keys.js';
import { cardPad, dicePad } from './pads.js';
import { LEANING } from './dice-set.js';
import { shufflePanel } from './shuffle.js';

const SETTING = 'console-confirm';
const WANTS = { card: 'card', face: 'card', burn: 'card', roll: 'dice', 'stick-roll': 'dice' };

/** Makes the panel. */
export function duePart(desk) {
  const keys = new Keys();
  let elsewhere = null;
  keys.confirm = localStorage.getItem(SETTING) === 'yes';
  const words = h('p.words', { role: 'status', 'aria-live': 'assertive' });
  const sub = h('p.sub');
  const typed = h('output.typed', { 'aria-live': 'polite' });
  const confirm = h('label.inline', h('input', { type: 'checkbox', checked: keys.confirm, onchange: setConfirm }), ' Enter confirms');
  const answers = h('div.answers');
  const said = messages();
  const element = h('section.due.panel', { 'aria-label': 'What is due' },
    words, h('div.due-second', sub, h('div.typing', typed, confirm)), answers, said.element);
  // The pad has a place of its own, and keeps it while nothing is to be touched on it: so nothing on the screen moves when it is.
  const pad = h('section.panel.pad', { 'aria-label': 'Cards and dice to touch' });
  return {
    element, draw, press, pad, give, keysAt, note: said.note, main: () => answers.querySelector('[data-main]')?.click(), answer, wantsCard: () => wants() === 'card', putRight: () => answers.querySelector('[data-key="rekey"]')?.click(),
  };

  function draw(view) {
    const { expects } = view;
    if (!view.entered) desk.rekey = null;
    say(words, sentence(view.shuffling ? view.shuffling.words : wordsOf(view)));
    put(sub, subline(view));
    element.dataset.due = expects.due;
    confirm.classList.toggle('unseen', !wants());
    typed.classList.toggle('unwanted', !wants());
    if (!wants()) keys.clear();
    show();
    put(answers, view.shuffling || expects.due === 'shuffle' ? shufflePanel(desk, view) : answersFor(desk, view));
    keepFocus(pad, () => drawPad(view));
  }

  /** Whoever keys cards or dice here sees the pad all the time; what cannot be touched now is dimmed. */
  function drawPad(view) {
    const shown = wants() ?? (view.dice ? 'dice' : 'card');
    pad.hidden = !wants() && (desk.isVirtual || !desk.may(shown === 'card' ? 'step card' : 'step roll'));
    if (pad.hidden) return put(pad);
    pad.toggleAttribute('inert', !wants());
    return put(pad, shown === 'card' ? cardPad(card, view.shoe?.left) : [dicePad(roll), h('p.quietly', LEANING)]);
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

  /** Gives the answer that has this letter. Tells whether there is one. */
  function answer(key) {
    const found = answers.querySelector(`[data-answer="${CSS.escape(key)}"]`);
    found?.click();
    return Boolean(found);
  }

  /** Says where the keys go while they do not go to the table. */
  function keysAt(place) {
    elsewhere = place;
    show();
  }

  /** Takes a card that a scanner read. */
  function give(face) {
    keys.clear();
    show();
    card(face);
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
    say(typed, keys.typed || (elsewhere ? `Keys go to ${elsewhere}` : wants() === 'dice' ? 'type two digits' : wants() ? 'type rank, then suit' : ''));
    typed.classList.toggle('empty', keys.typed === '');
    typed.classList.toggle('elsewhere', Boolean(elsewhere));
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
  return over && wagers.length === 0 ? 'the round is over: take wagers for the next one' : expects.words;
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
