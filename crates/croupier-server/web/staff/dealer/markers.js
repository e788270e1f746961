// Which wagers are on and which are off, for the boxperson: what players have called first, one touch to call it.

import { h, put } from '../../dom.js';
import { money } from '../../money.js';
import { spotOf, wagerName } from '../names.js';

/** Makes the part; it is shown on the boxperson's screen. */
export function markersPart(desk) {
  const list = h('ul.items');
  const element = h('section.panel.markers', { 'aria-label': 'On and off' }, h('h2', 'On and off'), list);
  return { element, draw };

  function draw(view) {
    const callable = view.wagers.filter((wager) => wager.asked || wager.button || ['call-on', 'call-off'].some((deed) => wager.may.includes(deed)));
    element.hidden = desk.crew.screen.name !== 'box' || callable.length === 0;
    const asked = callable.filter((wager) => wager.asked);
    put(list, [...asked, ...callable.filter((wager) => !wager.asked)].map(row));
  }

  function row(wager) {
    const name = wagerName(wager, desk.view.sign);
    const call = (state) => wager.may.includes(`call-${state}`) && desk.may('step call') && h('button.button.small.quiet', {
      type: 'button', 'data-key': `call-${state}-${wager.player}-${name}`, 'aria-label': `Call ${name} of ${wager.player} ${state}`, onclick: () => desk.step({ call: { ...spotOf(wager), state } }),
    }, `Call ${state}`);
    return h('li', h('span', h('b', `${wager.seat ?? '–'} ${wager.player}`), ` ${name}, ${money(wager.stake)} `,
      h(`span.tag${wager.button === 'on' ? '.live' : ''}`, wager.button ?? (wager.works ? 'on' : 'off')), wager.asked && h('span.tag.warn', `asks for ${wager.asked}`)),
    h('span.row', call('on'), call('off')));
  }
}
