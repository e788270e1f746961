// Founding the house: the one-time link by which its first two managers become known.

import { get, post } from '../api.js';
import { h } from '../dom.js';
import { field } from './sign-in.js';

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
      h('p', 'The house was founded with it already, or it is not the one that was printed when the house was started.'),
      h('p', h('a.button', { href: '/sign-in' }, 'Sign in'))));
    return;
  }
  const wrong = h('p.notice', { role: 'alert', hidden: true });
  const form = h('form.panel', { onsubmit: found }, wrong,
    manager('first', 'The first manager'), manager('second', 'The second manager'),
    h('button.button', { type: 'submit' }, 'Found the house'));
  main.append(h('section.page.narrow', h('h1', 'Found the house'),
    h('p', 'Two managers found it, each with a name and a password of their own. From then on it takes both to add dealers, supervisors, cashiers and inspectors.'), form));
  form.elements['first-name'].focus();

  /** The fields of one of the two, who types the own password. */
  function manager(key, words) {
    return h('fieldset', { 'aria-label': words }, h('legend', words),
      field(`${key}-name`, 'Name', { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }, 'It stands beside all that this person does, in the journal.'),
      field(`${key}-password`, 'Password', { type: 'password', autocomplete: 'new-password', minlength: SHORTEST }, `At least ${SHORTEST} characters: a sentence is easier to remember than signs.`),
      field(`${key}-again`, 'The same again', { type: 'password', autocomplete: 'new-password' }));
  }

  /** What one of them has typed. */
  function typed(key) {
    const [name, password, again] = ['name', 'password', 'again'].map((it) => form.elements[`${key}-${it}`].value);
    if (password !== again) throw new Error(`The two passwords of ${name.trim()} are not the same.`);
    return { name: name.trim(), password };
  }

  async function found(event) {
    event.preventDefault();
    try {
      const { me } = await post('/api/found', { token, managers: [typed('first'), typed('second')] });
      context.become(me);
      context.go('/house', { replace: true });
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
    }
  }
}
