// Calls a throw invalid, by the role in which the dealer stands at the table.

/** Says in which role this session declares things: the one that has the say where there are several. */
export function declaredBy(context, dice) {
  if (context.is('supervisor', 'manager')) return 'supervisor';
  if (dice && context.is('boxperson')) return 'boxperson';
  if (dice && context.is('stickperson')) return 'stickperson';
  if (context.is('inspector')) return 'inspector';
  return context.is('boxperson') ? 'boxperson' : 'dealer';
}

/** Calls no roll. Without a reason of its own it is the one that was reported. */
export function callNoRoll(desk, reason = 'other') {
  const by = desk.context.is('stickperson') ? 'stickperson' : declaredBy(desk.context, true);
  return desk.step({ 'no-roll': { reason, by } });
}
