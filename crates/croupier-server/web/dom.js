// Makes elements, in the language of the page. Text is always text: nothing here parses markup that holds data.

import { inLanguage } from './language.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an element: `h('button.quiet', {onclick}, 'Leave')`. After the name come properties, if the
 * first thing is a plain object, then children: texts, elements, lists of them; nothing is skipped.
 */
export function h(name, ...rest) {
  const [tag, ...classes] = name.split('.');
  return fill(document.createElement(tag), classes, rest);
}

/** Makes an element of a drawing. */
export function svg(name, ...rest) {
  const [tag, ...classes] = name.split('.');
  return fill(document.createElementNS(SVG, tag), classes, rest);
}

function fill(element, classes, rest) {
  if (classes.length > 0) element.setAttribute('class', classes.join(' '));
  if (isProperties(rest[0])) set(element, rest.shift());
  add(element, rest);
  return element;
}

function isProperties(thing) {
  return thing !== null && typeof thing === 'object' && !Array.isArray(thing) && !(thing instanceof Node);
}

/** Attributes that are read to people. */
const SAID = new Set(['aria-label', 'title', 'placeholder', 'alt', 'aria-description']);

/** Sets attributes; functions named `on…` listen, `vars` are properties of the style. */
export function set(element, properties) {
  for (const [key, value] of Object.entries(properties)) {
    if (key === 'vars') {
      for (const [name, to] of Object.entries(value)) element.style.setProperty(name, to);
    } else if (typeof value === 'function') {
      element.addEventListener(key.slice(2), value);
    } else if (value === null || value === undefined || value === false) {
      element.removeAttribute(key);
    } else {
      element.setAttribute(key, value === true ? '' : SAID.has(key) ? inLanguage(String(value)) : String(value));
    }
  }
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(typeof child === 'string' && element.translate !== false ? inLanguage(child) : child);
  }
}

/** Puts new children in the place of the old ones. */
export function put(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

/** Puts text into an element, and leaves it alone if it is there already. */
export function say(element, text) {
  const words = element.translate !== false ? inLanguage(text) : text;
  if (element.textContent !== words) element.textContent = words;
}

/** What makes of an element one that the keyboard can scroll, under a name: for tables that are wider than the screen. */
export const sweeps = (words) => ({ tabindex: '0', role: 'group', 'aria-label': words });

/** Asks for a stylesheet once; resolves when it is there, or cannot be had. */
export function stylesheet(path) {
  const there = document.head.querySelector(`link[href="${path}"]`);
  if (there) return Promise.resolve();
  return new Promise((done) => {
    document.head.append(h('link', { rel: 'stylesheet', href: path, onload: done, onerror: done }));
  });
}
