// The proof of the journal on demand, and its result in words.

import { post } from '../../api.js';
import { dateAndTime } from '../../clock.js';
import { h, put } from '../../dom.js';
import { sentence } from '../names.js';

/** Opens the tab. */
export function verifyTab(panel, context) {
  const result = h('div.proof', { 'aria-live': 'polite' });
  const button = h('button.button', { type: 'button', onclick: verify }, 'Prove the journal now');
  put(panel, h('section.panel', h('p', 'Every hash is computed again, every signature checked, every act played once more through the rules, every draw compared with its key, and all money added up. If you do not trust this server, do the same elsewhere with a copy of the journal: ', h('code', 'croupier verify'), '.'), button, result));

  async function verify() {
    button.disabled = true;
    put(result, h('p.quietly', 'The journal is being checked; a long one takes a while…'));
    const began = Date.now();
    try {
      put(result, told(await post('/api/journal/verify'), Date.now() - began));
    } catch (error) {
      put(result);
      context.note(error);
    }
    button.disabled = false;
  }
}

const many = (count, one, more = `${one}s`) => `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

function told(it, took) {
  return [h(`p.verdict.${it.sound ? 'win' : 'lose'}`, it.sound ? 'The journal is sound.' : 'The journal is not sound.'),
    h('p', `${many(it.entries, 'entry', 'entries')} in ${many(it.chains, 'chain')} lead to what they say. ${many(it.checkpoints, 'checkpoint')} ${it.checkpoints === 1 ? 'signs' : 'sign'} the first ${it.signed.toLocaleString('en')} of them. ${many(it.rounds, 'round')} with ${many(it.lines, 'settled wager')} ${it.rounds === 1 ? 'was' : 'were'} played again, and ${many(it.proved, 'revealed key')} ${it.proved === 1 ? 'agrees' : 'agree'} with what was drawn.`),
    it.signed < it.entries && h('p.quietly', `The last ${many(it.entries - it.signed, 'entry', 'entries')} ${it.entries - it.signed === 1 ? 'is' : 'are'} not signed yet.`),
    it.unproved > 0 && h('p.quietly', `${many(it.unproved, 'draw')} ${it.unproved === 1 ? 'is' : 'are'} not proved yet: the key is shown when the round is over.`),
    it.lost > 0 && h('p.lose', `${many(it.lost, 'draw')} can never be proved: the keys were given up as lost.`),
    it.faults.length > 0 && h('ul.faults', it.faults.map((fault) => h('li', sentence(fault)))),
    h('p.quietly', `Asked on ${dateAndTime(Date.now())}; it took ${(took / 1000).toFixed(1)} s.`)];
}
