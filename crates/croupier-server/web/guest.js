// How a stranger comes in: as a guest with play money.

import { post } from './api.js';

/** Gives a guest what is missing of the play money. */
export async function refill(context) {
  const { me } = await post('/api/guest');
  context.become(me);
}

/** Becomes a guest, if nobody is signed in. */
export async function becomeGuest(context) {
  if (context.me) return;
  const { me } = await post('/api/guest');
  context.become(me);
  context.note('You play with play money. Nothing can be won or lost.');
}
