// A panel beside the felt that the table goes on under: how to play, the prices, a clause. One is open at a time.

import { h, put } from '../dom.js';

let open = null;

/** Opens a panel with a title; what it holds may come later. Returns what closes it. */
export function openPanel(title, content, { kind = '' } = {}) {
  open?.close();
  const before = document.activeElement;
  const body = h('div.panelbody');
  const heading = h('h2', { id: 'panel-title', tabindex: '-1' }, title);
  const close = () => {
    if (open?.element !== element) return;
    open = null;
    element.remove();
    if (before?.isConnected) before.focus({ preventScroll: true });
  };
  const element = h(`section.sidepanel${kind}`, {
    role: 'dialog', 'aria-labelledby': 'panel-title',
    onkeydown: (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') close();
    },
  }, h('div.headline', heading, h('button.button.quiet.small', { type: 'button', onclick: close }, 'Close')), body);
  open = { element, close };
  document.body.append(element);
  heading.focus({ preventScroll: true });
  Promise.resolve(content).then((children) => put(body, children), () => put(body, h('p.notice', 'This cannot be read now. Try again in a moment.')));
  return close;
}

/** Closes the panel that is open, if one is: another page begins. */
export const closePanel = () => open?.close();
