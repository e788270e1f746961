// The live line to the server: one WebSocket for the whole page, which comes back when it is lost.

import { setClock } from './clock.js';

const FIRST_WAIT = 400;
const LONGEST_WAIT = 12000;
/** So often the line looks whether it still lives. */
const BEAT = 1000;
/** A beat that comes so late, or too early, says that the machine slept or that its clock was set. */
const SLEPT = 5000;
/** A line that was silent for so long is asked for the time of the house, which is also its sign of life. */
const SILENT = 15000;
/** So long the answer, or a new line, may take. */
const PATIENCE = 4000;

/** Keeps the line open while anybody listens. */
export class Live {
  #socket = null;
  #wait = FIRST_WAIT;
  #timer = null;
  #tables = new Map();
  #listeners = { lobby: new Set(), me: new Set(), staff: new Set(), promotions: new Set(), state: new Set() };
  #state = 'closed';
  #beat = Date.now();
  #heardAt = Date.now();
  #doubt = null;

  constructor() {
    addEventListener('online', () => this.#wake());
    document.addEventListener('visibilitychange', () => document.hidden || this.#wake());
    setInterval(() => this.#look(), BEAT);
  }

  /** Tells whether the line is `open`, `lost` or not wanted, `closed`. */
  get state() {
    return this.#state;
  }

  /**
   * Watches a table. `heard.view(view, happened)` gets each new state with what led to it;
   * `heard.missed(events)` what happened while the line was down, or null if that is too long ago.
   * Returns what ends it.
   */
  watch(table, heard) {
    const watch = this.#tables.get(table) ?? { number: null, listeners: new Set() };
    const isNew = watch.listeners.size === 0;
    watch.listeners.add(heard);
    this.#tables.set(table, watch);
    if (isNew) this.#send({ watch: { table } });
    this.#open();
    return () => {
      watch.listeners.delete(heard);
      if (watch.listeners.size > 0) return;
      this.#tables.delete(table);
      this.#send({ unwatch: { table } });
    };
  }

  /** Hears of every change of the lobby. Returns what ends it. */
  lobby(heard) {
    const end = this.on('lobby', heard);
    this.#send({ lobby: true });
    return end;
  }

  /** Hears which promotions have changed. Returns what ends it. */
  promotions(heard) {
    const end = this.on('promotions', heard);
    this.#send({ promotions: true });
    return () => {
      end();
      if (this.#listeners.promotions.size === 0) this.#send({ promotions: false });
    };
  }

  /** Hears of `lobby`, `me`, `staff`, `promotions` or `state`. Returns what ends it. */
  on(what, heard) {
    this.#listeners[what].add(heard);
    this.#open();
    return () => this.#listeners[what].delete(heard);
  }

  /** Starts anew, with the rights of another session. */
  restart() {
    for (const watch of this.#tables.values()) watch.number = null;
    this.#wait = FIRST_WAIT;
    this.#drop();
    this.#open();
  }

  /** Lets go of the line that there is. */
  #drop() {
    const old = this.#socket;
    this.#socket = null;
    this.#doubts(false);
    // One that is not open yet is closed as soon as it is: before that, browsers complain.
    if (old?.readyState === WebSocket.CONNECTING) old.onopen = () => old.close();
    else old?.close();
  }

  /** A machine that wakes up, or whose network changed, may hold a line that nobody is at the other end of. */
  #wake() {
    if (this.#timer !== null) this.#retry();
    else this.#ask();
  }

  /** Looks at the line now and then: also how late this comes says something. */
  #look() {
    const now = Date.now();
    const late = now - this.#beat - BEAT;
    this.#beat = now;
    if (late < -BEAT || late > SLEPT) this.#wake();
    else if (now - this.#heardAt > SILENT) this.#ask();
  }

  /** Asks for the time of the house; a line that does not answer is given up. */
  #ask() {
    if (this.#doubt !== null || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#send({ now: true });
    this.#doubts(true);
  }

  /** Begins to doubt the line, or stops. */
  #doubts(isDoubted) {
    clearTimeout(this.#doubt);
    this.#doubt = isDoubted ? setTimeout(() => this.#giveUp(), PATIENCE) : null;
  }

  #giveUp() {
    if (!this.#socket) return;
    this.#drop();
    this.#wait = FIRST_WAIT;
    this.#lose();
  }

  #open() {
    if (this.#socket || this.#timer) return;
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(`${scheme}//${location.host}/api/live`);
    this.#socket = socket;
    this.#doubts(true);
    socket.onopen = () => {
      this.#heardAt = Date.now();
      this.#doubts(false);
      this.#wait = FIRST_WAIT;
      this.#become('open');
      if (this.#listeners.lobby.size > 0) this.#send({ lobby: true });
      if (this.#listeners.promotions.size > 0) this.#send({ promotions: true });
      for (const [table, { number }] of this.#tables) {
        this.#send({ watch: number === null ? { table } : { table, since: number } });
      }
    };
    socket.onmessage = (message) => socket === this.#socket && this.#hear(JSON.parse(message.data));
    socket.onclose = () => socket === this.#socket && this.#lose();
  }

  #lose() {
    this.#socket = null;
    this.#doubts(false);
    this.#become('lost');
    const wait = this.#wait * (0.7 + 0.6 * Math.random());
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.#timer = setTimeout(() => this.#retry(), wait);
  }

  #retry() {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#open();
  }

  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #become(state) {
    this.#state = state;
    this.#tell('state', state);
  }

  #tell(what, ...news) {
    for (const heard of [...this.#listeners[what]]) heard(...news);
  }

  #hear(message) {
    this.#heardAt = Date.now();
    this.#doubts(false);
    if (message.now) setClock(message.now);
    else if (message.view) this.#view(message);
    else if (message.missed) this.#missed(message.missed);
    else if (message.lobby) this.#tell('lobby', message.lobby);
    else if ('me' in message) this.#tell('me', message.me);
    else if (message.staff) this.#tell('staff', message.staff);
    else if (message.promotions) this.#tell('promotions', message.promotions);
    else if (message.error && message.table) this.#gone(message);
  }

  /** Numbers only grow: what is older is dropped. The same number again may bring a new clock, no news. */
  #view({ table, number, view, happened }) {
    const watch = this.#tables.get(table);
    if (!watch) return;
    if (watch.number !== null && number < watch.number) return;
    const isNew = watch.number === null || number > watch.number;
    watch.number = number;
    for (const heard of [...watch.listeners]) heard.view(view, isNew ? happened ?? [] : []);
  }

  /** The table is not open any more. */
  #gone({ table, error }) {
    const watch = this.#tables.get(table);
    for (const heard of [...watch?.listeners ?? []]) heard.gone?.(error);
  }

  #missed({ table, happened }) {
    const watch = this.#tables.get(table);
    if (!watch) return;
    for (const heard of [...watch.listeners]) heard.missed?.(happened);
  }
}
