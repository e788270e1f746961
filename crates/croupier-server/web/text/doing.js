// What a typed command does: it is held against what the table offers, sent as the buttons of the felt send it, and what the
// rules refuse is said with their reason.

import { act } from '../api.js';
import { becomeGuest, refill } from '../guest.js';
import { money, range, read } from '../money.js';
import { sentence } from '../register.js';
import { question, send } from '../play/asks.js';
import { limits } from '../play/spots.js';
import { isTakeable, nameOf } from '../play/standing.js';
import { prices } from '../play/teach.js';
import { areaOf, find, findAnswer, readCommand } from './commands.js';
import { readCards, readChips, readResults, readTable, readTime, readWagers } from './reading.js';
import { prefer } from './choice.js';

/** The commands of one player at one table. */
export class Doing {
  #seen;
  #wagering;
  #seating;
  #context;
  #game;
  #console;
  #ready = null;

  /** `game` is what the server says of the game. */
  constructor({ seen, wagering, seating, context, game, console }) {
    this.#seen = seen;
    this.#wagering = wagering;
    this.#seating = seating;
    this.#context = context;
    this.#game = game;
    this.#console = console;
  }

  /** Does what was typed. */
  async command(line) {
    const asked = question(this.#seen);
    const given = asked && findAnswer(line, asked.answers);
    if (given) {
      this.#console.calm();
      await send(given.answer.sends(given.chosen), this.#wagering);
      return;
    }
    const command = readCommand(line);
    const deed = command.verb && this[command.verb];
    if (deed) await deed.call(this, command);
    else this.#wrong(`There is no command “${line}”. ${command.near ? `Do you mean ${command.near}? ` : ''}${asked ? answerWords(asked) : 'Type help for all that you can do now.'}`);
  }

  /** Lists what can be done now. */
  async help() {
    const { view, seat, mine } = this.#seen;
    await this.#seen.askNow().catch(() => {});
    const asked = question(this.#seen);
    const open = seat && view.expects.wagers;
    const can = [asked && answerWords(asked), !seat && this.#seen.plays && 'sit: sit down here. You may add a seat and an amount: sit 3 with 100.'];
    if (open) {
      can.push(...this.#offered(),
        this.#seen.offers.length > 0 && 'You name amount and wager: bet 5 on …, or bet … for 5. most on … adds as much as is taken.',
        this.#canHurry() && (view.dice ? 'roll: no more time for wagers.' : 'deal: no more time for wagers.'),
        this.#wagering.canRepeat && 'again: the wagers of the last time.', this.#wagering.canDouble && 'double: each wager twice as high.', this.#wagering.canUndo && 'undo: what you placed last comes back.');
    }
    for (const wager of mine) {
      const name = nameOf(wager, this.#seen);
      if (isTakeable(wager)) can.push(`take back ${name}.`);
      if (wager.may.includes('reduce')) can.push(`lower ${name} to …: an amount below ${money(wager.stake)}.`);
      for (const state of ['on', 'off']) if (wager.may.includes(`call-${state}`)) can.push(`call ${name} ${state}.`);
    }
    if (mine.some((wager) => wager.by_staff)) can.push('they are right: the wagers that staff placed for you lie where you want them.');
    if (seat) can.push('bring …: chips from your pocket. pocket …: chips into your pocket. leave: give up the seat. complain …: to a supervisor.');
    this.#tell(['What you can do now:', ...can.filter(Boolean),
      'say: the whole table again. Or parts of it: chips, wagers, cards, time.', 'results: your last round, each line with its reason.',
      'how: how the game is played. what is …: one wager, its price and its limits. clause …: what a clause says.', 'felt: the drawn table. lobby: all tables.']);
  }

  say() { this.#tell(readTable(this.#seen)); }

  results() { return readResults(this.#seen).then((words) => this.#tell(words)); }

  chips() { this.#tell(readChips(this.#seen)); }

  wagers() { this.#tell(this.#seen.seat ? readWagers(this.#seen) : readChips(this.#seen)); }

  cards() { this.#tell(readCards(this.#seen)); }

  time() { this.#tell(readTime(this.#seen) || 'No clock runs.'); }

  how() { this.#tell([`How ${this.#seen.view.title} is played:`, ...this.#seen.words.play.map(({ say }) => say)]); }

  async clause({ rest }) {
    const says = rest && await sentence(this.#seen.view.game, rest);
    if (says) this.#tell(`Clause ${rest}: ${says}.`);
    else this.#wrong(rest ? `The register of this game has no clause ${rest}.` : 'Name the clause: clause 5.1.');
  }

  /** Says what a wager is on, what it pays and how much may be staked. */
  what({ rest }) {
    const { view, words } = this.#seen;
    const rows = find(rest.replace(/^(a|an|is) /, ''), view.sign.map((sign) => ({ sign, names: [sign.title, sign.on.replaceAll('-', ' ')] })));
    if (rows.length !== 1) {
      this.#wrong(rows.length > 1 ? `Which one: ${rows.map(({ sign }) => sign.title).join(', ')}?` : `The wagers here are ${view.sign.map(({ title }) => title).join(', ')}.`);
      return;
    }
    const [{ sign }] = rows;
    const paid = prices(this.#game?.wagers.find(({ name }) => name === sign.on), words, view);
    this.#tell([`${sign.title}: ${words.wagers[sign.on] ?? `clause ${sign.clause}.`}`, `Limits: ${limits(sign)}.`, ...[...paid?.children ?? []].map((row) => `Pays ${row.textContent.trim()}.`)]);
  }

  async bet({ amount, rest, tokens }) {
    if (!this.#isSeated()) return;
    const spot = this.#spot(rest);
    if (!spot) return;
    if (amount === null || amount === 0) {
      this.#wrong(`Name an amount in dollars: bet 5 on ${spot.names[0]}.`);
      return;
    }
    await this.#seen.askNow().catch(() => {});
    this.#wagering.tokens = tokens;
    const done = await this.#wagering.stake(spot, amount);
    this.#wagering.tokens = false;
    const offer = this.#seen.offer(spot);
    if (!done && offer && !tokens) this.#tell(`${spot.names[0]} takes ${this.#bounds(offer)} now.`);
  }

  async most({ rest }) {
    const spot = this.#isSeated() && this.#spot(rest);
    if (!spot) return;
    await this.#seen.askNow().catch(() => {});
    if (this.#seen.offer(spot)) await this.#wagering.placeMost(spot);
    else this.#wrong(`${spot.names[0]} takes nothing now.`);
  }

  async back({ rest }) {
    const mine = this.#own(rest, isTakeable, 'stays until it is decided');
    for (const wager of mine) await this.#wagering.takeBack(wager);
  }

  async lower({ rest, amount }) {
    const [wager] = this.#own(rest, ({ may }) => may.includes('reduce'), 'cannot be lowered');
    if (!wager) return;
    if (amount === null) this.#wrong(`Name the new amount: lower ${nameOf(wager, this.#seen)} to 5.`);
    else await this.#wagering.lower(wager, amount);
  }

  async call({ rest, state }) {
    if (!state) {
      this.#wrong('Say which wager, and on or off: call … off.');
      return;
    }
    const mine = this.#own(rest, ({ may }) => may.includes(`call-${state}`), `cannot be called ${state} now`);
    for (const wager of mine) await this.#wagering.call(wager, state);
  }

  async undo() { await this.#only(this.#wagering.canUndo, () => this.#wagering.undo(), 'There is nothing to undo.'); }

  async again() { await this.#only(this.#wagering.canRepeat, () => this.#wagering.repeat(), 'There are no earlier wagers to place again now.'); }

  async double() { await this.#only(this.#wagering.canDouble, () => this.#wagering.double(), 'None of your wagers takes more now.'); }

  /** Says that the own wagers are made, once a round. */
  async ready() {
    const { view, mine } = this.#seen;
    if (!this.#isSeated()) return;
    if (view.dealing !== 'virtual') this.#wrong('A dealer deals here: the table goes on when the dealer does.');
    else if (!view.expects.wagers) this.#wrong('Wagers are closed already.');
    else if (mine.length === 0) this.#wrong('Place a wager first.');
    else if (this.#ready === view.round) this.#tell('You have said so already. The table goes on when all players have, or when the time is over.');
    else if (await this.#wagering.ready()) {
      this.#ready = view.round;
      this.#tell('You are ready.');
    }
  }

  /** Takes the seat that is named, or a free one, with the amount that is named, or the usual one. */
  async sit({ rest }) {
    const { seat: own, view, plays } = this.#seen;
    const { me } = this.#context;
    const match = /^(?:(?:at )?(?:seat )?(\d+))?\s*(?:with (\$?\s?[\d,.]+))?$/.exec(rest);
    const seat = match?.[1] ? Number(match[1]) : this.#seating.free;
    if (own) this.#wrong(`You sit at seat ${own.seat} already.`);
    else if (!plays) this.#wrong('Staff does not play.');
    else if (!match || match[2] && read(match[2]) === null) this.#wrong('Say sit, or sit 3 with 100.');
    else if (seat === null) this.#wrong('Every seat is taken. You can listen.');
    else if (!me && !view.demo) this.#wrong('Sign in to play at this table: there is a link at the top of the page.');
    else {
      if (!me) await becomeGuest(this.#context);
      await this.#seating.sit(seat, match[2] ? read(match[2]) : this.#seating.usual);
    }
  }

  async bring({ rest }) { await this.#move('bring', rest); }

  async pocket({ rest }) { await this.#move('take', rest); }

  async leave() {
    const { table, name } = this.#seen;
    if (this.#isSeated() && await this.#act({ leave: { table, player: name } })) this.#tell('You have left the table. Your chips are in your pocket.');
  }

  async refill() {
    if (!this.#context.me?.guest) this.#wrong('Only guests get new play money.');
    else await refill(this.#context).then(() => this.#tell(readChips(this.#seen)));
  }

  async right() {
    const { table, name, mine } = this.#seen;
    await this.#only(mine.some((wager) => wager.by_staff), () => this.#act({ confirm: { table, player: name } }), 'Staff has placed no wager for you.');
  }

  async agree() {
    const { table, name } = this.#seen;
    if (this.#isSeated()) await this.#act({ agree: { table, player: name } });
  }

  async complain({ rest }) {
    const { table, name } = this.#seen;
    if (!rest) this.#wrong('Say what is wrong: complain the roll was not called.');
    else if (this.#isSeated() && await this.#act({ complain: { table, person: name, what: rest.slice(0, 500) } })) this.#tell('Your complaint is recorded. A supervisor decides it, and you can read the decision under Statement.');
  }

  felt() {
    prefer('felt');
    this.#context.go(`/table/${this.#seen.table}`);
  }

  lobby() { this.#context.go('/'); }

  #tell(words) { this.#console.say(words); }

  #wrong(words) { this.#console.say(words, 'wrong'); }

  #isSeated() {
    if (this.#seen.seat) return true;
    this.#wrong('You have no seat here. Type sit.');
    return false;
  }

  async #only(can, deed, otherwise) {
    if (!this.#isSeated()) return;
    if (can) await deed();
    else this.#wrong(otherwise);
  }

  async #act(what) { return this.#wagering.act(what); }

  /** Moves chips between the pocket and the table. */
  async #move(what, rest) {
    const { table, name } = this.#seen;
    const amount = read(rest);
    if (!this.#isSeated()) return;
    if (!amount) this.#wrong(`Name an amount in dollars: ${what === 'take' ? 'pocket' : what} 50.`);
    else if (await act({ [what]: { table, player: name, amount } }).then(() => true, (error) => this.#context.note(error))) {
      await this.#context.refreshMe();
      this.#tell(readChips(this.#seen));
    }
  }

  /** The spot that a player names; says so if it is not clear. */
  #spot(text) {
    const { rest, area } = areaOf(text);
    const { view, seat } = this.#seen;
    const spots = view.sign.filter(({ follows }) => !follows).flatMap((sign) => spotsOf(sign, sign.area ? area ?? seat.seat : null));
    const found = find(rest, spots);
    if (found.length === 1) return found[0];
    if (found.length === 0) this.#wrong(`${rest ? `There is no wager “${rest}” here` : 'Say which wager'}. ${this.#seen.offers.length > 0 ? `You can wager on ${[...new Set(this.#seen.offers.map(({ on }) => this.#seen.sign(on).title))].join(', ')}.` : 'Wagers are not taken now.'}`);
    else this.#wrong(`Which one: ${found.map(({ names }) => names[0]).join(', ')}?`);
    return null;
  }

  /** The own wagers that a player names, or all; empty if something is not clear, which is said. */
  #own(text, can, otherwise) {
    const { rest, area } = areaOf(text);
    const { mine } = this.#seen;
    if (!this.#isSeated()) return [];
    const named = mine.map((wager) => ({ wager, names: [nameOf({ ...wager, area: null }, this.#seen), nameOf(wager, this.#seen)] }));
    const found = (['', 'all', 'them', 'it'].includes(rest) && (rest === 'all' || mine.length === 1) ? named : find(rest, named))
      .filter(({ wager }) => area === null || wager.area === area).map(({ wager }) => wager);
    const able = found.filter(can);
    if (found.length === 0) this.#wrong(mine.length === 0 ? 'You have no wager.' : `Your wagers are ${mine.map((wager) => nameOf(wager, this.#seen)).join('; ')}.`);
    else if (rest !== 'all' && found.length > 1) this.#wrong(`Which one: ${found.map((wager) => nameOf(wager, this.#seen)).join('; ')}?`);
    else if (able.length === 0) this.#wrong(`${nameOf(found[0], this.#seen)} ${otherwise}.`);
    else return able;
    return [];
  }

  #canHurry() {
    const { view, mine } = this.#seen;
    return view.dealing === 'virtual' && mine.length > 0 && this.#ready !== view.round;
  }

  /** What can be wagered on now, one line for each wager with its numbers and bounds; other areas than the own in one line. */
  #offered() {
    const { offers, seat } = this.#seen;
    const isOwn = ({ area }) => !area || area === seat.seat;
    const groups = new Map();
    for (const offer of offers.filter(isOwn)) {
      const key = `${this.#seen.sign(offer.on).title}|${this.#bounds(offer)}`;
      groups.set(key, [...groups.get(key) ?? [], offer.number ?? offer.point].filter((mark) => mark !== null && mark !== undefined));
    }
    const own = [...groups].map(([key, marks]) => {
      const [title, bounds] = key.split('|');
      return `bet: ${title}${marks.length > 0 ? ` ${marks.join(', ')}` : ''}, ${bounds}.`;
    });
    const areas = [...new Set(offers.filter((offer) => !isOwn(offer)).map(({ area }) => area))];
    return areas.length > 0 ? [...own, `Other areas take wagers too: add area and one of ${areas.join(', ')}.`] : own;
  }

  #bounds(offer) {
    const steps = offer.unit > this.#seen.view.chip ? ` in steps of ${money(offer.unit)}` : '';
    return `${range(offer)}${offer.min === offer.max ? '' : steps}`;
  }
}

/** Says what is asked, and how it can be answered. */
export function answerWords({ title, answers }) {
  return `${title.replace(/\.$/, '')}. Answer with: ${answers.map(({ words, says, wants }) => `${words}${says ? ` (${says.replace(/\.$/, '')})` : ''}${wantWords(wants)}`).join('; or: ')}.`;
}

function wantWords(wants) {
  if (wants?.dice) return `, or with other dice of ${wants.dice.join(', ')}`;
  return wants?.cut ? `, with a number of cards from ${wants.cut.least} to ${wants.cut.most}, such as cut here ${wants.cut.middle}` : '';
}

/** The spots of a row of the sign: one for each number that a wager is on. */
function spotsOf({ on, title, marks }, area) {
  const plain = on.replaceAll('-', ' ');
  const spot = (mark, kind) => ({ on, area, number: kind === 'number' ? mark : null, point: kind === 'point' ? mark : null,
    names: mark === null ? [title, plain] : [`${title} ${mark}`, `${plain} ${mark}`] });
  return !marks || marks.kind === 'travels' ? [spot(null)] : marks.of.map((mark) => spot(mark, marks.kind));
}
