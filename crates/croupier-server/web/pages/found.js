// Founding the house: the one-time link by which the first manager comes in.

import { get, post } from '../api.js';
import { h } from '../dom.js';
import { field, home } from './sign-in.js';

const SHORTEST = 15;

/** Opens the page behind the one-time link. */
export async function open(main, context) {
  context.title('Found the house');
  const token = context.query.get('token') ?? '';
  const good = await get(`/api/found?token=${encodeURIComponent(token)}`).then(() => true, (error) => {
    if (error.status === 410 || error.status === 400 || error.status === 404) return false;
    throw error;
  });
  if (!good) {
    main.append(h('section.page.narrow', h('h1', 'This link is used up'),
      h('p', 'A manager was made with it already, or it is not the one that was printed when the house was started.'),
      h('p', h('a.button', { href: '/sign-in' }, 'Sign in'))));
    return;
  }
  const wrong = h('p.notice', { role: 'alert', hidden: true });
  const form = h('form.panel', { onsubmit: found }, wrong,
    field('name', 'Your name', { autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' }, 'It stands beside all that you do, in the journal.'),
    field('password', 'Password', { type: 'password', autocomplete: 'new-password', minlength: SHORTEST }, `At least ${SHORTEST} characters: a sentence is easier to remember than signs.`),
    field('again', 'The same again', { type: 'password', autocomplete: 'new-password' }),
    h('button.button', { type: 'submit' }, 'Become the first manager'));
  main.append(h('section.page.narrow', h('h1', 'Found the house'),
    h('p', 'You become its first manager. You can then add dealers, supervisors, cashiers and inspectors.'), form));
  form.elements.name.focus();

  async function found(event) {
    event.preventDefault();
    const { name, password, again } = form.elements;
    try {
      if (password.value !== again.value) throw new Error('The two passwords are not the same.');
      const { me } = await post('/api/found', { token, name: name.value.trim(), password: password.value });
      context.become(me);
      context.go(home(context), { replace: true });
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
    }
  }
}
