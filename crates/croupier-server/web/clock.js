// Time as the server has it, and countdowns to what it announced.

import { locale } from './language.js';

let ahead = 0;

/** Sets the clock by what the server says it is. */
export function setClock(now) {
  ahead = now - Date.now();
}

/** Tells what time the server says it is. */
export function houseTime() {
  return Date.now() + ahead;
}

/** Tells how many milliseconds are left until `at`; never less than none. */
export function left(at) {
  return Math.max(0, at - Date.now() - ahead);
}

/** Calls `tick` now and four times a second. Returns what ends it. */
export function ticking(tick) {
  tick();
  const timer = setInterval(tick, 250);
  return () => clearInterval(timer);
}

/** Writes what is left: `7 s`, `19:05`. */
export function countdown(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return `${minutes}:${String(rest).padStart(2, '0')}`;
}

/** Writes a time of day: `14:03:07`. */
export function timeOfDay(at) {
  return new Date(at).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit', second: '2-digit' });
}

/** Writes the day of a time, by universal time: days of reports begin there. */
export function dayOf(at) {
  return new Date(at).toLocaleDateString(locale(), { dateStyle: 'medium', timeZone: 'UTC' });
}

/** Writes a date with its time. */
export function dateAndTime(at) {
  return new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' });
}
