// Reads the felt of a game from its fragment, or makes one of the sign.

import { dice } from '../cards.js';
import { h, stylesheet } from '../dom.js';
import { gameNamed, priceWords } from '../games.js';
import { inLanguage } from '../language.js';

/** Gets the felt of a game as a document fragment. */
export async function fragment(view) {
  const [game] = await Promise.all([gameNamed(view.game).catch(() => null), stylesheet('/felts/felt.css')]);
  if (!game?.drawn) return generated(view, game);
  const [answer] = await Promise.all([fetch(`/felts/${view.game}.html`).catch(() => null), stylesheet(`/felts/${view.game}.css`)]);
  const isFelt = answer?.ok && /html/.test(answer.headers.get('Content-Type') ?? '');
  const body = isFelt ? new DOMParser().parseFromString(await answer.text(), 'text/html').body : null;
  if (!body?.querySelector('[data-on], template')) return generated(view, game);
  const felt = document.createDocumentFragment();
  felt.append(...[...body.childNodes].map((node) => document.importNode(node, true)));
  repeat(felt);
  for (const template of felt.querySelectorAll('template[data-area]')) repeat(template.content);
  drawDice(felt);
  sayInLanguage(felt);
  return felt;
}

/** Says what is printed on the cloth in the language of the page. */
function sayInLanguage(root) {
  for (const template of root.querySelectorAll('template')) sayInLanguage(template.content);
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = inLanguage(texts.currentNode.data);
  for (const named of root.querySelectorAll('[aria-label]')) named.setAttribute('aria-label', inLanguage(named.getAttribute('aria-label')));
}

/** Repeats each `template[data-for]` for its groups, with {0}, {1} replaced by their parts. */
function repeat(root) {
  for (const template of [...root.querySelectorAll('template[data-for]')]) {
    for (const group of template.dataset.for.split(';')) {
      const parts = group.split(',').map((part) => part.trim());
      const copy = template.content.cloneNode(true);
      fillIn(copy, parts);
      template.before(copy);
    }
    template.remove();
  }
}

function fillIn(node, parts) {
  const filled = (text) => text.replace(/\{(\d)\}/g, (_, at) => parts[at] ?? '');
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const { currentNode: at } = walker;
    if (at.nodeType === Node.TEXT_NODE) at.data = filled(at.data);
    else for (const attribute of at.attributes) attribute.value = filled(attribute.value);
  }
}

function drawDice(root) {
  for (const place of root.querySelectorAll('[data-faces]')) {
    place.setAttribute('aria-hidden', 'true');
    place.append(...dice(place.dataset.faces.split(' ').map(Number)));
  }
}

/** Makes a plain felt of the sign and of what is known of the game: every wager is a box with its price. */
function generated(view, game) {
  const felt = document.createDocumentFragment();
  const known = (on) => game?.wagers.find(({ name }) => name === on) ?? null;
  const boxes = (signs) => signs.filter((sign) => !sign.follows || sign.area).flatMap((sign) => spotsOf(sign, known(sign.on), view.variant));
  felt.append(h('div.hands-of-all', game?.shared && h('div.dealer', { 'data-shared': game.shared }), h('div.dealer', { 'data-dealer': '' })),
    h('div.dicebox', { 'data-dice': '' }));
  const shared = boxes(view.sign.filter((sign) => !sign.area));
  if (shared.length > 0) felt.append(h('div.boxes', shared));
  const template = document.createElement('template');
  template.dataset.area = '';
  template.content.append(h('div.hand', { 'data-hand': '' }), h('div.boxes', boxes(view.sign.filter((sign) => sign.area))));
  if (view.areas > 0) felt.append(template);
  return felt;
}

function spotsOf({ on, title, marks }, wager, variant) {
  const price = wager ? priceWords(wager, variant) : '';
  const parts = wager?.parts > 1 ? { 'data-parts': wager.parts } : {};
  const box = (words, data) => h('button.box', { 'data-on': on, ...parts, ...data }, h('b', words), price && h('small', price));
  if (!marks || marks.kind === 'travels') return [box(title, {})];
  return marks.of.map((mark) => box(`${title} ${mark}`, { [`data-${marks.kind}`]: mark }));
}
