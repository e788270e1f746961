// The register of clauses, asked for once a game: what a clause says in one sentence.

import { get } from './api.js';
import { h } from './dom.js';

const games = new Map();

/** Gets the register of a game: its title, its clauses in order, and the same by number. */
export function register(game) {
  if (!games.has(game)) {
    const asked = get(`/api/rules/${game}`).then((answer) => ({
      ...answer, byNumber: new Map(answer.clauses.map((clause) => [clause.clause, clause])),
    }));
    asked.catch(() => games.delete(game));
    games.set(game, asked);
  }
  return games.get(game);
}

/** Gets the sentence of a clause; empty if the register has none. */
export async function sentence(game, clause) {
  const found = await register(game).catch(() => null);
  return found?.byNumber.get(clause)?.says ?? '';
}

/** A link to a clause. */
export function clauseLink(game, clause) {
  return h('a.clause', { href: `/rules/${game}/${encodeURIComponent(clause)}` }, `clause ${clause}`);
}

/** A clause as a sentence and a link; the sentence comes when it is there. */
export function because(game, clause) {
  const words = h('span');
  sentence(game, clause).then((says) => says && words.replaceChildren(`${says}. `));
  return h('span.because', words, clauseLink(game, clause));
}
