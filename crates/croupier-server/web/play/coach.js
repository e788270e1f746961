// The first round in this browser, step by step, at tables with play money: what to press, and where the reasons are. It never says what to
// wager on, which the orders forbid.

const KEPT = 'croupier-first-round';

/** Tells whether whoever sits here plays a first round: at a table with play money, until a second round is played. */
export function isFirstRound({ view, seat, lines }) {
  if (!view.demo || !seat) return false;
  const { localStorage: kept } = globalThis;
  const round = `${view.table}/${view.lines_round}`;
  if (lines.length > 0 && !kept?.getItem(KEPT)) kept?.setItem(KEPT, round);
  const first = kept?.getItem(KEPT) ?? null;
  return first === null || (lines.length > 0 && first === round);
}

/** What the hand does next in a first round, before its result. */
export function nextStep({ view, mine }) {
  if (mine.length === 0) return 'First round, 1 of 3: choose a chip, then a spot edged in gold';
  return view.dice ? 'First round, 2 of 3: press “Roll now” when your wagers lie' : 'First round, 2 of 3: press “Deal now” when your wagers lie';
}

/** Where the reasons are, beside the result of a first round. */
export const LAST_STEP = 'First round, 3 of 3: each line says what became of a wager and why, and leads to its clause.';
