// The frame of the page: who is here, which page is open, and the line to the server.

import { get, holdToken, post, Problem } from './api.js';
import { confirm } from './dialog.js';
import { h, put, say } from './dom.js';
import { inLanguage, loadLanguage, speakAt } from './language.js';
import { Live } from './live.js';
import { navigation } from './navigation.js';
import { note, speak } from './notes.js';

/** Each page is a module with `open(main, context)`, which may return what closes it. */
const PAGES = [
  [/^\/$/, () => import('./pages/lobby.js')],
  [/^\/table\/(?<table>\d+)$/, () => import('./pages/table.js')],
  [/^\/table\/(?<table>\d+)\/text$/, () => import('./pages/text-table.js')],
  [/^\/table\/(?<table>\d+)\/history$/, () => import('./pages/history.js')],
  [/^\/rules(?:\/(?<game>[a-z-]+)(?:\/(?<clause>.+))?)?$/, () => import('./pages/rules.js')],
  [/^\/statement$/, () => import('./pages/statement.js')],
  [/^\/sign-in$/, () => import('./pages/sign-in.js')],
  [/^\/found$/, () => import('./pages/found.js')],
  [/^\/dealer\/(?<table>\d+)$/, () => import('./staff/dealer.js')],
  [/^\/pit$/, () => import('./staff/pit.js')],
  [/^\/promotions$/, () => import('./pages/promotions.js')],
  [/^\/promotions\/(?<promotion>\d+)$/, () => import('./pages/promotion.js')],
  [/^\/desk(?:\/(?<promotion>\d+))?$/, () => import('./staff/promotions.js')],
  [/^\/scrutineer(?:\/(?<promotion>\d+))?$/, () => import('./staff/scrutineer.js')],
  [/^\/display\/promotion\/(?<promotion>\d+)$/, () => import('./pages/draw-wall.js')],
  [/^\/display\/(?:pools|pool\/(?<pool>\d+))$/, () => import('./pages/display.js')],
  [/^\/inspector$/, () => import('./staff/inspector.js')],
  [/^\/house$/, () => import('./staff/house.js')],
];

const main = document.getElementById('main');
const live = new Live();
const listeners = new Set();
let close = null;
let opened = 0;

/** What every page is given. */
const context = {
  me: null,
  live,
  note,
  speak,
  params: {},
  query: new URLSearchParams(),
  go,
  become,
  refreshMe,
  /** Hears whenever the person's money, seats or rights change. Returns what ends it. */
  onMe(heard) {
    listeners.add(heard);
    return () => listeners.delete(heard);
  },
  /** Tells whether this session has one of these roles. */
  is: (...roles) => roles.some((role) => context.me?.roles.includes(role)),
  /** Tells whether the table of rights grants this to the session. */
  may: (what) => context.me?.may?.includes(what) ?? false,
  /** The same at a table with or without dice: some rights are for the crew of a dice table only. */
  mayAt: (what, dice) => context.may(what) && (dice || !context.me.dice_only?.includes(what)),
  signOut,
  title(words) {
    document.title = words ? `${inLanguage(words)} · croupier` : 'croupier';
  },
};

/** Opens the page at `path`. */
function go(path, { replace = false } = {}) {
  if (replace) history.replaceState(null, '', path);
  else if (path !== location.pathname + location.search) history.pushState(null, '', path);
  show();
}

/** Takes what the server says of this session. */
function take(me) {
  context.me = me;
  if (!me || me.csrf) holdToken(me?.csrf);
  navigation(context);
  for (const heard of [...listeners]) heard(me);
}

let asked = 0;

/** Asks who this session is and what it has; an answer that was overtaken by another counts for nothing. */
async function refreshMe() {
  const number = (asked += 1);
  const was = context.me;
  const { me } = await get('/api/me').catch(() => ({ me: was }));
  if (number === asked) take(me);
}

/** Becomes somebody else: rights change, so everything that is seen is asked for again. */
function become(me) {
  asked += 1;
  take(me);
  live.restart();
}

async function signOut() {
  if (context.me?.guest && !await confirm('End your visit?', 'Your play money, your seats and what lies on the tables are given up. When you come back you begin anew.', 'End it', 'Stay')) return;
  await post('/api/sign-out');
  become(null);
  go('/');
}

async function show() {
  const number = (opened += 1);
  const path = decodeURIComponent(location.pathname.replace(/(.)\/$/, '$1'));
  const [page, match] = find(path);
  close?.();
  close = null;
  speakAt(path);
  navigation(context);
  if (!page) return put(main, nowhere());
  try {
    const module = await page();
    if (number !== opened) return undefined;
    context.params = { ...match.groups };
    context.query = new URLSearchParams(location.search);
    put(main);
    scrollTo(0, 0);
    const ends = await module.open(main, context);
    if (number === opened) close = ends;
    else ends?.();
  } catch (error) {
    if (number === opened) put(main, failed(error));
  }
  if (number === opened && document.activeElement === document.body) main.focus({ preventScroll: true });
  return undefined;
}

function find(path) {
  for (const [pattern, page] of PAGES) {
    const match = pattern.exec(path);
    if (match) return [page, match];
  }
  return [null, null];
}

const nowhere = () => h('section.page', h('h1', 'There is nothing here'),
  h('p', 'No page has this address.'), h('p', h('a.button', { href: '/' }, 'To the tables')));

function failed(error) {
  context.title('Not opened');
  if (!(error instanceof Problem)) console.error(error);
  const words = error instanceof Problem ? error.message : 'The page could not be loaded; the server may be away.';
  return h('section.page', h('h1', 'That did not open'), h('p', words),
    h('p', h('button.button', { type: 'button', onclick: show }, 'Try again'), ' ',
      error.status === 401 ? h('a.button', { href: '/sign-in' }, 'Sign in') : h('a.button.quiet', { href: '/' }, 'To the tables')));
}

/** Links within the house change the page without loading it anew. */
document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href]');
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.origin !== location.origin) return;
  if (link.hash && link.pathname === location.pathname) return;
  if (link.pathname.startsWith('/api/')) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
addEventListener('popstate', show);

const connection = document.getElementById('connection');
live.on('state', async (state) => {
  connection.hidden = state !== 'lost';
  say(connection, state === 'lost' ? 'Connection lost, reconnecting…' : '');
  document.body.classList.toggle('adrift', state === 'lost');
  if (state !== 'open') return;
  const was = context.me;
  await refreshMe();
  if (was && !context.me) note('Your session has ended. Sign in again, or come in again as a guest.');
});
live.on('me', (me) => {
  asked += 1;
  take(me);
});

await loadLanguage().catch(() => note('The words of the chosen language could not be loaded.'));
speakAt(location.pathname);
say(document.querySelector('.skip'), 'Skip to the content');
take((await get('/api/me').catch(() => ({ me: null }))).me);
show();
