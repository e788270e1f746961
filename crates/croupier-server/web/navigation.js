// The bar on top: where one can go with one's roles, and who one is.

import { h, put } from './dom.js';
import { money } from './money.js';
import { changePassword } from './password.js';

/** Links with the roles that see them; nobody named means everybody. */
const LINKS = [
  ['/', 'Tables', []],
  ['/pit', 'Pit', ['supervisor', 'manager', 'boxperson', 'cashier', 'dealer', 'stickperson', 'surveillance', 'inspector']],
  ['/desk', 'Desk', ['promotions', 'manager', 'cashier']],
  ['/scrutineer', 'Scrutineer', ['scrutineer']],
  ['/inspector', 'Inspector', ['inspector', 'manager', 'surveillance']],
  ['/promotions', 'Promotions', []],
  ['/statement', 'Statement', ['player', 'guest']],
  ['/rules', 'Rules', []],
];

/** Draws the bar anew. */
export function navigation(context) {
  const top = document.getElementById('top');
  const focused = top.contains(document.activeElement) ? document.activeElement.textContent : null;
  put(top,
    h('a.brand', { href: '/', 'aria-label': 'croupier, to the tables' }, h('img', { src: '/icon.svg', alt: '', width: 28, height: 28 }), h('span', 'croupier')),
    h('nav', { 'aria-label': 'The house' }, LINKS.filter(([, , roles]) => roles.length === 0 || context.is(...roles)).map(link)),
    person(context));
  // Sideways only: the page below stays where it is.
  const here = top.querySelector('nav [aria-current]');
  if (here) here.parentElement.scrollLeft = here.offsetLeft + here.offsetWidth - here.parentElement.offsetLeft - here.parentElement.clientWidth;
  if (focused) [...top.querySelectorAll('a, button')].find((element) => element.textContent === focused)?.focus();
}

function link([path, words]) {
  const here = path === '/' ? /^\/($|table|dealer)/.test(location.pathname) : location.pathname.startsWith(path);
  return h('a', { href: path, 'aria-current': here && 'page' }, words);
}

function person(context) {
  const { me, is, signOut } = context;
  if (!me) return h('div.person', h('a.button.quiet.small', { href: '/sign-in' }, 'Sign in'));
  return h('div.person',
    is('player', 'guest') && purse(me),
    me.guest ? h('span.name', 'guest') : h('span.name', { translate: 'no' }, me.name),
    !me.guest && h('button.plain', { type: 'button', onclick: () => changePassword(context) }, 'Password…'),
    h('button.plain', { type: 'button', onclick: signOut }, me.guest ? 'End' : 'Sign out'));
}

/** The money in the pocket, and what lies on tables, so that nothing seems lost. */
function purse({ purse: pocket = 0, guest, seats = [] }) {
  const tables = seats.reduce((sum, seat) => sum + seat.rack + seat.felt, 0);
  return h('span.purse', { title: `${guest ? 'Play money: ' : ''}${money(pocket)} in your pocket, ${money(tables)} on tables` },
    h('span.unseen', guest ? 'play money in your pocket ' : 'in your pocket '), money(pocket), guest && h('small', { 'aria-hidden': 'true' }, ' play'),
    tables > 0 && h('small.attables', ` + ${money(tables)}`, h('span.long', ' on tables')));
}
