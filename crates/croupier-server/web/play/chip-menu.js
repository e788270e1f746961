// What can be done with the chips on a spot, from the chips themselves: on a long press, a right click, or the key M.

import { h } from '../dom.js';
import { putNear } from '../notes.js';
import { keyOf } from './seen.js';
import { deedsOf, nameOf } from './standing.js';

let open = null;

/** Opens the menu of the own wager on a spot; nothing if there is none. Returns whether it did. */
export function openChipMenu(spot, seen, wagering) {
  closeChipMenu();
  const own = seen.mine.filter((wager) => keyOf(wager) === spot.key);
  const deeds = own.flatMap((wager) => deedsOf({ ...wager, element: spot.element }, seen, wagering));
  if (own.length === 0) return false;
  const shut = () => {
    closeChipMenu();
    spot.element.focus({ preventScroll: true });
  };
  const menu = h('div.chipmenu', {
    role: 'menu', 'aria-label': nameOf(own[0], seen),
    onkeydown: (event) => {
      event.stopPropagation();
      const items = [...menu.querySelectorAll('button')];
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (event.key === 'Escape') shut();
      if (!step) return;
      event.preventDefault();
      items[(items.indexOf(document.activeElement) + step + items.length) % items.length].focus();
    },
  }, h('strong', nameOf(own[0], seen)), deeds.length === 0 && h('p.quietly', 'This wager stays until it is decided.'),
  deeds.map(({ words, deed }) => h('button.plain', { type: 'button', role: 'menuitem', onclick: () => { shut(); deed(); } }, words)));
  document.body.append(menu);
  putNear(menu, spot.element);
  menu.querySelector('button')?.focus({ preventScroll: true });
  const away = (event) => !menu.contains(event.target) && closeChipMenu();
  document.addEventListener('pointerdown', away, true);
  open = { menu, end: () => document.removeEventListener('pointerdown', away, true) };
  return true;
}

/** Closes the menu, if it is open. */
export function closeChipMenu() {
  open?.end();
  open?.menu.remove();
  open = null;
}
