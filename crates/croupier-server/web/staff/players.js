// The names of players, offered where one is typed.

import { get } from '../api.js';
import { h, put } from '../dom.js';

const ID = 'player-names';

/** Asks who the players are, and returns the id of the list that a field can offer. */
export function playerNames() {
  let list = document.getElementById(ID);
  if (!list) document.body.append(list = h('datalist', { id: ID }));
  // Whoever may not see the list types the name; the floor knows who is meant.
  get('/api/people').then(({ people }) => put(list, people.filter((person) => person.roles.includes('player') && !person.excluded)
    .map((person) => h('option', { value: person.name }))), () => {});
  return ID;
}
