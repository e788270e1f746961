// Prize pools in words: their terms, and what people do about them.

import { money } from '../money.js';

/** The meters, as people call them. */
export const LEVELS = { major: 'Major', minor: 'Minor', mystery: 'Mystery' };

/** Writes a part of something: `1/8`. */
export const share = ([part, of]) => (part === 0 ? 'none' : `${part}/${of}`);

/** Reads a part of something; null if it is none. */
export function readShare(text) {
  const match = /^\s*(\d{1,7})\s*\/\s*(\d{1,7})\s*$/.exec(text);
  return match ? [Number(match[1]), Number(match[2])] : null;
}

/** Says what the terms of a pool are, so that whoever agrees knows to what. */
export function termsWords({ prizes, wager, major, minor, mystery, retained }) {
  const meter = (name, it) => `${name} ${share(it.share)} from ${money(it.seed)}`;
  return [`prizes ${prizes}`, `a wager of ${money(wager)}`, meter('Major', major), meter('Minor', minor),
    mystery && `Mystery ${share(mystery.share)} from ${money(mystery.start)} up to ${money(mystery.ceiling)}`, `the house keeps ${share(retained)}`].filter(Boolean).join(', ');
}

const under = ({ reference, date }) => `under reference ${reference}${date ? ` of ${date}` : ''}`;

/** What is done about pools, as it stands in the journal and in requests. */
export const POOL_ACTS = {
  'draft-pool': (it) => `draft pool ${it.pool}, ${it.name}: ${termsWords(it.terms)}`,
  'approve-pool': (it) => `the Authority has approved pool ${it.pool} ${under(it)}`,
  'start-pool': (it) => `start pool ${it.pool}`,
  'suspend-pool': (it) => `suspend pool ${it.pool}: ${it.why}`,
  'resume-pool': (it) => `resume pool ${it.pool}`,
  'change-pool': (it) => `change pool ${it.pool} ${under(it)}: ${termsWords(it.terms)}`,
  'adjust-meter': (it) => `set the ${LEVELS[it.level]} of pool ${it.pool} from ${money(it.before)} to ${money(it.after)} ${under(it)}: ${it.why}`,
  'retire-pool': (it) => `retire pool ${it.pool} in favour of pool ${it.heir} ${under(it)}`,
  'close-pool': (it) => `close pool ${it.pool}`,
  'demo-pool': (it) => `open pool ${it.pool} of play money, ${it.name}`,
  'link-table': (it) => `link table ${it.table} to pool ${it.pool}`,
  'unlink-table': (it) => `table ${it.table} is linked to its pool no more`,
  'verify-award': (it) => `verify prize ${it.award} at table ${it.table}`,
  'link-outside': (it) => `link outside table ${it.outside}, ${it.name}, to pool ${it.pool}`,
  'end-outside-rounds': (it) => `the rounds of outside table ${it.outside} of pool ${it.pool} are over up to ${it.round}, by ${it.reference}`,
  'unlink-outside': (it) => `outside table ${it.outside} is linked to pool ${it.pool} no more`,
  'pool-feed': (it) => `message ${it.number} of outside table ${it.outside} of pool ${it.pool}`,
  'register-display': (it) => `register display ${it.display}, ${it.name}, of pool ${it.pool}${it.table ? ` at table ${it.table}` : ', which all its tables need'}`,
  'remove-display': (it) => `display ${it.display} of pool ${it.pool} is needed no more`,
  'display-lost': (it) => `display ${it.display} of pool ${it.pool} is cut off`,
  'display-back': (it) => `display ${it.display} of pool ${it.pool} is back`,
  'commit-mystery': (it) => `commit to the mystery prize of pool ${it.pool}`,
  'pass-mystery': (it) => `the trigger of the mystery prize of pool ${it.pool} is above ${money(it.shown)}`,
  'hit-mystery': (it) => `the mystery prize of pool ${it.pool} is won`,
  'show-mystery': (it) => `show the keys of the mystery prize of pool ${it.pool}, which nobody has won`,
  'lose-mystery': (it) => `give up the keys of the mystery prize of pool ${it.pool} as lost: ${it.why}`,
};
