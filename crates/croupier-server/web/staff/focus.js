// Draws a part anew without taking the keyboard away from whoever is in it.

/** Runs `draw`, then gives the focus back to the element with the same `data-key`. */
export function keepFocus(root, draw) {
  const held = root.contains(document.activeElement) ? document.activeElement : null;
  const key = held?.closest('[data-key]')?.dataset.key;
  draw();
  if (key && !held.isConnected) root.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

/** Tells whether somebody types into a field, or reads a dialog: then keys are not for the table. */
export function isElsewhere(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('dialog[open]')) return true;
  return event.target instanceof Element && event.target.closest('input:not([type="checkbox"]), select, textarea') !== null;
}

/** Scrolls a list so that one of its items is seen, and nothing else. */
export function showWithin(list, item) {
  if (!item) return;
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
}
