// A prize as fields, by what the house says that the orders want to be told of its kind, and as it is sent.

/** How a field of the house is asked for on the screen. */
const KINDS = { text: 'text', time: 'time', flag: 'said', number: 'count', list: 'several', flags: 'several' };

/** What is asked for of every prize, whatever its kind. */
const COMMON = { details: { label: 'What it is', kind: 'text' }, value: { label: 'Worth', kind: 'amount' }, count: { label: 'How many', kind: 'count', min: 1, required: true },
  conditions: { label: 'Conditions of receiving and using it, or that there are none', kind: 'text' } };

/** The word for the kind of a prize. */
export const kindName = ({ kind }) => (typeof kind === 'string' ? kind : Object.keys(kind)[0]);

/** The fields of a prize of this kind, filled with what is known of it; each has the clause that asks for it, where one does. */
export function prizeFields(prize, kind, form) {
  const own = typeof prize.kind === 'object' ? prize.kind[kind.kind] ?? {} : {};
  const asked = kind.fields;
  const ofAll = Object.entries(COMMON).map(([name, it]) => ({ required: false, ...it, name, value: prize[name] ?? (name === 'count' ? 1 : undefined), ...clauseOf(asked.find(({ field }) => field === name) ?? form.prize) }));
  const ofKind = asked.filter(({ field }) => !(field in COMMON)).flatMap((it) => fieldsOf(it, own[it.field], form));
  const instead = kind.cash_instead ? [{ name: 'cash_instead', label: 'Cash that the winner may take instead', kind: 'amount', required: false, value: prize.cash_instead, hint: 'Empty: there is none.', ...clauseOf(form.limits.clauses['cash-instead']) }] : [];
  const liquor = [{ name: 'liquor_litres', label: 'Litres of liquor in it', kind: 'count', required: false, value: prize.liquor_litres ?? 0, ...clauseOf(form.limits.clauses.liquor) }];
  return [...ofAll, ...ofKind, ...instead, ...liquor];
}

const clauseOf = (it) => (it?.clause ? { clause: it.clause, game: it.game } : {});

/** One thing that is asked for may be several fields: what is included, and texts beside it. */
function fieldsOf(it, value, form) {
  const base = { label: sentence(it.title), required: false, asked: it, ...clauseOf(it) };
  if (it.kind === 'list') return [{ ...base, name: it.field, kind: 'several', of: form.games.map(({ game, title }) => [game, title]), value: value ?? [] }];
  if (it.kind !== 'flags') return [{ ...base, name: it.field, kind: KINDS[it.kind] ?? 'text', value, ...(it.kind === 'number' ? { min: 1 } : {}) }];
  const told = value ?? {};
  return [{ ...base, name: it.field, kind: 'several', of: it.of.map((part) => [part, words(part)]), value: it.of.filter((part) => told[part]) },
    ...(it.texts ?? []).map((part) => ({ ...base, name: `${it.field}.${part}`, label: sentence(words(part)), kind: 'text', value: told[part] })),
    { ...base, clause: undefined, name: `${it.field}?`, label: 'This is all that is included', kind: 'yes', value: value !== undefined && value !== null }];
}

const words = (name) => name.replaceAll('_', ' ');
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const isSaid = (value) => value !== null && value !== undefined && value !== '';

/** Makes a prize of what its fields have; what nobody has said yet is left out. */
export function prizeOf(kind, given) {
  const asked = kind.fields.filter(({ field }) => !(field in COMMON));
  const own = Object.fromEntries(asked.map((it) => [it.field, valueOf(it, given)]).filter(([, value]) => isSaid(value)));
  const prize = { kind: asked.length === 0 ? kind.kind : { [kind.kind]: own }, value: given.value ?? 0 };
  for (const name of ['details', 'conditions']) if (given[name]) prize[name] = given[name];
  if (given.count !== 1) prize.count = given.count ?? 0;
  if (isSaid(given.cash_instead)) prize.cash_instead = given.cash_instead;
  if (given.liquor_litres) prize.liquor_litres = given.liquor_litres;
  return prize;
}

function valueOf({ field, kind, of, texts = [] }, given) {
  if (kind !== 'flags') return given[field];
  const chosen = given[field] ?? [];
  const told = given[`${field}?`] || chosen.length > 0 || texts.some((part) => given[`${field}.${part}`]);
  if (!told) return null;
  return { ...Object.fromEntries(of.map((part) => [part, chosen.includes(part)])), ...Object.fromEntries(texts.map((part) => [part, given[`${field}.${part}`] ?? ''])) };
}
