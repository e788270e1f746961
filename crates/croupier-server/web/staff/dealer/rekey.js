// A card or roll that was entered wrongly: the pad comes up again, and what is touched takes its place.

import { cardName } from '../../cards.js';
import { h } from '../../dom.js';

/** Offers to put the last card or roll right, or to leave it as it is. */
export function puttingRight(desk, view) {
  const { entered } = view;
  const dice = Boolean(entered?.roll);
  const right = dice ? 'step rekey a roll' : view.expects.due === 'payment' ? 'step rekey a result' : 'step rekey';
  if (!entered || desk.isVirtual || !desk.may(right)) return null;
  if (desk.rekey) {
    return [h('p.notice', dice ? 'Which roll was it really?' : `It was not the ${cardName(entered.card)}. Which card was it?`),
      button('Leave it as it is', () => rekeying(desk, null))];
  }
  const what = dice ? entered.roll.join(' and ') : cardName(entered.card);
  return button(`${what} was entered wrongly`, () => rekeying(desk, dice ? 'dice' : 'card'));
}

function rekeying(desk, wants) {
  desk.rekey = wants;
  desk.parts.due.draw(desk.view);
}

const button = (words, onclick) => h('button.button.quiet.small', { type: 'button', 'data-key': 'rekey', 'aria-keyshortcuts': 'Backspace', onclick }, words, h('kbd', '⌫'));
