// Checks the draw of a promotion, and that an entry was in the barrel, from nothing but what the house has published.

import { bytes, hex } from './draws.js';
import { key, leafOf, Numbers, rootFrom, seedCommitment } from './promotion.js';

/** Why an entry that was drawn did not win. */
export const PASSED = { removed: 'it was removed from the draw', excluded: 'its person is kept out of the casino', 'has-won': 'it, or its person, had won already' };

const step = (good, words, computed) => ({ good, words, computed });

/**
 * Checks a draw. `told` has `promotion`, `commitment`, `root`, `entries`, `value`, `seed`, the `prizes` of the terms with the
 * `count` of each, and the `draws` in their order: `award`, `prize`, `entry`, `left`, `passed`. Returns whether it is
 * right, null while it cannot be said, and the steps in words.
 */
export async function verifyDraw(told) {
  const waits = (words) => ({ right: null, steps: [step(null, words)] });
  if (!told.commitment) return waits('The house commits itself to its seed before the first entry. It has not done so yet.');
  if (!told.root) return waits(`The house is bound to its seed. When entries close, the root of all entries is published; the draw follows from both, and from a value that nobody knows yet.`);
  if (!told.value) return waits('Seed and entries are fixed. The value that comes on top is still to be given.');
  if (!told.seed) return waits('Entries, value and the house’s commitment are known. The seed is shown with the draw; until then nobody can foretell it.');
  const [seed, root, value] = [key(told.seed), key(told.root), key(told.value)];
  if (!seed || !root || !value) return { right: false, steps: [step(false, 'Seed, root and value must have 64 hexadecimal digits each.')] };
  const computed = await seedCommitment(told.promotion, seed);
  const fits = computed === told.commitment;
  const steps = [step(fits, fits ? 'The seed is the one that the house committed itself to before the first entry.' : 'The seed is not the one that the house committed itself to before the first entry.', computed),
    ...await follow(told, { promotion: told.promotion, seed, root, entries: told.entries, value }), ...inOrder(told)];
  return { right: steps.every(({ good }) => good), steps };
}

/** Checks that each entry that was drawn follows from seed, root and value. */
async function follow(told, inputs) {
  const numbers = await Numbers.of(inputs);
  const steps = [];
  for (const drawn of told.draws) {
    const most = drawn.left ?? told.entries;
    const number = await numbers.next(most);
    const became = drawn.passed ? `, passed over: ${PASSED[drawn.passed] ?? drawn.passed}` : '';
    if (drawn.left === undefined || drawn.left === null) {
      const good = number === drawn.entry;
      steps.push(step(good, good ? `Draw ${drawn.award}: entry ${drawn.entry} of ${told.entries} for prize ${drawn.prize}${became}.`
        : `Draw ${drawn.award}: entry ${drawn.entry} is told, but entry ${number ?? 'none'} follows.`));
    } else {
      steps.push(fromLeft(drawn, number, told, became));
    }
  }
  return steps;
}

/** Checks a draw from those that were left: the number counts them in their order. */
function fromLeft({ award, entry, prize, left, aside }, number, { entries }, became) {
  const rest = aside && new Set(aside);
  const before = rest ? [...rest].filter((other) => other < entry).length : null;
  // Without the list of those that were put aside, only the bounds can be told.
  const good = rest ? rest.size === entries - left && !rest.has(entry) && entry - before === number : number <= entry && entry - number <= entries - left;
  return step(good, good ? `Draw ${award}: entry ${entry}, number ${number} of the ${left} that were left, for prize ${prize}${became}.`
    : `Draw ${award}: entry ${entry} is told, but number ${number} of the ${left} that were left follows.`);
}

/** Checks that prizes were drawn in the order of the terms, that nobody's entry won twice, and that what came later was drawn again. */
function inOrder({ prizes, draws, undrawn = [] }) {
  const units = prizes.flatMap(({ prize, count }) => Array.from({ length: count ?? 1 }, () => prize));
  const open = [...undrawn];
  let at = 0;
  for (const unit of units) {
    while (draws[at]?.prize === unit && draws[at].passed) at += 1;
    if (draws[at]?.prize === unit) at += 1;
    else if (open.includes(unit)) open.splice(open.indexOf(unit), 1);
    else return [step(false, `Prize ${unit} should have been drawn next, and was not.`)];
  }
  const again = draws.slice(at);
  const free = again.every(({ prize }) => draws.some((other) => other.prize === prize && other.redrawn));
  const won = draws.filter(({ passed }) => !passed).map(({ entry }) => entry);
  const once = new Set(won).size === won.length;
  return [step(free, free ? `All ${units.length} prizes were drawn in the order of the terms${again.length > 0 ? `, and ${again.length} ${again.length === 1 ? 'entry was' : 'entries were'} drawn later for prizes that were drawn again` : ''}.` : 'Something was drawn again for which no reason is told.'),
    step(once, once ? 'No entry won twice.' : 'An entry won twice.')];
}

/**
 * Checks that an entry was in the barrel: `told` has `bytes`, the entry as it is hashed, `number`, `size`, `path` and `root`.
 */
export async function verifyEntry({ bytes: digits, number, size, path, root }) {
  const entry = bytes(digits, digits.length / 2);
  const beside = path.map(key);
  if (!entry || beside.includes(null)) return { right: false, steps: [step(false, 'What was told of the entry is no proof.')] };
  const found = await rootFrom(await leafOf(entry), number, size, beside);
  const good = found !== null && hex(found) === root;
  return { right: good, steps: [step(good, good ? `Entry ${number} is one of the ${size} of which this is the root.` : `Entry ${number} does not lead to the root that was published.`, found && hex(found))] };
}
