// A clause in a panel, so that nobody leaves a table to read it.

import { h } from '../dom.js';
import { register } from '../register.js';
import { openPanel } from './panel.js';

/** Shows what a clause says; links in it go to a window of their own. */
export function showClause(game, clause) {
  openPanel(`Clause ${clause}`, content(game, clause));
}

async function content(game, clause) {
  const { title, clauses, byNumber } = await register(game);
  const above = clauses.filter((other) => clause.startsWith(`${other.clause}.`));
  const away = (href, words) => h('a', { href, target: '_blank', rel: 'noopener' }, words);
  return [
    byNumber.has(clause) ? h('p.says', { translate: 'no', lang: 'en' }, `${byNumber.get(clause).says}.`) : h('p.says', 'The register of this house has no such clause.'),
    above.length > 0 && [h('h3', 'It belongs to'), h('ul.items', above.map((other) => h('li', { translate: 'no', lang: 'en' }, h('b', other.clause), ` ${other.says}.`)))],
    h('p.quietly', `From the order of ${title}, in our own words. In a new window: `, away(`/rules/${game}/${encodeURIComponent(clause)}`, 'all clauses'), ', ', away(`/rules/${game}/order`, 'the text of the order'), '.'),
  ];
}

/** Opens clauses in the panel while a table is open, wherever they are named; returns what ends it. */
export function clausesInPanel() {
  const opens = (event) => {
    const link = event.target.closest?.('a[href^="/rules/"]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank') return;
    const [, , game, clause] = new URL(link.href).pathname.split('/').map(decodeURIComponent);
    if (!clause || clause === 'order') return;
    event.preventDefault();
    event.stopPropagation();
    showClause(game, clause);
  };
  document.addEventListener('click', opens, true);
  return () => document.removeEventListener('click', opens, true);
}
