// A long press, or a click with the right button: what opens the menu of the chips on a spot. Some browsers tell a long press as
// a right click; others tell nothing, and the time is taken here.

const LONG_MS = 500;
/** A finger that moves further is on its way to scroll. */
const STILL = 10;

/** Calls `deed(target)` on a long press or right click; it says whether it did anything. The tap that ends a long press is no tap. */
export function onLongPress(element, deed) {
  let [timer, from, isPressed] = [null, null, false];
  const forget = () => clearTimeout(timer);
  element.addEventListener('pointerdown', (event) => {
    isPressed = false;
    forget();
    if (event.pointerType !== 'touch' || !event.isPrimary) return;
    from = event;
    timer = setTimeout(() => {
      isPressed = deed(event.target);
    }, LONG_MS);
  });
  element.addEventListener('pointermove', (event) => {
    if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL) forget();
  });
  for (const end of ['pointerup', 'pointercancel']) element.addEventListener(end, forget);
  element.addEventListener('click', (event) => {
    if (!isPressed) return;
    isPressed = false;
    event.stopImmediatePropagation();
    event.preventDefault();
  }, { capture: true });
  element.addEventListener('contextmenu', (event) => {
    forget();
    if (isPressed || deed(event.target)) event.preventDefault();
  });
}
