// Tests what a keyboard or a card scanner types at the dealer's console.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Keys } from '../staff/dealer/keys.js';

/** Types a text, `\n` for Enter, and lists the cards or rolls that come of it. */
function check(text, wants, want, confirm = false) {
  const keys = new Keys();
  keys.confirm = confirm;
  const found = [...text].map((key) => keys.press(key === '\n' ? 'Enter' : key, wants));
  const got = found.filter((it) => it?.card || it?.roll).map((it) => it.card ?? it.roll.join('-'));
  assert.deepEqual(got, want, text);
}

test('cards are a rank and a suit', () => {
  check('ks', 'card', ['KS']);
  check('KS\n', 'card', ['KS']);
  check('ks\nah\n2d\n', 'card', ['KS', 'AH', '2D']);
  check('10s', 'card', ['TS']);
  check('ts', 'card', ['TS']);
  check('1s', 'card', []);
  check('s', 'card', []);
  check('kqh', 'card', ['QH']);
  check('k s', 'card', ['KS']);
  check('x9c', 'card', ['9C']);
  check('ad', 'card', ['AD']);
});

test('dice are two digits', () => {
  check('34', 'dice', ['3-4']);
  check('7', 'dice', []);
  check('3x4', 'dice', ['3-4']);
  check('3456', 'dice', ['3-4', '5-6']);
  check('ks', 'dice', []);
});

test('nothing is read when nothing is wanted', () => check('ks34', null, []));

test('where Enter confirms, nothing goes without it', () => {
  check('ks', 'card', [], true);
  check('ks\n', 'card', ['KS'], true);
  check('ksqh\n', 'card', ['QH'], true);
  check('34\n\n', 'dice', ['3-4'], true);
});

test('Escape forgets what was typed', () => {
  const keys = new Keys();
  keys.press('k', 'card');
  assert.equal(keys.typed, 'K');
  assert.deepEqual(keys.press('Escape', 'card'), { typed: '' });
  assert.equal(keys.press('s', 'card'), null);
});

test('each choice has a letter of its own', async () => {
  const { choiceKeys } = await import('../staff/dealer/answers.js');
  assert.deepEqual([...choiceKeys(['war', 'surrender'])], [['war', 'w'], ['surrender', 's']]);
  assert.deepEqual([...choiceKeys(['draw', 'decline', 'absent'])], [['draw', 'd'], ['decline', 'e'], ['absent', 'b']]);
});
