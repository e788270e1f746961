// Holds every language against the page: what is printed on felts, what a game says of itself, and the sentences of the player's
// modules are all in its file, with nothing left in English.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LANGUAGES, learn, translate } from '../language.js';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
const filesOf = (folder, ending) => readdirSync(new URL(folder, import.meta.url)).filter((name) => name.endsWith(ending)).map((name) => `${folder}/${name}`);
const { games } = JSON.parse(read('games.json'));
const drawn = games.filter((game) => game.drawn);
const others = LANGUAGES.filter(({ code }) => code !== 'en');
const wordsOf = ({ code }) => JSON.parse(read(`../words/${code}.json`));
const MODULES = ['../app.js', '../navigation.js', '../dialog.js', '../guest.js', '../notes.js', '../pages/lobby.js', '../pages/table.js', '../pages/history.js', '../pages/sign-in.js', ...filesOf('../play', '.js')];

/** What a game says of itself, with cards, counts and dice filled in. */
function saidBy(game) {
  const samples = { cards: '7, 3 and king', 'd-cards': '7, 3 and king', roll: '4 and 4', with: 'with one picture', 'd-with': 'with no pictures', stake: '$5.00', bet: '$5.00' };
  const sample = (name) => samples[name] ?? (name.startsWith('a-') ? 'an 8' : /first|second|third/.test(name) ? 'king' : '8');
  // As play/words.js does: what is filled in at the beginning of a sentence gets its capital.
  const fill = (text) => { const filled = text.replace(/\{([a-z-]+)\}/g, (_, name) => sample(name)); return text.startsWith('{') ? filled.replace(/^./, (letter) => letter.toUpperCase()) : filled; };
  const texts = [];
  const gather = (it, key) => {
    if (typeof it === 'string') texts.push(fill(it));
    else if (key === 'show') texts.push(...Object.keys(it));
    else for (const [name, of] of Object.entries(it)) gather(of, name);
  };
  const { names, ...rest } = JSON.parse(read(`../felts/${game}.json`));
  gather(rest);
  return [...texts, ...Object.entries(names).flat()];
}

const printedOn = (game) => read(`../felts/${game}.html`).replace(/<!--[\s\S]*?-->/g, '').replace(/<[^>]*>/g, '\n').split('\n')
  .map((text) => text.trim().replace(/\{\d\}/g, '8')).filter(Boolean);

/** The sentences of a module: texts with a capital and a blank in them, with a number for each thing that is filled in. */
function sentencesOf(path) {
  const code = read(path).replace(/^\s*\/\/[^\n]*$/gm, '').replace(/\/\*\*[\s\S]*?\*\//g, '');
  const plain = [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'/g)].map(([, text]) => text);
  const filled = [...code.matchAll(/`((?:[^`\\$]|\$\{[^{}`]*\})*)`/g)].map(([, text]) => text.replace(/\$\{[^{}`]*\}/g, '8'));
  return [...plain, ...filled].filter((text) => /^\s?[A-Z][a-z’]* [a-z]/.test(text) && !/[<>=\[\]#]|8\.$|croupier/.test(text));
}

const left = (texts) => [...new Set(texts.map((text) => [text, translate(text)]).filter(([, said]) => /[a-z]{2}/.test(said.replace(/bACEball|ChaCha20/g, ''))).map(([text]) => text))];

for (const language of others) {
  test(`${language.name}: felts and games are said to the last word`, () => {
    learn(wordsOf(language));
    for (const game of drawn) {
      assert.deepEqual(left(printedOn(game.name)), [], `printed on the felt of ${game.name}`);
      assert.deepEqual(left(saidBy(game.name)), [], `said of ${game.name}`);
    }
  });

  test(`${language.name}: the sentences of the player's modules are in it`, () => {
    learn(wordsOf(language));
    assert.deepEqual(MODULES.flatMap((path) => left(sentencesOf(path)).map((text) => `${path}: ${text}`)), []);
  });
}

test('what is filled in is said too, and what is not known stays as it is', () => {
  learn({ 'Your {0} beat the dealer\'s {1}.': '您的 {0} 胜庄家的 {1}。', king: 'K', 'a {0}': '{0}', Field: '场', 'can be wagered on now': '可下注', 'Back to {0}': '返回 {0}' });
  assert.equal(translate('Your king beat the dealer\'s 8.'), '您的 K 胜庄家的 8。');
  assert.equal(translate('Field, can be wagered on now'), '场，可下注');
  assert.equal(translate('a sentence that nobody has translated'), 'a sentence that nobody has translated');
  assert.equal(translate('$5.00'), '$5.00');
  // Little is printed around a blank: what is filled in must be known, or the whole stays English.
  assert.equal(translate('Back to somewhere'), 'Back to somewhere');
});
