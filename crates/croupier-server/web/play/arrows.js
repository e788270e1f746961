// Moves the keyboard over the felt: an arrow goes to the nearest spot in its direction.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** A spot that lies askew counts as so much farther away. */
const ASKEW = 2.5;

/** Moves from a spot in the direction of a key. Tells whether the key was an arrow. */
export function move(felt, spot, key) {
  const way = WAYS[key];
  if (!way) return false;
  const from = middle(spot.element);
  const others = felt.spots.filter((other) => other !== spot && !other.element.hidden);
  const found = others.map((other) => [distance(from, middle(other.element), way), other]).filter(([far]) => far !== null);
  found.sort(([near], [far]) => near - far);
  found[0]?.[1].element.focus();
  return true;
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

function distance([x, y], [toX, toY], [wayX, wayY]) {
  const along = (toX - x) * wayX + (toY - y) * wayY;
  const across = Math.abs((toX - x) * wayY) + Math.abs((toY - y) * wayX);
  return along > 4 ? along + ASKEW * across : null;
}
