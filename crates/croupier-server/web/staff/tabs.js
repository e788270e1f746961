// Tabs: one panel at a time, chosen by pointer or by arrow keys, and named in the address.

import { h, put } from '../dom.js';

/**
 * Makes tabs of `[{ name, title, open(panel) -> close? }]`. `counts(name)` gives a number to show beside a title.
 * Returns the element, `refresh` for the counts, and `close`.
 */
export function tabs(list, { label, chosen, onchange = () => {} }) {
  const bar = h('div.tabs', { role: 'tablist', 'aria-label': label, onkeydown: arrows });
  const panel = h('div', { role: 'tabpanel', id: 'tabpanel' });
  const numbers = new Map();
  let current = null;
  let close = null;
  const buttons = new Map(list.map((tab) => [tab.name, h('button', {
    type: 'button', role: 'tab', id: `tab-${tab.name}`, 'aria-controls': 'tabpanel', onclick: () => show(tab.name),
  })]));
  put(bar, [...buttons.values()]);
  label_();
  show(list.some((tab) => tab.name === chosen) ? chosen : list[0].name, false);
  return { element: h('div.tabbed', bar, panel), count, show, close: () => close?.() };

  function label_() {
    for (const tab of list) put(buttons.get(tab.name), tab.title, numbers.get(tab.name) > 0 && h('span.tab-count', numbers.get(tab.name)));
  }

  function count(name, number) {
    if (numbers.get(name) === number) return;
    numbers.set(name, number);
    label_();
  }

  async function show(name, tell = true) {
    if (name === current) return;
    current = name;
    close?.();
    close = null;
    for (const [other, button] of buttons) {
      button.setAttribute('aria-selected', String(other === name));
      button.tabIndex = other === name ? 0 : -1;
    }
    panel.setAttribute('aria-labelledby', `tab-${name}`);
    put(panel);
    if (tell) onchange(name);
    const ends = await list.find((tab) => tab.name === name).open(panel);
    if (current === name) close = ends ?? null;
    else ends?.();
  }

  function arrows(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = list.findIndex((tab) => tab.name === current);
    const next = list[(at + step + list.length) % list.length].name;
    show(next);
    buttons.get(next).focus();
  }
}
