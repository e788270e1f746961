// Placing wagers for players: whose, where, on what, how much. It stays as it is for the next one.

import { h, put } from '../../dom.js';
import { plain, range, read } from '../../money.js';
import { spotOf } from '../names.js';
import { Again } from './again.js';
import { amountPad } from './pads.js';

/** Makes the part. */
export function wagerPart(desk) {
  const chosen = { player: null, area: null, on: null, mark: null, tokens: false, confirmed: false };
  const amount = h('input', { id: 'wager-amount', inputmode: 'decimal', autocomplete: 'off', placeholder: '0.00', onkeydown: onEnter });
  const choosing = h('div.choosing');
  const extras = h('div.row.extras');
  const again = new Again(desk);
  let round = null;
  const place = h('button.button', { type: 'button', onclick: send }, 'Place');
  const element = h('section.panel.wagering', { 'aria-label': 'Place a wager' }, h('h2', 'Wager ', h('kbd', 'W')), choosing,
    h('div.row.amount', h('label', { for: 'wager-amount' }, 'Amount'), amount, place),
    amountPad((size) => {
      amount.value = plain((read(amount.value) ?? 0) + size);
    }, desk.view.chip), extras);
  element.hidden = !desk.may('step wager');
  return { element, draw, choose, focus };

  function draw(view) {
    // A confirmation is for one throw.
    if (view.round !== round) [round, chosen.confirmed] = [view.round, false];
    if (!desk.playing.some((seat) => seat.name === chosen.player)) Object.assign(chosen, { player: desk.playing[0]?.name ?? null, area: desk.playing[0]?.seat ?? null });
    const kinds = view.sign.filter((row) => !row.follows);
    if (!kinds.some((row) => row.on === chosen.on)) chosen.on = kinds[0]?.on ?? null;
    const kind = kinds.find((row) => row.on === chosen.on);
    const marks = kind?.marks && kind.marks.kind !== 'travels' ? kind.marks.of : [];
    if (!marks.includes(chosen.mark)) chosen.mark = marks[0] ?? null;
    put(choosing,
      group('Player', desk.playing.map((it) => [it.name, it.seat ? `${it.seat} ${it.name}` : it.name]), 'player', ({ player }) => {
        chosen.area = desk.seated.find((seat) => seat.name === player)?.seat ?? chosen.area;
      }),
      view.areas > 0 && kind?.area && group('Area', Array.from({ length: view.areas }, (_, at) => [at + 1, String(at + 1)]), 'area'),
      kinds.length > 1 && group('On', kinds.map((row) => [row.on, row.title]), 'on'),
      marks.length > 0 && group('Which', marks.map((mark) => [mark, String(mark)]), 'mark'),
      kind && h('p.quietly', `The sign says ${range(kind)}.`));
    if (desk.playing.length === 0) put(choosing, h('p.quietly', 'Nobody plays here yet: let somebody take a seat first.'));
    place.disabled = desk.playing.length === 0;
    again.see(view);
    put(extras, again.button(), box('tokens', 'in tokens'), view.dice?.thrown && desk.context.is('dealer', 'boxperson') && box('confirmed', 'confirmed while the dice roll'));
    if (amount.value === '' && kind && kind.min > 0) amount.placeholder = plain(kind.min);
  }

  /** A row of buttons of which one is pressed. */
  function group(label, options, field, then = () => {}) {
    return h('div.group', { role: 'group', 'aria-label': label }, h('span', label), options.map(([value, words]) =>
      h('button', { type: 'button', 'data-key': `${field}-${value}`, 'aria-pressed': String(chosen[field] === value), onclick: () => {
        chosen[field] = value;
        then(chosen);
        redraw();
        element.querySelector(`[data-key="${CSS.escape(`${field}-${value}`)}"]`)?.focus();
      } }, words)));
  }

  function box(field, words) {
    return h('label.inline', h('input', { type: 'checkbox', checked: chosen[field], onchange: (event) => {
      chosen[field] = event.target.checked;
    } }), ` ${words}`);
  }

  function redraw() {
    draw(desk.view);
  }

  function choose(at) {
    Object.assign(chosen, Object.fromEntries(Object.entries(at).filter(([, value]) => value)));
    redraw();
    focus();
  }

  function focus() {
    element.scrollIntoView({ block: 'nearest' });
    amount.focus();
    amount.select();
  }

  function onEnter(event) {
    if (event.key === 'Enter') send();
    if (event.key === 'Escape') amount.blur();
  }

  async function send() {
    const cents = amount.value === '' ? read(amount.placeholder) : read(amount.value);
    if (cents === null) return desk.context.note('An amount looks like 25 or 12.50.');
    const kind = desk.view.sign.find((row) => row.on === chosen.on);
    const mark = chosen.mark === null ? {} : { [kind.marks.kind === 'point' ? 'point' : 'number']: chosen.mark };
    const spot = spotOf({ ...chosen, area: kind.area ? chosen.area : null, ...mark });
    const wager = { ...spot, amount: cents, ...(chosen.confirmed ? { confirmed: true } : {}) };
    await desk.step({ wager });
    return undefined;
  }
}
