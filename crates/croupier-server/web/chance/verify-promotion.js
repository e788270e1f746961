// Checks the draw of a promotion, and that an entry was in the barrel, from nothing but what the house has published.

import { bytes, hash, hex, text } from './draws.js';
import { verifyJournal } from './verify-journal.js';
import { entryBytes, key, leafOf, Numbers, rootFrom, rootOf, saltOf, seedCommitment, valueSeal } from './promotion.js';

/** Why an entry that was drawn did not win. */
export const PASSED = { removed: 'it was removed from the draw', excluded: 'its person is kept out of the casino', 'has-won': 'it, or its person, had won already' };
/** Why a prize was drawn again. */
export const REDRAWN = { absent: 'the winner was not there', refused: 'the claim was denied', unclaimed: 'nobody claimed it', declined: 'the winner does not want it' };

/** With more entries than these the root takes too long here. */
export const MOST_LEAVES = 200_000;
/** After so many in a row that could not win, those that cannot are put aside. */
const PATIENCE = 20;

const step = (good, words, computed) => ({ good, words, computed });

/** Something in a draw that does not follow. */
class Wrong extends Error {}

/**
 * Checks a draw from its proof, as docs/promotions.md has it. Returns whether it is right, null while it cannot be said,
 * and the steps in words.
 */
export async function verifyDraw(told) {
  const waits = (words) => ({ right: null, steps: [step(null, words)] });
  if (!told.commitment) return waits('The house commits itself to its seed before the first entry. It has not done so yet.');
  if (!told.closed) return waits('The house is bound to its seed. When entries close, the root of all entries is published; the draw follows from both, and from a value that nobody knows yet.');
  if (told.cancelled && !told.value) return waits('The promotion was cancelled before the value of its draw was known. Nothing was drawn.');
  if (!told.value) return waits('Seed and entries are fixed. The value that comes on top is still to be given.');
  if (!told.seed) return waits('The house’s commitment, the entries and the value are known. The seed is shown with the draw; until then nobody can foretell it.');
  const inputs = { promotion: told.promotion, seed: key(told.seed), root: key(told.closed.root), entries: told.closed.entries, value: key(told.value.value) };
  if (!inputs.seed || !inputs.root || !inputs.value) return { right: false, steps: [step(false, 'Seed, root and value must have 64 hexadecimal digits each.')] };
  const steps = [await committed(told, inputs), await sameTerms(told), await barrel(told), await published(told), await sealed(told), ...await inJournal(told), ...await drawAgain(told, inputs)].filter(Boolean);
  return { right: steps.every(({ good }) => good !== false), steps };
}

/** Checks that the acts are in the journal; until a checkpoint covers them, that is not said. */
async function inJournal(told) {
  return told.journal ? verifyJournal(told) : [step(null, 'No checkpoint covers the acts of this draw yet, which takes a second; ask again.')];
}

async function committed(told, { promotion, seed }) {
  const computed = await seedCommitment(promotion, seed);
  const good = computed === told.commitment;
  return step(good, good ? 'The seed is the one that the house committed itself to before the first entry.' : 'The seed is not the one that the house committed itself to before the first entry.', computed);
}

async function sameTerms({ terms, terms_hash: told }) {
  const computed = hex(await hash(text(JSON.stringify(terms))));
  const good = computed === told;
  return step(good, good ? 'These are the terms whose hash is told: prizes and their order are theirs.' : 'The terms are not those whose hash is told.', computed);
}

/** Checks that the root is that of all entries. */
async function barrel({ promotion, entries, closed }) {
  if (entries.length !== closed.entries) return step(false, `${entries.length} entries are listed, and ${closed.entries} are told.`);
  if (entries.length > MOST_LEAVES) return step(null, `The root of ${entries.length} entries takes too long here; croupier fair computes it.`);
  const leaves = await Promise.all(entries.map((entry, at) => (typeof entry === 'string' ? key(entry) : saltOf(entry.salt) && leafOf(saltOf(entry.salt), entryBytes(promotion, at + 1, entry)))));
  if (leaves.includes(null)) return step(false, 'What is listed as entries are no hashes.');
  const computed = hex(await rootOf(leaves));
  const good = computed === closed.root;
  return step(good, good ? `The root that was published when entries closed is that of all ${entries.length} entries.` : 'The root that was published is not that of the entries that are listed.', computed);
}

/** A value that was sealed before it was given is the one that the scrutineer had chosen by then. */
async function sealed({ promotion, value }) {
  if (!value.sealed) return value.from === 'scrutineer' ? step(null, 'The scrutineer had sealed no value before giving it: whether another was dropped only the scrutineer knows.') : null;
  const computed = await valueSeal(promotion, value.value);
  const good = computed === value.sealed;
  return step(good, good ? 'The value is the one that the scrutineer had sealed before.' : 'The value is not the one that the scrutineer had sealed.', computed);
}

/** The value of a public source can be compared with what it has published. */
async function published({ value }) {
  if (value.from !== 'public-source') return null;
  const computed = hex(await hash(text(value.published ?? '')));
  const good = computed === value.value;
  return step(good, `${good ? 'The value is the SHA-256' : 'The value is not the SHA-256'} of what the public source has published: ${value.published ?? 'nothing is told'}`);
}

/** Draws everything again; ends at the first thing that does not follow. */
async function drawAgain({ draws = [], ...rest }, inputs) {
  const told = { ...rest, draws };
  const again = new Again(told, await Numbers.of(inputs));
  const steps = [];
  try {
    if (told.cancelled) return [step(true, `The promotion was cancelled when its value was known. The first number would have been ${await again.first()}.`)];
    if (told.draws.length === 0) throw new Wrong('A seed was shown, and no draw is told.');
    for (const draw of told.draws) {
      await again.draw(draw, steps);
      steps.push(step(true, draw.again ? `The prize of draw ${draw.again.award} was drawn again, because ${REDRAWN[draw.again.reason] ?? draw.again.reason}.`
        : `${again.count === 1 ? 'The one prize was' : `All ${again.count} prizes were`} drawn in the order of the terms${draw.undrawn?.length > 0 ? `; for ${draw.undrawn.length} nobody was left` : ''}.`));
    }
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    steps.push(step(false, error.message));
  }
  return steps;
}

/** The draw as far as it was made again. */
class Again {
  #told;
  #numbers;
  #made = 0;
  /** Entries that have won, whatever became of it. */
  #drawn = new Set();
  /** Which prize was won by which draw: those whose prize was drawn again are not among them. */
  #won = new Map();
  /** Everybody who was drawn and not passed over. */
  #people = new Set();
  count = 0;

  constructor(told, numbers) {
    this.#told = told;
    this.#numbers = numbers;
  }

  /** The first number. */
  first() {
    return this.#numbers.next(this.#told.closed.entries);
  }

  /** Makes one draw again: of all prizes, or of one that is drawn again. */
  async draw({ again, drawn, undrawn = [], unfit = [] }, steps) {
    const prizes = this.#prizes(again);
    const barrel = { records: [...drawn], undrawn: [...undrawn], unfit: new Map(unfit.map(({ entry, why }) => [entry, why])), left: null };
    for (const prize of prizes) await this.#one(prize, barrel, steps);
    if (barrel.records.length > 0) throw new Wrong(`Draw ${barrel.records[0].award} is told, and nothing was left to draw for.`);
    if (barrel.undrawn.length > 0) throw new Wrong(`Prize ${barrel.undrawn[0]} was not drawn, although there was somebody to win it.`);
    if (again) this.#won.delete(again.award);
  }

  #prizes(again) {
    if (again) {
      const won = this.#won.get(again.award);
      if (!won) throw new Wrong(`Draw ${again.award} is drawn again, and nobody had won by it.`);
      return [won];
    }
    if (this.#made > 0) throw new Wrong('All prizes are drawn a second time.');
    const all = this.#told.terms.prizes.flatMap(({ count = 1 }, at) => Array.from({ length: count }, () => at + 1));
    this.count = all.length;
    return all;
  }

  /** Draws for one prize until an entry wins it. */
  async #one(prize, barrel, steps) {
    for (let tried = 0; ; tried += 1) {
      if (tried === PATIENCE) barrel.left = this.#left(barrel);
      const most = barrel.left ? barrel.left.length : this.#told.closed.entries;
      const number = await this.#numbers.next(most);
      const entry = barrel.left && number !== null ? barrel.left[number - 1] : number;
      if (entry === null) {
        if (barrel.undrawn.shift() !== prize) throw new Wrong(`Nobody was left for prize ${prize}, and it was drawn.`);
        return;
      }
      if (this.#takes(prize, entry, barrel, steps)) return;
    }
  }

  /** Holds what is drawn against what is told of it; tells whether it wins. */
  #takes(prize, entry, barrel, steps) {
    this.#made += 1;
    const record = barrel.records.shift();
    if (!record) throw new Wrong(`Draw ${this.#made} is missing: entry ${entry} is drawn for prize ${prize}.`);
    const left = barrel.left?.length ?? null;
    if (record.award !== this.#made || record.prize !== prize || record.entry !== entry || (record.left ?? null) !== left) {
      throw new Wrong(`Draw ${record.award} is told as entry ${record.entry} for prize ${record.prize}, but entry ${entry} follows, for prize ${prize}.`);
    }
    const { passed = null } = record;
    const [won, unfit] = [this.#hasWon(entry), barrel.unfit.get(entry)];
    const sound = passed === null ? !won && !unfit : passed === 'has-won' ? won : barrel.unfit.size === 0 || unfit === passed;
    if (!sound) throw new Wrong(`Draw ${record.award}: entry ${entry} wins or does not win without reason.`);
    steps.push(step(true, `Draw ${record.award}, prize ${prize}: entry ${entry}, ${left === null ? `of ${this.#told.closed.entries}` : `one of the ${left} that were left`}${passed ? `; passed over: ${PASSED[passed] ?? passed}` : ''}.`));
    if (passed !== null) return false;
    this.#drawn.add(entry);
    this.#won.set(record.award, prize);
    this.#people.add(this.#person(entry));
    if (barrel.left) barrel.left = barrel.left.filter((other) => other !== entry);
    return true;
  }

  /** Lists the entries that can still win. */
  #left({ unfit }) {
    return Array.from({ length: this.#told.closed.entries }, (_, at) => at + 1).filter((entry) => !unfit.has(entry) && !this.#hasWon(entry));
  }

  #person(entry) {
    return this.#told.entries[entry - 1]?.who?.person ?? null;
  }

  /** Tells whether an entry was drawn before, or its person was where nobody wins twice. */
  #hasWon(entry) {
    const person = this.#told.terms.one_each ? this.#person(entry) : null;
    return this.#drawn.has(entry) || (person !== null && this.#people.has(person));
  }
}

/** Checks that an entry was in the barrel, from the bytes that stand for it and the way from there to the root. */
export async function verifyEntry({ bytes: digits, salt, proof: { number, entries, path, root } }, closed) {
  const entry = bytes(digits, digits.length / 2);
  const beside = path.map(key);
  if (!entry || !saltOf(salt) || beside.includes(null)) return { right: false, steps: [step(false, 'What was told of the entry is no proof.')] };
  const found = await rootFrom(await leafOf(saltOf(salt), entry), number, entries, beside);
  const good = found !== null && hex(found) === root && root === closed.root && entries === closed.entries;
  return { right: good, steps: [step(good, good ? `Entry ${number} is one of the ${entries} whose root was published when entries closed.` : `Entry ${number} does not lead to the root that was published.`, found && hex(found))] };
}
