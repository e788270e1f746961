// The irregularity menu: the situations of this game's order, those of this moment first, and their fields.

import { ask } from '../../dialog.js';
import { h, put } from '../../dom.js';
import { gameNamed } from '../../games.js';
import { listed, wagerName, whereName, spotOf } from '../names.js';
import { FORFEIT } from '../forfeit.js';
import { clearFaults, field, values } from '../forms.js';
import { peopleAt } from '../measures.js';
import { refusal } from '../send.js';
import { fitsNow, hasTheSay, REASONS, SAY, situationsOf } from '../situations.js';

/** Opens the menu. */
export async function irregularMenu(desk) {
  const { view } = desk;
  // An inspector may order what the order lets inspectors order, and declares nothing else.
  const all = situationsOf(await gameNamed(view.game)).filter((it) => desk.may('step irregular') || it.say === 'authority');
  return ask('What went wrong?', (form, close) => {
    const search = h('input', { type: 'search', placeholder: 'Find', 'aria-label': 'Find a situation', autofocus: true, oninput: draw });
    const body = h('div.situations');
    form.closest('dialog')?.classList.add('wide');
    form.addEventListener('submit', (event) => event.preventDefault());
    draw();
    return [search, body, view.entered && h('p.quietly', 'A card or roll that was only entered wrongly is no irregularity: close this, and press Backspace.'), h('div.row.end', h('button.button.quiet', { type: 'button', onclick: () => close() }, 'Close'))];

    function draw() {
      const text = search.value.trim().toLowerCase();
      const found = all.filter((it) => `${it.words} ${it.what ?? ''}`.toLowerCase().includes(text));
      const now = found.filter((it) => fitsNow(it, view));
      put(body, groups(now), now.length < found.length && h('p.quietly', `The rules have nothing to do now about: ${listed(found.filter((it) => !now.includes(it)).map((it) => it.words.charAt(0).toLowerCase() + it.words.slice(1)), 'or')}.`));
    }

    function groups(list) {
      const names = [...new Set(list.map((it) => it.group))];
      return names.map((name) => h('section', h('h3', name), h('ul', list.filter((it) => it.group === name).map((it) =>
        h('li', h('button', { type: 'button', onclick: () => close(it) }, it.words, say(it.say)))))));
    }
  }).then((it) => it && declare(desk, it));
}

const say = (by) => SAY[by] && h('span.tag', SAY[by]);

/** Asks for the fields of a situation and sends it. */
export function declare(desk, it) {
  const decides = hasTheSay(it, desk.context, Boolean(desk.view.dice));
  const grounds = { name: 'why', label: 'Reason', kind: 'long', required: Boolean(it.wants_grounds), hint: it.wants_grounds ? null : 'May be left out.' };
  const fields = [...it.fields.flatMap((name) => FIELDS[name](desk, it, decides)), ...(it.what ? [grounds] : [])];
  return ask(it.words, (form, close) => {
    const wrong = h('p.notice', { role: 'alert', hidden: true });
    const shown = fields.map((it) => [it, field(it)]);
    form.addEventListener('input', () => {
      clearFaults(form);
      fit();
    });
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const given = values(form, fields.filter(fits));
      if (!given) return;
      const done = await desk.step(stepOf(desk, it, given), null, (error) => {
        put(wrong, refusal(error));
        wrong.hidden = false;
      });
      if (done) close();
    });
    fit();
    return [...shown.map(([, element]) => element), h('p.quietly', decides ? 'Your name is recorded with it.' : `You report it, and ${SAY[it.say]} decides. Nothing is played at this table until then.`),
      wrong, h('div.row.end', h('button.button.quiet', { type: 'button', onclick: () => close() }, 'Cancel'), h('button.button', { type: 'submit' }, decides ? 'Declare it' : 'Report it'))];

    /** Asks only for what belongs to what was said so far. */
    function fits({ name }) {
      const said = (of) => shown.find(([it]) => it.name === of)?.[1];
      const fraud = said('cause')?.querySelector('select').value === 'fraud';
      if (name === 'players' && said('cause')) return fraud;
      return name !== 'forfeit' || (fraud && Boolean(said('players')?.querySelector(':checked')));
    }

    function fit() {
      for (const [it, element] of shown) {
        element.hidden = !fits(it);
        for (const control of element.querySelectorAll('select, input')) control.disabled = element.hidden;
      }
    }
  });
}

/** Makes the step of a situation from what was filled in. */
function stepOf(desk, it, given) {
  if (it.step) return it.step({ area: Number(given.area) });
  const out = { what: it.what, ...(given.why ? { why: given.why } : {}), ...it.spot };
  for (const name of it.fields) Object.assign(out, READ[name]?.(given, desk) ?? (given[name] ? { [name]: given[name] } : {}));
  return { irregular: out };
}

const places = (desk) => Array.from({ length: desk.view.areas }, (_, at) => [String(at + 1), `Area ${at + 1}`]);
const players = (desk) => desk.seated.map((seat) => [seat.name, `${seat.seat} ${seat.name}`]);
const wagers = (desk) => desk.view.wagers.map((wager, at) => [String(at), `${wagerName(wager, desk.view.sign)}, ${whereName(wager)}`]);

/** The fields that situations have. */
const FIELDS = {
  card: (desk, it) => [{ name: 'card', label: 'Card', required: it.what !== 'astray', hint: `As ${listed(['KS', '10H', 'AD'])}${it.what === 'astray' ? '; empty if it was not seen' : ''}.` }],
  to: (desk, it) => [it.what === 'die-found'
    ? { name: 'to', label: 'The die goes', kind: 'choice', of: [['bowl', 'into the bowl'], ['player', 'back to the player']] }
    : { name: 'to', label: 'Where it lies', kind: 'choice', of: [...places(desk), ['dealer', desk.view.dealer.title ?? 'dealer'], ['burned', 'among the discards']] }],
  exposed: () => [{ name: 'exposed', label: 'The card was seen', kind: 'yes', value: true }],
  place: (desk) => [{ name: 'place', label: 'Which hand', kind: 'choice', of: [...places(desk), ['dealer', desk.view.dealer.title ?? 'dealer']] }],
  cards: () => [{ name: 'cards', label: 'How many cards it has', kind: 'count', max: 12 }],
  area: (desk) => [{ name: 'area', label: 'Area', kind: 'choice', of: places(desk), value: String(desk.view.expects.area ?? 1) }],
  player: (desk) => [{ name: 'player', label: 'Player', kind: 'choice', of: players(desk) }],
  players: (desk, it) => [{ name: 'players', label: it.what === 'invalidate' ? 'Who cheated' : 'Who', kind: 'several', required: it.what !== 'invalidate', of: peopleAt(desk.view), hint: it.what === 'invalidate' ? 'Choose nobody if it was somebody who does not play.' : null }],
  forfeit: (desk, it, decides) => (decides ? [{ name: 'forfeit', label: 'Those who cheated', kind: 'choice', of: [['', 'Choose…'], ...Object.entries(FORFEIT).filter(([word]) => desk.view.dice || word !== 'all')] }] : []),
  cause: () => [{ name: 'cause', label: 'Why', kind: 'choice', of: ['disruption', 'fraud'] }],
  reason: () => [{ name: 'reason', label: 'Reason', kind: 'choice', of: REASONS }],
  dice: () => [{ name: 'dice', label: 'How many dice', kind: 'choice', of: ['1', '2'] }],
  device: (desk) => [{ name: 'device', label: 'Number of the device that failed', kind: 'count', min: 1, value: desk.view.device }],
  wager: (desk) => [{ name: 'wager', label: 'Which wager', kind: 'choice', of: wagers(desk) }],
};

const face = (text) => text.toUpperCase().replace(/^10/, 'T');

/** How a field is written in the step, where it is not simply its name. */
const READ = {
  card: ({ card }) => (card ? { card: face(card) } : {}),
  to: ({ to }) => ({ to: /^\d+$/.test(to) ? Number(to) : to }),
  exposed: ({ exposed }) => ({ exposed }),
  place: ({ place }) => (place === 'dealer' ? { dealer: true } : { area: Number(place) }),
  cards: ({ cards }) => ({ cards }),
  area: ({ area }) => ({ area: Number(area) }),
  dice: ({ dice }) => ({ dice: Number(dice) }),
  players: ({ players = [] }) => (players.length > 0 ? { players } : {}),
  device: ({ device }) => ({ device }),
  wager: ({ wager }, desk) => spotOf(desk.view.wagers[Number(wager)] ?? {}),
};
