// What is done about a promotion as a whole, each as a form that says what it does and who must agree.

import { h } from '../../dom.js';
import { prizeName } from '../../pages/promotion-parts.js';
import { fill } from '../forms.js';

const MANAGER = 'A manager must agree.';

/** Where terms can be read. */
export const PUBLISHED = [['casino', 'within the casino'], ['website', 'on a website'], ['email', 'behind a link in an e-mail'], ['mail', 'by mail'], ['brochure', 'in a brochure'], ['other', 'by other means']];
/** How somebody is told something. */
export const MEANS = [['in-person', 'in person'], ['telephone', 'by telephone'], ['email', 'by e-mail'], ['mail', 'by mail']];

const today = () => new Date().toISOString().slice(0, 10);
const why = { name: 'why', label: 'Why', kind: 'long', autofocus: true };
const plain = (kind, words, yes, says) => ({ kind, words, yes, says, fields: () => [], make: () => ({}) });

/** The acts, in the order in which they come up. `make` makes the fields of the act of what the form has. */
const ACTS = [
  plain('finalise-promotion', 'Make the terms final…', 'Ask to make them final', `The terms are complete, and every prize was looked at. ${MANAGER}`),
  { kind: 'lodge-promotion', words: 'Lodged with the Authority…', yes: 'Send the request', says: `The Authority has got the terms as they are. ${MANAGER}`,
    fields: () => [{ name: 'receipt', label: 'Receipt of the Authority', autofocus: true }, { name: 'date', label: 'Date of the receipt', type: 'date', value: today() }] },
  { kind: 'publish-terms', words: 'Where the terms can be read…', yes: 'Note it', says: 'Everybody who may enter can read the terms there.',
    fields: () => [{ name: 'means', label: 'By which means', kind: 'choice', of: PUBLISHED }, { name: 'place', label: 'Where exactly', autofocus: true }] },
  { kind: 'note-marketing', words: 'Marketing…', yes: 'Note it', says: 'Whatever advertises the promotion must refer to its terms.',
    fields: () => [{ name: 'item', label: 'What advertises it, and where', autofocus: true }, { name: 'refers', label: 'It refers to the terms, and says where they can be read', kind: 'yes' }] },
  { kind: 'nominate-scrutineer', words: 'Nominate a scrutineer…', yes: 'Send the request', says: `The scrutineer oversees the draw, and has no other role here. ${MANAGER}`,
    fields: (it) => [{ name: 'person', label: 'Scrutineer', autofocus: true, ...among(it.staff?.scrutineers) }] },
  plain('start-promotion', 'Start…', 'Ask to start it', `It takes entries from now on, and the terms are frozen. ${MANAGER}`),
  { kind: 'amend-promotion', words: 'The proposed terms are approved…', yes: 'Send the request', says: `The Authority has approved the terms that were proposed. ${MANAGER}`,
    fields: () => [{ name: 'reference', label: 'Reference of the Authority', autofocus: true }, { name: 'date', label: 'Date of the approval', type: 'date', value: today() }] },
  plain('close-entries', 'Close entries', 'Close them', 'The time in the terms has come: nobody enters any more, and the root of all entries is published.'),
  { kind: 'draw-value', words: 'Value of the public source…', yes: 'Send the request', says: `The value of the draw is the SHA-256 of what the source has published, letter by letter. ${MANAGER}`,
    fields: () => [{ name: 'published', label: 'What the source has published', kind: 'long', autofocus: true, hint: 'Exactly as it was published: anybody computes the value from it again.' }], },
  { kind: 'dispute-promotion', words: 'A dispute…', yes: 'Record it', says: 'Somebody disputes how the promotion was run. A manager decides it.',
    fields: () => [...whom('Who disputes it'), { name: 'what', label: 'About what', kind: 'long' }], make: ({ what, ...rest }) => ({ person: entrant(rest), what }) },
  { kind: 'refuse-claim', words: 'Deny the claim of somebody else…', yes: 'Send the request', says: `Somebody claims a prize whom no entry of the draw names. ${MANAGER}`,
    fields: (it) => claimFields(it), make: claim },
  plain('resume-promotion', 'Resume…', 'Ask to resume it', `An inspector has agreed that its integrity is validated. ${MANAGER}`),
  { kind: 'tell-inspectorate', words: 'The inspectorate was told…', yes: 'Note it', says: 'The inspectorate must be told at once.', fields: () => [{ name: 'whom', label: 'Who was told, and how', autofocus: true }] },
  { kind: 'validate-promotion', words: 'Validate…', yes: 'Agree', says: 'As inspector you agree that the integrity of the promotion and of its draw is validated. Two people may then resume it.', fields: () => [{ ...why, label: 'What you have looked at' }] },
  plain('end-promotion', 'End…', 'Ask to end it', `Everything is handed over, told and decided. ${MANAGER}`),
  { kind: 'postpone-promotion', words: 'Postpone at once…', yes: 'Postpone it', danger: true, says: 'The integrity of the promotion or its draw is in doubt. Nothing goes on until an inspector has validated it. You do this alone, and at once.', fields: () => [why] },
  { kind: 'cancel-promotion', words: 'Cancel…', yes: 'Ask to cancel it', danger: true, says: `There is no draw any more, and what was not handed over stays with the house. ${MANAGER}`, fields: () => [why] },
];

/** The acts that have a button of their own here. */
export const ACT_KINDS = ACTS.map(({ kind }) => kind);

/** Buttons for what can be done about a promotion now; `can` tells which acts the house would take from whoever looks. */
export function actsOn(desk, it, only = () => true) {
  return ACTS.filter(({ kind }) => desk.can(it, kind) && only(kind)).map((act, at) =>
    h(`button.button.small${act.danger ? '.danger' : at === 0 ? '' : '.quiet'}`, { type: 'button', 'data-key': `${act.kind}-${it.promotion}`, onclick: () => open(desk, it, act) }, act.words));
}

function open(desk, it, { kind, words, yes, says, fields, make = (given) => given, danger }) {
  return fill(`${words.replace('…', '')}: promotion ${it.promotion}`, fields(it), yes, async (given, wrong) =>
    desk.act(kind, { promotion: it.promotion, ...await make(given, it) }, null, wrong), { words: says, danger });
}

/** A choice where the house tells among whom; else a name. */
const among = (names) => (names?.length > 0 ? { kind: 'choice', of: names } : {});

/** Fields for somebody whom the house knows, or does not. */
export const whom = (label) => [{ name: 'known', label: 'Known to the house', kind: 'choice', of: [['person', 'by the name of an account'], ['named', 'not known: name, and what tells this person from others']] },
  { name: 'who', label, autofocus: true }];

/** Somebody as acts name people. */
export const entrant = ({ known, who }) => ({ [known]: who });

/** Fields of a claim that is denied; above an amount name and address are kept. */
export function claimFields(it, award) {
  const above = it.limits?.kept_above;
  const value = award ? { name: 'value', label: 'The prize is worth', kind: 'amount', value: award.value }
    : { name: 'value', label: 'Which prize', kind: 'choice', of: it.terms.prizes.map((prize) => [String(prize.value), prizeName(it.terms, prize.prize)]) };
  return [value, { name: 'why', label: 'Why it is denied', kind: 'long', autofocus: true },
    { name: 'claimant', label: 'Name of the claimant', required: false, value: award?.name ?? '' }, { name: 'address', label: 'Address of the claimant', required: false, hint: above ? 'Name and address are kept where the prize is worth more than the orders say.' : undefined }];
}

/** A denied claim as it is sent. */
export function claim({ value, why: because, claimant, address }) {
  return { value: Number(value ?? 0), why: because, ...(claimant ? { claimant } : {}), ...(address ? { address } : {}) };
}

/** What each act is called on its button. */
export const ACT_WORDS = Object.fromEntries(ACTS.map(({ kind, words }) => [kind, words.replace('…', '')]));
