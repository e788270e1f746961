// Placing wagers for players: whose, where, on what, how much. It stays as it is for the next one.

import { h, put } from '../../dom.js';
import { plain, range, read, short } from '../../money.js';
import { spotOf, wagerName } from '../names.js';
import { keyOf } from '../../play/seen.js';
import { amountPad } from './pads.js';
import { AmountKeys } from './scanner.js';
import { sameAgain } from './again.js';

/** Makes the part. */
export function wagerPart(desk) {
  const chosen = { player: null, area: null, on: null, mark: null, tokens: false, confirmed: false, anywhere: false };
  const keys = new AmountKeys();
  const amount = h('input', { id: 'wager-amount', inputmode: 'decimal', autocomplete: 'off', placeholder: '0.00', onkeydown: press, onfocus: showKeys, onblur: showKeys });
  const choosing = h('div.choosing');
  const many = h('div.row.many');
  const extras = h('div.row.extras');
  let round = null;
  let open = false;
  let listIsOpen = false;
  /** For whom something was placed in this round and is still on its way. */
  let sent = new Set();
  const place = h('button.button', { type: 'button', onclick: () => send() }, 'Place');
  const next = h('p.quietly.next-wager', { 'aria-live': 'polite' });
  const element = h('section.panel.wagering', { 'aria-label': 'Place a wager' }, h('h2', 'Wager ', h('kbd', 'W')), choosing,
    h('div.row.amount', h('label', { for: 'wager-amount' }, 'Amount'), amount, place), next,
    amountPad((size) => {
      amount.value = plain((read(amount.value) ?? 0) + size);
      redraw();
    }, desk.view.chip), many, extras);
  element.hidden = !desk.may('step wager');
  amount.addEventListener('input', () => tell(desk.view));
  return {
    element, draw, choose, focus, again, place: placeAt, playerAt, seat,
    get player() {
      return chosen.player;
    },
    isAt: (area) => desk.view.expects.wagers && chosen.area === area,
  };

  function draw(view) {
    // A confirmation is for one throw.
    if (view.round !== round) [round, chosen.confirmed, sent] = [view.round, false, new Set()];
    if (!desk.playing.some((seat) => seat.name === chosen.player)) Object.assign(chosen, { player: desk.playing[0]?.name ?? null, area: desk.playing[0]?.seat ?? null });
    // Once cards or dice are due, keys are for the table.
    const takes = view.expects.wagers && !view.dice?.thrown;
    if (open && !takes) amount.blur();
    open = takes;
    const kinds = view.sign.filter((row) => !row.follows);
    if (!kinds.some((row) => row.on === chosen.on)) chosen.on = kinds[0]?.on ?? null;
    const kind = kindOf();
    const marks = kind?.marks && kind.marks.kind !== 'travels' ? kind.marks.of : [];
    if (!marks.includes(chosen.mark)) chosen.mark = marks[0] ?? null;
    put(choosing,
      group('Player', desk.playing.map((it) => [it.name, it.seat ? `${it.seat} ${it.name}` : it.name]), 'player', ({ player }) => {
        chosen.area = desk.seated.find((seat) => seat.name === player)?.seat ?? chosen.area;
      }),
      view.areas > 0 && kind?.area && chosen.anywhere && group('Area', Array.from({ length: view.areas }, (_, at) => [at + 1, String(at + 1)]), 'area'),
      byName(view, [kinds.length > 1 && group('On', kinds.map((row) => [row.on, row.title]), 'on'),
        marks.length > 0 && group('Which', marks.map((mark) => [mark, String(mark)]), 'mark')]),
      kind && h('p.quietly', `The sign says ${range(kind)}.`));
    if (desk.playing.length === 0) put(choosing, h('p.quietly', 'Nobody plays here yet: let somebody take a seat first.'));
    place.disabled = desk.playing.length === 0;
    put(many, manyButtons(view));
    put(extras, box('tokens', 'in tokens'), view.areas > 0 && box('anywhere', 'this player on any area'), view.dice?.thrown && desk.context.is('dealer', 'boxperson') && box('confirmed', 'confirmed while the dice roll'));
    if (amount.value === '' && kind && kind.min > 0) amount.placeholder = plain(kind.min);
    tell(view);
  }

  /** Where the layout is touched, its wagers need no list; whoever wants one opens it. */
  function byName(view, groups) {
    if (!view.dice) return groups;
    const details = h('details', { open: listIsOpen, ontoggle: () => {
      listIsOpen = details.open;
    } }, h('summary', { 'data-key': 'by-name' }, 'Wagers by name'), groups);
    return details;
  }

  /** What the sign says of the chosen wager. */
  function kindOf() {
    return desk.view.sign.find((row) => row.on === chosen.on);
  }

  /** Says what Enter or a touch of the spot would place. */
  function tell(view) {
    const cents = amount.value === '' ? kindOf()?.min : read(amount.value);
    const isReady = chosen.player && cents && view.expects.wagers;
    put(next, isReady ? [h('kbd', 'Enter'), ` ${short(cents)} on ${wagerName({ on: chosen.on, number: chosen.mark }, view.sign)} for `, h('b', chosen.player), chosen.area && kindOf()?.area ? `, area ${chosen.area}` : null] : ' ');
  }

  /** What is done with all wagers of the chosen player. */
  function manyButtons(view) {
    const mine = view.wagers.filter((wager) => wager.player === chosen.player);
    const of = (...deeds) => mine.filter((wager) => deeds.some((deed) => wager.may.includes(deed)));
    const button = (key, words, list, act) => list.length > 0 && h('button.button.quiet.small', { type: 'button', 'data-key': key, 'aria-label': `${words}: ${chosen.player}, ${list.length}`, onclick: () => list.forEach(act) }, `${words} (${list.length})`);
    const repeat = sameAgain(desk, chosen.player);
    return [
      repeat.length > 0 && h('button.button.quiet.small', { type: 'button', 'data-key': 'again', 'aria-keyshortcuts': 'l', onclick: again }, `As last ${view.dice ? 'roll' : 'round'} (${repeat.length})`, h('kbd', 'L')),
      view.expects.wagers && button('press', 'Press', of('add'), (wager) => desk.step({ wager: { ...spotOf(wager), amount: wager.stake } })),
      button('down', 'All down', of('remove', 'withdraw'), (wager) => desk.step({ [wager.may.includes('remove') ? 'remove' : 'withdraw']: spotOf(wager) })),
      ['off', 'on'].map((state) => button(`all-${state}`, `All ${state}`, of(`call-${state}`), (wager) => desk.step({ call: { ...spotOf(wager), state } }))),
    ];
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
    return h('label.inline', h('input', { type: 'checkbox', 'data-key': `box-${field}`, checked: chosen[field], onchange: (event) => {
      chosen[field] = event.target.checked;
      redraw();
    } }), ` ${words}`);
  }

  function redraw() {
    draw(desk.view);
    desk.parts.felt.draw(desk.view);
  }

  function choose(at) {
    Object.assign(chosen, Object.fromEntries(Object.entries(at).filter(([, value]) => value)));
    redraw();
  }

  /** Chooses whose wagers are placed by the number of the seat. */
  function seat(number) {
    const found = desk.seated.find((it) => it.seat === number);
    if (found) choose({ player: found.name, area: number });
    return Boolean(found);
  }

  /** Who wagers on an area when its spot is touched: who sits there, unless one player was chosen for all. */
  function playerAt(area) {
    return (chosen.anywhere ? null : desk.view.seats[area - 1]?.name) ?? chosen.player;
  }

  /** Places the amount in hand on a spot of the layout. */
  function placeAt({ on, area = null, number = null, point = null }) {
    const mark = number ?? point;
    Object.assign(chosen, { on, mark: mark ?? chosen.mark }, area ? { area, player: playerAt(area) } : {});
    return send({ stays: true });
  }

  function focus() {
    element.scrollIntoView({ block: 'nearest' });
    amount.focus();
    amount.select();
  }

  function showKeys() {
    desk.parts?.due.keysAt(document.activeElement === amount ? 'Amount' : null);
  }

  /** Digits stay here; whatever is no amount goes to the table. */
  function press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (event.key === 'Enter') return event.repeat ? undefined : send();
    if (event.key === 'Escape') return amount.blur();
    const found = keys.press(event.key, amount.value);
    if (!found) return undefined;
    event.preventDefault();
    event.stopPropagation();
    amount.blur();
    if (!found.card) return desk.key(event);
    amount.value = found.value;
    // As if it had been typed at the table: where Enter confirms, it waits for Enter.
    for (const letter of found.card.toLowerCase()) desk.parts.due.press(letter);
    return undefined;
  }

  /** Places as last time. */
  function again() {
    for (const wager of sameAgain(desk, chosen.player)) desk.step({ wager: { ...spotOf(wager), amount: wager.stake + (wager.excess ?? 0) } });
  }

  async function send({ stays = false } = {}) {
    const kind = kindOf();
    const cents = amount.value === '' ? kind?.min : read(amount.value);
    if (!cents) return desk.note('An amount looks like 25 or 12.50.');
    const mark = chosen.mark === null || !kind.marks ? {} : { [kind.marks.kind === 'point' ? 'point' : 'number']: chosen.mark };
    const was = { player: chosen.player, area: chosen.area };
    const spot = spotOf({ ...chosen, area: kind.area ? chosen.area : null, ...mark });
    sent.add(keyOf(spot));
    const done = desk.step({ wager: { ...spot, amount: cents, ...(chosen.confirmed ? { confirmed: true } : {}) } });
    if (!stays && kind.area) toNext(kind);
    redraw();
    // Whoever was refused is the one to do again.
    if (!await done) {
      sent.delete(keyOf(spot));
      choose(was);
    }
    return undefined;
  }

  /** Goes on to the next seat that has nothing on this wager yet. */
  function toNext(kind) {
    const has = (seat) => sent.has(keyOf({ on: kind.on, area: seat, ...(chosen.mark === null ? {} : { number: chosen.mark }) })) || desk.view.wagers.some((wager) => wager.on === kind.on && wager.area === seat);
    const seats = desk.seated.map((it) => it.seat);
    const order = [...seats.filter((it) => it > chosen.area), ...seats.filter((it) => it <= chosen.area)];
    const found = order.find((it) => !has(it));
    if (found) Object.assign(chosen, { area: found, player: desk.seated.find((it) => it.seat === found).name });
  }
}
