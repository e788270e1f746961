// Who sits where and with how much: taking and leaving a seat, bringing and taking chips, cash for chips.

import { get } from '../../api.js';
import { h, put } from '../../dom.js';
import { gameNamed } from '../../games.js';
import { money, range, short } from '../../money.js';
import { titled } from '../names.js';
import { fill } from '../forms.js';
import { playerNames } from '../players.js';

/** Makes the part. */
export function seatsPart(desk) {
  const list = h('ul.seatlist');
  let vouchers = false;
  // Not every order lets vouchers be exchanged.
  gameNamed(desk.view.game).then((game) => {
    vouchers = game?.acts.includes('exchange-voucher') ?? false;
    draw(desk.view);
  }, () => {});
  const element = h('section.panel.seats', { 'aria-label': 'Players' }, h('h2', 'Players ', h('kbd', 'P')), list);
  return { element, draw, focus: () => element.querySelector('button')?.focus() };

  function draw(view) {
    const least = Math.min(...view.sign.filter((row) => !row.follows && row.max !== null).map((row) => row.min));
    put(list, view.seats.filter((seat) => desk.sees(seat.seat)).map((seat) => (seat.taken ? taken(seat, least) : free(seat))),
      (view.standing ?? []).map((it) => taken({ ...it, seat: '–', idle: 0, limits: [] }, least, `standing-${it.name}`)),
      !view.demo && desk.may('bring') && h('li.is-free', h('span.at', '–'), h('div.of', h('span.quietly', 'without a seat')), h('div.does', button('stands', 'Stands', stands))));
  }

  function taken(seat, least, key = seat.seat) {
    const { name } = seat;
    const with_ = (kind, title, words) => desk.may(kind) && button(`${kind}-${key}`, title, () => fill(`${title}: ${name}`,
      [{ name: 'amount', label: 'Amount', kind: 'amount', autofocus: true }], title, ({ amount }, wrong) => desk.act(kind, { player: name, amount }, null, wrong), { words }));
    return h('li', h('span.at', seat.seat), h('div.of', h('b', name), h('span.chips-of', money(seat.rack)),
      seat.rack < least && h('span.tag.warn', seat.rack === 0 ? 'no chips' : 'short of the minimum'),
      seat.idle > 0 && h('span.tag', `sat out ${seat.idle}`),
      seat.limits.map((it) => h('span.tag', `${it.own ? 'own limits' : 'spared'}, ${titled(it.on)}: ${range(it)}`))),
    h('div.does', with_('drop', 'Cash in', 'Cash goes into the drop box; chips come out of the float.'),
      with_('bring', 'Bring', 'Chips from the player’s pocket come to the table.'),
      desk.may('exchange-voucher') && vouchers && !desk.view.demo && button(`voucher-${key}`, 'Voucher', () => voucher(name)),
      seat.rack > 0 && with_('take', 'Take', 'The player puts chips from the rack into the pocket.'),
      desk.may('leave') && seat.may.includes('leave') && button(`leave-${key}`, 'Leave', () => desk.act('leave', { player: name }))));
  }

  function free(seat) {
    return h('li.is-free', h('span.at', seat.seat), h('div.of', h('span.quietly', 'free')), h('div.does',
      desk.may('sit') && button(`sit-${seat.seat}`, 'Sit', () => sit(seat.seat)),
      desk.may('walk-in') && !desk.view.demo && !desk.isVirtual && button(`walk-in-${seat.seat}`, 'Walk-in', () => walkIn(seat.seat))));
  }

  function voucher(player) {
    return fill(`Voucher: ${player}`, [{ name: 'number', label: 'Number of the voucher', kind: 'count', min: 1, autofocus: true }], 'Exchange it',
      ({ number }, wrong) => desk.act('exchange-voucher', { player, number }, `${player} has the tokens.`, wrong),
      { words: 'The player gets promotional tokens of the same value; the voucher goes into the drop box.' });
  }

  /** A player without a seat: chips come from the pocket. */
  function stands() {
    const fields = [{ name: 'player', label: 'Name', autofocus: true, list: playerNames() }, { name: 'amount', label: 'Chips from the pocket', kind: 'amount' }];
    return fill('A player who stands', fields, 'Bring', ({ player, amount }, wrong) => desk.act('bring', { player, amount }, `${player} has ${short(amount)} at the table.`, wrong),
      { words: 'The player has no seat: staff key the wagers.' });
  }

  function walkIn(seat) {
    return fill(`Walk-in, seat ${seat}`, [{ name: 'name', label: 'Name', required: false, autofocus: true, hint: 'Leave empty, and the player goes by a number.' }], 'Seat the player',
      ({ name }, wrong) => desk.act('walk-in', { seat, ...(name && { name }) }, null, wrong), { words: 'The player has no account: staff key the wagers. Cash is changed at the table.' });
  }

  function sit(seat) {
    const fields = [{ name: 'player', label: 'Name', autofocus: true, list: playerNames() },
      { name: 'amount', label: 'Chips from the pocket', kind: 'amount', required: false, hint: 'Leave empty for none; cash can be changed at the table afterwards.' }];
    return fill(`Seat ${seat}`, fields, 'Sit', async ({ player, amount }, wrong) => {
      const sat = await desk.act('sit', { player, seat }, null, wrong);
      if (sat && amount && desk.may('bring')) await desk.act('bring', { player, amount }, `${player} has ${short(amount)} at the table.`);
      if (sat) sayElsewhere(player);
      return sat;
    });
  }

  /** Says where else somebody sits: nobody is at two tables at once, so one of the names is likely wrong. */
  async function sayElsewhere(player) {
    const { tables } = await get('/api/pit').catch(() => ({ tables: [] }));
    const others = tables.filter((it) => it.table !== desk.table && it.dealing === 'physical' && it.view.seats.some((seat) => seat.name === player));
    if (others.length > 0) desk.note(`${player} also sits at table ${others.map((it) => it.table).join(' and ')}. If this is somebody else, press Leave and seat the right person.`);
  }
}

const button = (key, words, onclick) => h('button.small.plainish', { type: 'button', 'data-key': key, onclick }, words);
