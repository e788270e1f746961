// What a supervisor directs about the wagers of those who cheated.

/** The words for each direction. */
export const FORFEIT = {
  no: 'their wagers go back, like those of the others',
  yes: 'their wagers for this result are forfeited',
  all: 'their wagers are forfeited, with all that still stands for them',
};

/** The ways to agree to a request: one, or one for each direction that whoever agrees must choose between. */
export function approvals({ request, forfeit = [] }) {
  if (forfeit.length === 0) return [['Approve', { request }]];
  return forfeit.map((it) => [`Approve: ${FORFEIT[it] ?? it}`, { request, forfeit: it }]);
}
