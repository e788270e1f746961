// Checks the draw of a promotion, and that an entry was in the barrel, from nothing but what the house has published.

import { bytes, hex } from './draws.js';
import { key, leafOf, Numbers, rootFrom, rootOf, seedCommitment } from './promotion.js';

/** Why an entry that was drawn did not win. */
export const PASSED = { removed: 'it was removed from the draw', excluded: 'its person is kept out of the casino', 'has-won': 'it, or its person, had won already' };
/** Why a prize was drawn again. */
export const REDRAWN = { absent: 'the winner was not there', refused: 'the claim was denied', unclaimed: 'nobody claimed it', declined: 'the winner does not want it' };

/** With more entries than these the root takes too long here. */
export const MOST_LEAVES = 200_000;

const step = (good, words, computed) => ({ good, words, computed });

/**
 * Checks a draw from its proof, as docs/promotions.md has it. Returns whether it is right, null while it cannot be said,
 * and the steps in words.
 */
export async function verifyDraw(told) {
  const waits = (words) => ({ right: null, steps: [step(null, words)] });
  if (!told.commitment) return waits('The house commits itself to its seed before the first entry. It has not done so yet.');
  if (!told.root) return waits('The house is bound to its seed. When entries close, the root of all entries is published; the draw follows from both, and from a value that nobody knows yet.');
  if (!told.value) return waits('Seed and entries are fixed. The value that comes on top is still to be given.');
  if (!told.seed) return waits('The house’s commitment, the entries and the value are known. The seed is shown with the draw; until then nobody can foretell it.');
  const [seed, root, value] = [key(told.seed), key(told.root), key(told.value)];
  if (!seed || !root || !value) return { right: false, steps: [step(false, 'Seed, root and value must have 64 hexadecimal digits each.')] };
  const computed = await seedCommitment(told.promotion, seed);
  const fits = computed === told.commitment;
  const steps = [step(fits, fits ? 'The seed is the one that the house committed itself to before the first entry.' : 'The seed is not the one that the house committed itself to before the first entry.', computed),
    ...await barrel(told), ...await follow(told, { promotion: told.promotion, seed, root, entries: told.entries, value }), ...inOrder(told)];
  return { right: steps.every(({ good }) => good), steps };
}

/** Checks that the root is that of all entries. */
async function barrel({ leaves, entries, root }) {
  if (!leaves) return [];
  if (leaves.length !== entries) return [step(false, `${leaves.length} entries are listed, and ${entries} are told.`)];
  if (entries > MOST_LEAVES) return [];
  const all = leaves.map(key);
  if (all.includes(null)) return [step(false, 'What is listed as entries are no hashes.')];
  const computed = hex(await rootOf(all));
  const good = computed === root;
  return [step(good, good ? `The root that was published when entries closed is that of all ${entries} entries.` : 'The root that was published is not that of the entries that are listed.', computed)];
}

/** Checks that each entry that was drawn follows from seed, root and value. */
async function follow(told, inputs) {
  const numbers = await Numbers.of(inputs);
  const steps = [];
  let left = null;
  for (const drawn of told.draws) {
    if (drawn.among) left = drawn.among.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at));
    else if (!drawn.left) left = null;
    const most = drawn.left ?? told.entries;
    const number = await numbers.next(most);
    const found = drawn.left ? left?.[number - 1] : number;
    const good = found === drawn.entry && (!drawn.left || left.length === drawn.left);
    const of = drawn.left ? `number ${number} of the ${drawn.left} that were left` : `of ${told.entries}`;
    const became = drawn.passed ? `; passed over: ${PASSED[drawn.passed] ?? drawn.passed}` : drawn.redrawn ? `; drawn again: ${REDRAWN[drawn.redrawn] ?? drawn.redrawn}` : '';
    steps.push(step(good, good ? `Draw ${drawn.award}, prize ${drawn.prize}: entry ${drawn.entry}, ${of}${became}.`
      : `Draw ${drawn.award}, prize ${drawn.prize}: entry ${drawn.entry} is told, but entry ${found ?? 'none'} follows.`));
    if (left && !drawn.passed) left = left.filter((entry) => entry !== drawn.entry);
  }
  return steps;
}

/** Checks that prizes were drawn in the order of the terms, that no entry won twice, and that what came later was drawn again. */
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
  const later = again.length > 0 ? `; ${again.length} ${again.length === 1 ? 'entry was' : 'entries were'} drawn later for prizes that were drawn again` : '';
  const all = units.length === 1 ? 'The one prize was drawn' : `All ${units.length} prizes were drawn in the order of the terms`;
  return [step(free, free ? `${all}${later}.` : 'Something was drawn again for which no reason is told.'), step(once, once ? 'No entry won twice.' : 'An entry won twice.')];
}

/** Checks that an entry was in the barrel, from the bytes that stand for it and the way from there to the root. */
export async function verifyEntry({ bytes: digits, proof: { number, size, path, root } }, closed) {
  const entry = bytes(digits, digits.length / 2);
  const beside = path.map(key);
  if (!entry || beside.includes(null)) return { right: false, steps: [step(false, 'What was told of the entry is no proof.')] };
  const found = await rootFrom(await leafOf(entry), number, size, beside);
  const good = found !== null && hex(found) === root && root === closed.root && size === closed.entries;
  return { right: good, steps: [step(good, good ? `Entry ${number} is one of the ${size} whose root was published when entries closed.` : `Entry ${number} does not lead to the root that was published.`, found && hex(found))] };
}
