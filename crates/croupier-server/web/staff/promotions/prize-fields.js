// Prizes by their kind: what the orders want to be told of each, as fields, and as they are sent.

/** The kinds of prizes, as people call them. */
export const KINDS = [['appliance', 'machinery or an electric appliance'], ['vehicle', 'a motor vehicle'], ['travel', 'travel'], ['estate', 'real estate'],
  ['cash', 'money'], ['dollars', 'slots dollars or casino dollars'], ['voucher', 'a voucher for tokens at tables'], ['goods', 'anything else']];

const said = (name, label, rule) => ({ name, label, rule, required: false });
const yes = (name, label, rule) => ({ name, label, rule, kind: 'yes' });

const INCLUDED = {
  travel: [['airfares', 'Airfares'], ['transfers', 'Transfers'], ['other_transport', 'Other transport'], ['meals', 'Meals']],
  estate: [['conveyancing', 'Conveyancing'], ['legal_costs', 'Legal costs'], ['fixtures', 'Fixtures'], ['furniture', 'Furniture']],
};

/** What is asked for of each kind beside what is asked for of all. */
const OWN = {
  cash: () => [], dollars: () => [], goods: () => [],
  voucher: (_, games) => [{ name: 'games', label: 'At the tables of', kind: 'several', rule: 'prizes', of: games.map(({ name, title }) => [name, title]) },
    { name: 'expires', label: 'It is good until', kind: 'time', rule: 'prizes' }],
  appliance: () => [said('make', 'Make', 'appliance-make'), said('model', 'Model', 'appliance-model'), said('accessories', 'Accessories, or that there are none', 'appliance-accessories')],
  vehicle: () => [said('make', 'Make', 'vehicle-make'), said('model', 'Model', 'vehicle-model'), said('accessories', 'Accessories, or that there are none', 'vehicle-accessories'),
    { name: 'on_road', label: 'Registration and on-road costs', kind: 'said', rule: 'vehicle-on-road', required: false, of: ['included', 'not included'] }],
  travel: () => [{ name: 'persons', label: 'For how many people', kind: 'count', min: 1, rule: 'travel-persons', required: false },
    { name: 'included', label: 'Included', kind: 'several', of: INCLUDED.travel, rule: 'travel-includes' }, said('duration', 'How long', 'travel-includes'), said('accommodation', 'Accommodation', 'travel-includes'),
    said('restrictions', 'When it must be taken', 'travel-restrictions'), { name: 'spending_money', label: 'Spending money', kind: 'said', rule: 'travel-money', required: false, of: ['included', 'not included'] }],
  estate: () => [said('dwelling', 'Type of dwelling', 'estate-dwelling'), said('plans', 'Plans', 'estate-plans'), said('contract', 'Contract', 'estate-contract'), said('easements', 'Easements', 'estate-easements'),
    said('address', 'Address', 'estate-address'), { name: 'included', label: 'Included', kind: 'several', of: INCLUDED.estate, rule: 'estate-includes' },
    yes('told', 'That is all that is included', 'estate-includes')],
};

/** The fields of a prize of this kind, filled with what is known of it. */
export function prizeFields(prize, kind, games) {
  const known = ownOf(prize);
  const all = [{ ...said('details', 'What it is', 'prizes'), value: prize.details ?? '' },
    { name: 'value', label: 'Worth', kind: 'amount', rule: 'prizes', required: false, value: prize.value },
    { name: 'count', label: 'How many', kind: 'count', min: 1, rule: 'prizes', value: prize.count ?? 1 },
    { ...said('conditions', 'Conditions of receiving and using it, or that there are none', 'prizes'), value: prize.conditions ?? '' }];
  const own = OWN[kind](prize, games).map((it) => ({ ...it, value: known[it.name] }));
  const instead = kind === 'cash' || kind === 'dollars' ? [] : [{ name: 'cash_instead', label: 'Cash that the winner may take instead', kind: 'amount', rule: 'cash-instead', required: false, value: prize.cash_instead, hint: 'Empty: there is none.' }];
  const liquor = ['cash', 'dollars', 'voucher'].includes(kind) ? [] : [{ name: 'liquor_litres', label: 'Litres of liquor in it', kind: 'count', rule: 'liquor', required: false, value: prize.liquor_litres ?? 0 }];
  return [...all, ...own, ...instead, ...liquor];
}

/** What is known of a prize as the fields of its kind have it. */
function ownOf({ kind }) {
  if (typeof kind === 'string') return {};
  const [name, own] = Object.entries(kind)[0];
  const { includes, ...rest } = own;
  if (!includes) return rest;
  const { duration, accommodation, ...parts } = includes;
  return { ...rest, duration, accommodation, told: name === 'estate', included: Object.keys(parts).filter((part) => parts[part]) };
}

/** Makes a prize of what its fields have; what nobody has said yet is left out. */
export function prizeOf(kind, given) {
  const prize = { kind: kindOf(kind, given), value: given.value ?? 0 };
  if (given.details) prize.details = given.details;
  if (given.conditions) prize.conditions = given.conditions;
  if (given.count > 1 || given.count === 0) prize.count = given.count;
  if (given.cash_instead) prize.cash_instead = given.cash_instead;
  if (given.liquor_litres) prize.liquor_litres = given.liquor_litres;
  return prize;
}

function kindOf(kind, given) {
  const own = OWN[kind]({}, []).map(({ name }) => name);
  if (own.length === 0) return kind;
  const told = Object.fromEntries(own.filter((name) => !['included', 'told', 'duration', 'accommodation'].includes(name) && given[name] !== null && given[name] !== '' && given[name] !== undefined).map((name) => [name, given[name]]));
  const included = (of) => Object.fromEntries(INCLUDED[of].map(([part]) => [part, (given.included ?? []).includes(part)]));
  if (kind === 'travel' && (given.duration || given.accommodation)) told.includes = { ...included('travel'), duration: given.duration ?? '', accommodation: given.accommodation ?? '' };
  if (kind === 'estate' && (given.told || given.included?.length > 0)) told.includes = included('estate');
  if (kind === 'voucher') return { voucher: { games: given.games ?? [], expires: given.expires ?? 0 } };
  return { [kind]: told };
}
