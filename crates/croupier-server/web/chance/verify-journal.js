// Checks that the acts that a draw follows from are in the house's journal, from the entries themselves, the way from each
// to the root, and the checkpoint that the house has signed. docs/journal.md has the bytes.

import { bigEndian, bytes, hash, hex, text } from './draws.js';
import { key, rootFrom } from './promotion.js';

const step = (good, words, computed) => ({ good, words, computed });

/**
 * Checks what the proof of a draw says of the journal. Returns the steps in words; `good` is null where this browser cannot
 * compute something.
 */
export async function verifyJournal(told) {
  const { checkpoint, acts, tried = [] } = told.journal;
  const signed = read(checkpoint);
  if (!signed) return [step(false, 'The checkpoint of the journal is none.')];
  const steps = [await signature(signed)];
  for (const act of [...acts, ...tried]) {
    if (!(await isIn(act, signed))) return [...steps, step(false, `Entry ${act.number} (${act.kind}) is not in the journal that the checkpoint has signed.`)];
  }
  steps.push(step(true, `${acts.length} acts of the draw are in the journal of ${signed.entries} entries that the house has signed.`, signed.root));
  steps.push(says(told, acts));
  const others = tried.map(({ number, effects }) => `entry ${number}${effects.text?.includes('"denied"') ? ' (denied)' : ''}`);
  if (others.length > 0) steps.push(step(true, `A value was also given, in vain, by ${others.join(', ')}.`));
  return steps;
}

/** Reads a checkpoint from its text; null if it is none. */
function read(written) {
  const lines = written.split('\n');
  const field = (name) => lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
  const heads = lines.filter((line) => line.startsWith('head ')).map((line) => line.split(' ').slice(1));
  const found = {
    journal: bytes(field('journal') ?? '', 16), key: key(field('key')), id: Number(field('checkpoint')), at: Number(field('at')), entries: Number(field('entries')),
    link: key(field('link')), root: field('root'), previous: key(field('previous')), heads, signature: bytes(field('signature') ?? '', 64),
  };
  const whole = lines[0] === 'croupier journal checkpoint' && found.journal && found.key && found.link && key(found.root) && found.previous && found.signature;
  return whole && heads.length === Number(field('chains')) && heads.every(([, , head]) => key(head)) ? found : null;
}

/** Checks the signature, where this browser can. */
async function signature({ journal, key: own, id, at, entries, link, root, previous, heads, signature: signedBy }) {
  const packed = heads.flatMap(([chain, seq, head]) => [bigEndian(Number(chain), 4), bigEndian(Number(seq), 8), key(head)]);
  const parts = [text('croupier checkpoint 3'), journal, own, bigEndian(id, 8), bigEndian(at, 8), bigEndian(entries, 8), link, key(root), previous, ...packed];
  const message = Uint8Array.from(parts.flatMap((part) => [...part]));
  try {
    const known = await crypto.subtle.importKey('raw', own, 'Ed25519', false, ['verify']);
    const good = await crypto.subtle.verify('Ed25519', known, signedBy, message);
    return step(good, good ? 'The checkpoint is signed by the key of the house’s journal.' : 'The checkpoint is not signed by the key that it names.', hex(own));
  } catch {
    return step(null, 'This browser cannot check signatures of Ed25519; croupier fair does.', hex(own));
  }
}

/** Tells whether an entry, as it is hashed, leads to the root that was signed. */
async function isIn(act, signed) {
  const path = act.path.map(key);
  const [body, effects] = await Promise.all([digest(act.body), digest(act.effects)]);
  const [previous, request] = [key(act.previous), act.key === '' ? new Uint8Array() : bytes(act.key, act.key.length / 2)];
  if (path.includes(null) || !body || !effects || !previous || !request) return false;
  const long = (it) => [bigEndian(it.length, 8), it];
  const entry = await hash(text('croupier entry 3'), bigEndian(act.chain, 4), bigEndian(act.seq, 8), bigEndian(act.at, 8), bigEndian(act.round, 8),
    bigEndian(act.who, 4), bigEndian(act.format, 4), ...long(text(act.kind)), ...long(text(act.rules)), ...long(request), body, effects, previous);
  const root = await rootFrom(await hash(Uint8Array.of(0), entry), act.number, signed.entries, path);
  return root !== null && hex(root) === signed.root;
}

const digest = ({ text: words, sha256 }) => (words === undefined ? key(sha256) : hash(text(words)));

/** Holds what the acts say, in their order, against what is told of the draw. */
function says(told, acts) {
  const found = {};
  let before = 0;
  for (const act of acts) {
    if (act.number <= before) return step(false, `Entry ${act.number} does not come after entry ${before}.`);
    before = act.number;
    for (const change of changes(act, told.promotion)) take(found, change, act.number);
  }
  const order = ['started', 'closed', 'valued', 'drawn'].map((what) => found[what]).filter((at) => at !== undefined);
  if (order.some((at, place) => place > 0 && at <= order[place - 1])) return step(false, 'The acts come in another order than start, closing, value and draw.');
  const wrong = [
    ['The terms are', same(found.drawnBy ?? found.terms, told.terms)],
    ['The commitment is', found.commitment === told.commitment],
    ['The root of the entries is', found.root === told.closed?.root && found.entries === told.closed?.entries],
    ['The value is', found.value === told.value?.value],
    ['What was sealed is', found.sealed === told.value?.sealed],
    ['The seed is', found.seed === told.seed],
    ['What was drawn is', same(found.draws ?? [], (told.draws ?? []).flatMap(({ drawn }) => drawn))],
  ].find(([, right]) => !right);
  return wrong ? step(false, `${wrong[0]} not what the acts in the journal say.`)
    : step(true, `These acts say the same, in this order: start (entry ${found.started}), closing (${found.closed}), value (${found.valued})${found.drawn ? `, draw (${found.drawn})` : ''}.`);
}

/** Lists what became of a promotion by an act, as far as what followed is told. */
function changes({ effects }, promotion) {
  if (effects.text === undefined) return [];
  const { events = [] } = JSON.parse(effects.text);
  return events.filter((event) => event.promotion?.promotion === promotion).map((event) => event.promotion.change);
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function take(found, change, number) {
  const { drafted, proposed, amended, started, 'entries-closed': closed, sealed, nominated, attended, valued, revealed, 'seed-shown': shown, drawn } = change;
  if (drafted) found.terms = drafted.terms;
  if (proposed) found.proposed = proposed.terms;
  if (amended) found.terms = found.proposed;
  if (started) [found.commitment, found.started] = [started.commitment, number];
  if (closed) [found.root, found.entries, found.closed] = [closed.root, closed.entries, number];
  if (sealed) found.sealed = sealed.sealed;
  if (nominated && !found.value) found.sealed = undefined;
  if (attended?.value ?? valued) [found.value, found.valued] = [attended?.value ?? valued.value, number];
  if (revealed ?? shown) [found.seed, found.drawn, found.drawnBy] = [(revealed ?? shown).seed, number, found.terms];
  if (drawn) found.draws = [...(found.draws ?? []), (({ award, prize, entry, left, passed }) => ({ award, prize, entry, left, passed }))(drawn)];
}
