// An incident that staff write down: what happened, of which kind where the order of the table forbids it, about whom.

import { gameNamed } from '../games.js';
import { fill } from './forms.js';

const KINDS = {
  'forbidden-device': 'a forbidden device was used or controlled',
  'staff-advice': 'staff advised a player on how to play',
  'advice': 'unasked advice or influence by a player or onlooker',
  'side-bet': 'players or onlookers wagered with each other',
  'cards-handled': 'somebody handled cards who must not',
  'cards-away': 'cards were held away from the table',
};

const wordsOf = ({ kind, clause }) => `${KINDS[kind] ?? kind.replaceAll('-', ' ')} (${clause})`;

/** Asks what happened at a table of a game, or at none, and sends it. */
export async function writeIncident(name, act) {
  const forbidden = name ? (await gameNamed(name)).forbidden : [];
  const kinds = { name: 'kind', label: 'Kind', kind: 'choice', required: false, of: [['', 'something else'], ...forbidden.map((it) => [it.kind, wordsOf(it)])] };
  const fields = [...(forbidden.length > 0 ? [kinds] : []), { name: 'what', label: 'What happened', kind: 'long', autofocus: true },
    { name: 'person', label: 'About whom', required: false, hint: 'Leave empty if it was nobody, or somebody whom the house does not know.' }];
  return fill('Write down an incident', fields, 'Record it', ({ kind, what, person }, wrong) =>
    act({ person: person || null, what, ...(kind ? { kind } : {}) }, wrong));
}
