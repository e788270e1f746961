// Holds what is typed at a table in words against what it means.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { areaOf, find, findAnswer, readCommand } from '../text/commands.js';

const named = (...names) => names.map((name) => ({ names: [name] }));
const found = (text, things) => find(text, things).map(({ names }) => names[0]);

test('a wager is read with its amount in cents', () => {
  for (const line of ['bet 5 on field', '5 on field', '$5 field', 'Bet 5.00 on the Field.', 'put 5 dollars on field', 'bet field for 5']) {
    assert.deepEqual(readCommand(line), { verb: 'bet', amount: 500, rest: 'field', tokens: false }, line);
  }
  assert.deepEqual(readCommand('bet 1,200.50 on place win 6'), { verb: 'bet', amount: 120050, rest: 'place win 6', tokens: false });
  assert.deepEqual(readCommand('bet place win 6 for 12'), { verb: 'bet', amount: 1200, rest: 'place win 6', tokens: false });
  assert.equal(readCommand('bet 5 tokens on field').tokens, true);
  assert.equal(readCommand('bet 5.005 on field').amount, null);
  assert.deepEqual(readCommand('bet on the field'), { verb: 'bet', amount: null, rest: 'field', tokens: false });
});

test('a command is known by any of its words, the longest first', () => {
  assert.deepEqual(readCommand('take back field'), { verb: 'back', rest: 'field' });
  assert.equal(readCommand('REPEAT').verb, 'say');
  assert.equal(readCommand('roll now').verb, 'ready');
  assert.deepEqual(readCommand('how to play'), { verb: 'how', rest: '' });
  assert.deepEqual(readCommand('lower place win 6 to 1,000'), { verb: 'lower', rest: 'place win 6', amount: 100000 });
  assert.deepEqual(readCommand('call place win 6 off'), { verb: 'call', rest: 'place win 6', state: 'off' });
  assert.deepEqual(readCommand('call all on'), { verb: 'call', rest: 'all', state: 'on' });
  assert.deepEqual(readCommand('complain The roll was WRONG'), { verb: 'complain', rest: 'The roll was WRONG' });
  assert.deepEqual(readCommand('sit 3 with 1,000'), { verb: 'sit', rest: '3 with 1,000' });
});

test('what is no command is none, and a slip of one letter is guessed', () => {
  assert.equal(readCommand('resuls').near, 'results');
  assert.equal(readCommand('hlep').near, 'help');
  for (const line of ['results', 'resultsx', 'xyz']) assert.equal(readCommand(line).verb === 'results', line === 'results', line);
  assert.equal(readCommand('xyz').near, null);
});

test('every command that is read is done', () => {
  const source = (name) => readFileSync(new URL(`../text/${name}.js`, import.meta.url), 'utf8');
  const verbs = [.../const VERBS = \{([\s\S]*?)\n\};/.exec(source('commands'))[1].matchAll(/^ {2}(\w+):/gm)].map(([, verb]) => verb);
  assert.ok(verbs.length > 20);
  for (const verb of [...verbs, 'bet']) assert.match(source('doing'), new RegExp(`^ {2}(?:async )?${verb}\\(`, 'm'), verb);
});

test('a name is exact, or begins so, or has the words', () => {
  const things = named('Win Line', 'Behind Win Line', 'Place Win 6', 'Place Win 8', 'Don’t Win');
  assert.deepEqual(found('win line', things), ['Win Line']);
  assert.deepEqual(found('place win', things), ['Place Win 6', 'Place Win 8']);
  assert.deepEqual(found('the place win 8', things), ['Place Win 8']);
  assert.deepEqual(found("don't win", things), ['Don’t Win']);
  assert.deepEqual(found('behind', things), ['Behind Win Line']);
  assert.deepEqual(found('', things), []);
  assert.deepEqual(areaOf('bet, area 3'), { rest: 'bet', area: 3 });
  assert.deepEqual(areaOf('bet on area 3'), { rest: 'bet', area: 3 });
  assert.deepEqual(areaOf('place win 6'), { rest: 'place win 6', area: null });
});

test('an answer is given by its words, never by one letter', () => {
  const answers = [{ words: 'Go to war for $5.00' }, { words: 'Surrender' }, { words: 'Go to war for $5.00 in tokens' }];
  const given = (line) => findAnswer(line, answers)?.answer.words ?? null;
  assert.equal(given('war'), 'Go to war for $5.00');
  assert.equal(given('go to war'), 'Go to war for $5.00');
  assert.equal(given('war tokens'), 'Go to war for $5.00 in tokens');
  assert.equal(given('surr'), 'Surrender');
  for (const line of ['s', 'w', 'help', 'war 5', '']) assert.equal(given(line), null, line);
  const dice = [{ words: 'Take the dice', wants: { dice: [1, 2, 3, 4, 5] } }, { words: 'Let them pass' }];
  assert.deepEqual(findAnswer('take the dice 3 and 5', dice).chosen, [3, 5]);
  assert.equal(findAnswer('take the dice', dice).chosen, undefined);
  assert.equal(findAnswer('take back field', dice), null);
  assert.equal(findAnswer('cut here 120', [{ words: 'Cut here', wants: { cut: { least: 1, most: 200 } } }]).chosen, 120);
  assert.equal(findAnswer('take', [{ words: 'Take these' }, { words: 'Take the dice' }]), null);
});
