// Sitting down with chips, bringing more, taking some along, and leaving.

import { act } from '../api.js';
import { ask } from '../dialog.js';
import { h, put, say } from '../dom.js';
import { becomeGuest, refill } from '../guest.js';
import { money, plain, read } from '../money.js';

const WAGERS_TO_BRING = 40;
/** Below this a guest is offered new play money. */
const POOR = 50000;

/** The seats of one table, and the own one. */
export class Seating {
  #seen;
  #context;
  #drawn = '';
  #call = h('div.invite');

  constructor(seen, context) {
    this.#seen = seen;
    this.#context = context;
    this.element = this.#call;
    this.rail = h('ul.rail', { 'aria-label': 'Seats' });
  }

  /** Draws the seats on the felt, or along the rail, and the invitation to sit down. */
  draw(felt) {
    const { view, seat, plays } = this.#seen;
    const { me } = this.#context;
    const drawn = JSON.stringify([view.seats, view.reserved, seat?.seat, plays, me?.name, this.#seen.purse, this.usual, view.expects.seat, view.dice?.shooter]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const places = view.seats.map((place) => [place.seat, this.#place(place)]);
    if (view.areas === 0) put(this.rail, places.map(([, element]) => h('li', element)));
    else for (const [number, element] of places) if (felt.seatPlace(number)) put(felt.seatPlace(number), element);
    put(this.#call, !seat && plays ? this.#invitation() : null);
  }

  #place({ seat, taken, name }) {
    const { view } = this.#seen;
    const own = this.#seen.seat;
    const shoots = view.dice?.shooter === seat && h('span.shoots', ' has the dice');
    if (own?.seat === seat) return h('span.place.own', shoots ? 'You have the dice' : 'You');
    if (taken) return h('span.place.taken', name ?? `Seat ${seat}`, shoots);
    const kept = view.reserved.some(({ area }) => area === seat);
    if (own || !this.#seen.plays || kept) return h('span.place', kept ? 'reserved' : String(seat));
    return h('button.place.free', { type: 'button', 'aria-label': `Sit down at seat ${seat}`, onclick: () => this.#choose(seat) }, 'Sit here');
  }

  /** The seat that is offered first: a free one in the middle; null if there is none. */
  get free() {
    const free = this.#seen.view.seats.filter(({ taken }) => !taken).map(({ seat }) => seat);
    return free[Math.floor((free.length - 1) / 2)] ?? null;
  }

  #invitation() {
    const { view, purse } = this.#seen;
    if (view.closing) return h('p', 'This table is about to close.');
    if (!this.free) return h('p', 'Every seat is taken. You can watch.');
    const seat = this.free;
    const { me } = this.#context;
    if (!me) {
      return [h('p', view.demo ? 'Play with play money: nothing can be won or lost.' : 'You are watching.'),
        view.demo ? h('button.button.large', { type: 'button', onclick: () => this.sitAsGuest(seat) }, 'Sit down as a guest')
          : h('a.button', { href: '/sign-in' }, 'Sign in to play')];
    }
    if (Boolean(me.guest) !== Boolean(view.demo)) {
      return h('p', view.demo ? 'This table is for guests and play money.' : 'Guests watch here: this table is not for play money.');
    }
    if (purse < view.chip && !this.#seen.leftBehind?.rack) return [h('p', 'There is nothing in your pocket to play with.'), me.guest && this.#refill()];
    return [h('button.button.large', { type: 'button', onclick: () => this.sit(seat, this.usual) }, `Sit down with ${money(this.usual)}`),
      h('button.plain', { type: 'button', onclick: () => this.#choose(seat) }, 'or with another amount')];
  }

  /** Becomes a guest and sits down. */
  async sitAsGuest(seat) {
    try {
      await becomeGuest(this.#context);
      await this.sit(seat, this.usual);
    } catch (error) {
      this.#context.note(error);
    }
  }

  /** A sensible amount to bring: a good number of the smallest main wager, as far as the pocket goes. */
  get usual() {
    const { view, purse } = this.#seen;
    const [main] = view.sign;
    const wanted = Math.max(main?.min ?? 0, view.chip) * WAGERS_TO_BRING;
    return whole(Math.min(wanted, purse), view.chip);
  }

  async #choose(seat) {
    if (!this.#context.me) {
      await this.sitAsGuest(seat);
      return;
    }
    const amount = await this.#askAmount(`Sit down at seat ${seat}`, 'Bring from your pocket', this.usual, this.#seen.purse, 'Sit down');
    if (amount !== undefined) await this.sit(seat, amount);
  }

  /** Takes a seat with chips from the pocket. */
  async sit(seat, amount) {
    const { table, name } = this.#seen;
    try {
      await act({ sit: { table, player: name, seat } });
      if (amount > 0) await act({ bring: { table, player: name, amount } });
      // The live line may have been between two sessions when the chips came.
      await this.#context.refreshMe();
      this.#context.speak(`You sit at seat ${seat} with ${plain(amount)}.`);
    } catch (error) {
      this.#context.note(error);
    }
  }

  /** Asks what to do with seat and chips. */
  async manage() {
    const { table, name, seat, purse, view } = this.#seen;
    if (!seat) return;
    const what = await ask(`Seat ${seat.seat}`, (form, close) => [
      h('dl.facts', h('dt', 'Before you'), h('dd', money(seat.rack)), h('dt', 'On the felt'), h('dd', money(seat.felt)), h('dt', 'In your pocket'), h('dd', money(purse))),
      h('div.row',
        h('button.button', { type: 'button', disabled: purse < view.chip, onclick: () => close('bring') }, 'Bring more'),
        h('button.button.quiet', { type: 'button', disabled: seat.rack === 0, onclick: () => close('take') }, 'Take some along'),
        this.#context.me?.guest && purse + seat.rack < POOR && this.#refill(close),
        h('button.button.quiet', { type: 'button', disabled: seat.felt > 0, title: seat.felt > 0 ? 'Your wagers are settled or taken back first.' : null, onclick: () => close('leave') }, 'Leave the table'),
        h('button.plain', { type: 'button', onclick: () => close('complain') }, 'Complain about something'))]);
    if (what === 'complain') await this.#complain();
    if (what === 'leave') await this.#do({ leave: { table, player: name } });
    if (what !== 'bring' && what !== 'take') return;
    const most = what === 'bring' ? purse : seat.rack;
    const first = what === 'bring' ? this.usual : seat.rack;
    const amount = await this.#askAmount(what === 'bring' ? 'Bring chips' : 'Take chips along', 'Amount', first, most, what === 'bring' ? 'Bring' : 'Take');
    if (amount) await this.#do({ [what]: { table, player: name, amount } });
  }

  #refill(close = () => {}) {
    const deed = () => refill(this.#context).then(() => close(), this.#context.note);
    return h('button.button.quiet', { type: 'button', onclick: deed }, 'Get new play money');
  }

  /** Takes a complaint down; a supervisor decides it. */
  async #complain() {
    const { table, name } = this.#seen;
    const what = await ask('What is wrong?', (form, close) => {
      const field = h('textarea', { id: 'complaint', rows: 4, maxlength: 500, autofocus: true });
      return [h('div.field', h('label', { for: 'complaint' }, 'A supervisor will decide it'), field),
        h('div.row.end', h('button.button', { type: 'button', onclick: () => field.value.trim() && close(field.value.trim()) }, 'Complain'))];
    });
    if (what) await act({ complain: { table, person: name, what } }).then(() => this.#context.note('Your complaint is recorded. A supervisor decides it, and you can read the decision under Statement.'), this.#context.note);
  }

  async #do(what) {
    await act(what).catch(this.#context.note);
  }

  #askAmount(title, label, first, most, verb) {
    const { chip } = this.#seen.view;
    return ask(title, (form, close) => {
      const wrong = h('small.lose', { role: 'alert' });
      const field = h('input', { id: 'amount', inputmode: 'decimal', value: plain(first), autofocus: true, autocomplete: 'off' });
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        const amount = read(field.value);
        if (amount === null || amount % chip !== 0) say(wrong, `Type an amount that can be paid in chips of ${money(chip)}.`);
        else if (amount > most) say(wrong, `You have ${money(most)}.`);
        else close(amount);
      });
      return [h('div.field', h('label', { for: 'amount' }, label), field, h('small', `Up to ${money(most)}`), wrong),
        h('div.row.end', h('button.button.quiet', { type: 'button', onclick: () => close() }, 'Cancel'), h('button.button', { type: 'submit' }, verb))];
    });
  }
}

const whole = (amount, chip) => Math.floor(amount / chip) * chip;
