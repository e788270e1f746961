// Reads what a player types. It knows the words for what can be done with a screen, and no wager, price or rule: those are given
// to it as the table names them.

import { read } from '../money.js';

/** The words of each command; the first is the one that help names. */
const VERBS = {
  help: ['help', '?', 'commands'],
  say: ['say', 'repeat', 'state', 'table'],
  results: ['results', 'result', 'why'],
  chips: ['chips', 'money'],
  wagers: ['wagers', 'bets'],
  cards: ['cards', 'hands', 'dice'],
  time: ['time', 'clock'],
  how: ['how', 'how to play', 'rules'],
  what: ['what is', 'what', 'explain'],
  clause: ['clause'],
  most: ['most on', 'most', 'max on'],
  back: ['take back', 'take down', 'remove'],
  lower: ['lower', 'reduce'],
  call: ['call'],
  undo: ['undo'],
  again: ['again', 'same again', 'rebet'],
  double: ['double'],
  ready: ['deal now', 'deal', 'roll now', 'roll', 'ready'],
  sit: ['sit down', 'sit'],
  bring: ['bring'],
  pocket: ['pocket', 'take along'],
  leave: ['leave', 'stand up'],
  refill: ['refill'],
  right: ['they are right', 'these wagers are right'],
  agree: ['agree'],
  complain: ['complain'],
  felt: ['felt', 'drawn table'],
  lobby: ['lobby', 'tables'],
};
const BETS = ['bet', 'wager', 'place', 'put', 'stake'];

/** Writes a line as it is compared: small letters, plain quotes, single spaces, nothing at its end. */
export function simple(line) {
  return line.toLowerCase().replaceAll('’', "'").replace(/[,;:\s]+/g, ' ').replace(/[.!\s]+$/, '').trim();
}

/**
 * Reads a line: `{ verb, rest }`, for a wager `{ verb: 'bet', amount, rest, tokens }`. Amounts are cents. The verb is null if the
 * line is no command; then `near` may name the one that was perhaps meant.
 */
export function readCommand(line) {
  // Commas within amounts stay until the amount is read.
  const typed = line.toLowerCase().replaceAll('’', "'").replace(/\s+/g, ' ').replace(/[.!\s]+$/, '').trim();
  const bet = readBet(typed);
  if (bet) return bet;
  const words = simple(line);
  const found = Object.entries(VERBS).flatMap(([verb, all]) => all.map((it) => [verb, it]))
    .filter(([, it]) => words === it || words.startsWith(`${it} `)).sort(([, one], [, other]) => other.length - one.length)[0];
  if (!found) return { verb: null, rest: words, near: nearest(words.split(' ')[0]) };
  const [verb, word] = found;
  if (verb === 'lower') return { verb, ...lowered(typed.slice(word.length)) };
  if (verb === 'call') return { verb, ...called(words.slice(word.length).trim()) };
  const rest = words.slice(word.length).trim();
  return { verb, rest: verb === 'complain' ? line.trim().slice(word.length).trim() : verb === 'sit' || verb === 'bring' || verb === 'pocket' ? typed.slice(word.length).trim() : rest };
}

/** Reads `bet 5 on field`, `5 on field`, `bet field for 5`; null if the line is nothing like it. */
function readBet(typed) {
  const [first] = typed.split(' ');
  const isSaid = BETS.includes(first);
  const said = isSaid ? typed.slice(first.length).trim() : typed;
  const tokens = /\s(in )?tokens\b/.test(said);
  const plain = said.replace(/\s(in )?tokens\b/, '').replace(/^(.*) dollars?\b/, '$1');
  const before = /^(\$?\s?[\d,.]+)\s+(?:on\s+)?(?:the\s+)?(\D.*)$/.exec(plain);
  const after = /^(?:on\s+)?(?:the\s+)?(\D.*?)\s+(?:for|with)\s+(\$?\s?[\d,.]+)$/.exec(plain);
  if (before && read(before[1]) !== null) return { verb: 'bet', amount: read(before[1]), rest: simple(before[2]), tokens };
  if (after && read(after[2]) !== null && isSaid) return { verb: 'bet', amount: read(after[2]), rest: simple(after[1]), tokens };
  return isSaid ? { verb: 'bet', amount: null, rest: simple(plain.replace(/^(on )?(the )?/, '')), tokens } : null;
}

/** Reads `place win 6 to 10`. */
function lowered(typed) {
  const match = /^\s*(.*?)\s+to\s+(\$?\s?[\d,.]+)$/.exec(typed);
  return match ? { rest: simple(match[1]), amount: read(match[2]) } : { rest: simple(typed), amount: null };
}

/** Reads `place win 6 off`, `all on`. */
function called(words) {
  const match = /^(.*?)\s*\b(on|off)$/.exec(words);
  return match ? { rest: match[1], state: match[2] } : { rest: words, state: null };
}

/** The command that differs from a word by one letter; null if there is none. */
function nearest(word) {
  const close = (it) => Math.abs(it.length - word.length) < 2 && it.length > 3 && isOneApart(it, word);
  return [...Object.values(VERBS).map(([it]) => it), 'bet'].find(close) ?? null;
}

function isOneApart(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [rest, left] = [one.slice(at), other.slice(at)];
  return rest.slice(1) === left.slice(1) || rest === left.slice(1) || rest.slice(1) === left || rest[0] === left[1] && rest[1] === left[0] && rest.slice(2) === left.slice(2);
}

/**
 * Finds what a player means among things with `names`: the one that is named exactly, or those whose name has all the words.
 * Returns all that it may be.
 */
export function find(text, things) {
  const typed = simple(text).replace(/^(the|my) /, '');
  if (typed === '') return [];
  const exact = things.filter(({ names }) => names.some((name) => simple(name) === typed));
  if (exact.length > 0) return exact;
  const begun = things.filter(({ names }) => names.some((name) => simple(name).startsWith(`${typed} `)));
  if (begun.length > 0) return begun;
  const words = typed.split(' ');
  return things.filter(({ names }) => names.some((name) => words.every((word) => simple(name).split(' ').includes(word))));
}

/** Reads `area 3` at the end of a wager's name. */
export function areaOf(text) {
  const match = /^(.*?)\s*(?:\bon\s+)?\barea\s+(\d+)$/.exec(simple(text));
  return match ? { rest: match[1], area: Number(match[2]) } : { rest: simple(text), area: null };
}

/**
 * Finds the answer that a line gives to a question: by its first words or by any of them, with the numbers that it wants chosen.
 * Null if it gives none; one letter is no answer, so that nothing is staked by a slip.
 */
export function findAnswer(line, answers) {
  const [, words, numbers] = /^(.*?)((?:\s+(?:and\s+)?\d+)*)$/.exec(simple(line));
  const chosen = [...numbers.matchAll(/\d+/g)].map(([number]) => Number(number));
  if (words.length < 2) return null;
  const fits = (answer) => {
    const label = simple(answer.words.replace(/\$[\d,.]+/g, ' '));
    return label.startsWith(words) || words.split(' ').every((word) => label.split(' ').includes(word));
  };
  const fitting = answers.filter(fits).sort((one, other) => one.words.length - other.words.length);
  const [answer] = fitting;
  const isClear = answer && fitting.every(({ words: label }) => label.startsWith(answer.words));
  if (!isClear || chosen.length > 0 && !answer.wants) return null;
  return { answer, chosen: chosen.length === 0 ? undefined : answer.wants.cut ? chosen[0] : chosen };
}
