// The draw of a promotion as a screen shows it: one step after the other, by the time of the house, so that every screen
// shows the same, and one that is loaded again does not begin anew.

/** How long each of the first steps stands alone, and each draw. */
export const STEP_MS = 4000;
export const DRAW_MS = 3000;
/** With many draws each is shorter, so that the whole is over in this time. */
const LONGEST_MS = 180_000;

/** Says how far a draw is shown: how many of the four things it follows from, how many draws, and whether that is all. */
export function shownAt({ drawnAt, draws }, now) {
  if (drawnAt === null || drawnAt === undefined) return { steps: 0, draws: 0, over: false };
  const since = Math.max(0, now - drawnAt);
  const each = Math.min(DRAW_MS, LONGEST_MS / Math.max(1, draws));
  const steps = Math.min(4, 1 + Math.floor(since / STEP_MS));
  const shown = Math.floor((since - 4 * STEP_MS) / each) + 1;
  const made = since < 4 * STEP_MS ? 0 : Math.min(draws, shown);
  return { steps, draws: made, over: since >= 4 * STEP_MS + each * draws };
}

/** Writes a time that is left for people who look from afar: `3 d 4 h`, `2 h 05 min`, `1:07`. */
export function farCountdown(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const two = (number) => String(number).padStart(2, '0');
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  return `${minutes}:${two(seconds % 60)}`;
}

/** Cuts a hash into groups that can be compared from afar. */
export const grouped = (digits) => digits.match(/.{1,8}/g) ?? [];
