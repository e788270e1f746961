// A prize as fields, by what the house says that the orders want to be told of its kind, and as it is sent.

/** How a field of the house is asked for on the screen. */
const KINDS = { text: 'text', time: 'time', flag: 'said', number: 'count', money: 'amount' };

/** The word for the kind of a prize. */
export const kindName = ({ kind }) => (typeof kind === 'string' ? kind : Object.keys(kind)[0]);

/** The fields of a prize of this kind, filled with what is known of it; each has the clause that asks for it, where one does. */
export function prizeFields(prize, kind, form) {
  const own = typeof prize.kind === 'object' ? prize.kind[kind.kind] ?? {} : {};
  const { clauses } = form.limits;
  const ofAll = kind.common.flatMap((it) => fieldsOf(it, prize[it.field], form));
  const count = { name: 'count', label: 'How many of it there are', kind: 'count', min: 1, value: prize.count ?? 1 };
  const instead = { name: 'cash_instead', label: 'Cash that the winner may take instead', kind: 'amount', required: false, value: prize.cash_instead, hint: 'Empty: there is none.', ...cited(clauses['cash-instead']) };
  const liquor = { name: 'liquor_litres', label: 'Litres of liquor in it', kind: 'count', required: false, value: prize.liquor_litres ?? 0, ...cited(clauses.liquor) };
  return [...ofAll, count, ...kind.fields.flatMap((it) => fieldsOf(it, own[it.field], form)), ...(kind.cash_instead ? [instead] : []), liquor];
}

const cited = (it) => (it?.clause ? { clause: it.clause, game: it.game } : {});

/** One thing that is asked for may be several fields: what is included, and texts beside it. */
function fieldsOf(it, value, form) {
  const base = { name: it.field, label: sentence(it.title), required: false, ...cited(it) };
  if (it.kind === 'games') return [{ ...base, kind: 'several', of: form.games.map(({ game, title }) => [game, title]), value: value ?? [] }];
  if (it.kind !== 'includes') return [{ ...base, kind: KINDS[it.kind] ?? 'text', value, ...(it.kind === 'number' ? { min: 1 } : {}) }];
  const told = value ?? {};
  return [{ ...base, kind: 'several', of: it.flags.map((part) => [part, words(part)]), value: it.flags.filter((part) => told[part]) },
    ...(it.texts ?? []).map((part) => ({ ...base, name: `${it.field}.${part}`, label: sentence(words(part)), kind: 'text', value: told[part] })),
    { name: `${it.field}?`, label: 'This is all that is included', kind: 'yes', value: value !== undefined && value !== null }];
}

const words = (name) => name.replaceAll('_', ' ');
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const isSaid = (value) => value !== null && value !== undefined && value !== '';

/** Makes a prize of what its fields have; what nobody has said yet is left out. */
export function prizeOf(kind, given) {
  const own = Object.fromEntries(kind.fields.map((it) => [it.field, valueOf(it, given)]).filter(([, value]) => isSaid(value)));
  const prize = { kind: kind.fields.length === 0 ? kind.kind : { [kind.kind]: own }, value: given.value ?? 0 };
  for (const name of ['details', 'conditions']) if (given[name]) prize[name] = given[name];
  if (given.count !== 1) prize.count = given.count ?? 0;
  if (isSaid(given.cash_instead)) prize.cash_instead = given.cash_instead;
  if (given.liquor_litres) prize.liquor_litres = given.liquor_litres;
  return prize;
}

function valueOf({ field, kind, flags, texts = [] }, given) {
  // A voucher without a time is sent as one that is over, so that the house says what is wrong with it.
  if (kind === 'time') return given[field] ?? 0;
  if (kind !== 'includes') return given[field];
  const chosen = given[field] ?? [];
  const told = given[`${field}?`] || chosen.length > 0 || texts.some((part) => given[`${field}.${part}`]);
  if (!told) return null;
  return { ...Object.fromEntries(flags.map((part) => [part, chosen.includes(part)])), ...Object.fromEntries(texts.map((part) => [part, given[`${field}.${part}`] ?? ''])) };
}
