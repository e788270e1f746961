// Signing in with name and password.

import { post } from '../api.js';
import { h } from '../dom.js';
import { becomeGuest } from '../guest.js';

/** Opens the sign-in page. */
export function open(main, context) {
  context.title('Sign in');
  const wrong = h('p.notice', { role: 'alert', hidden: true });
  const submit = h('button.button', { type: 'submit' }, 'Sign in');
  const form = h('form.panel', { onsubmit: signIn }, wrong,
    field('name', 'Name', { autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' }),
    field('password', 'Password', { type: 'password', autocomplete: 'current-password' }),
    submit);
  main.append(h('section.page.narrow', h('h1', 'Sign in'), form,
    h('p', h('br'), 'No name here? ', h('button.plain', { type: 'button', onclick: asGuest }, 'Play as a guest'), ' with play money.')));
  form.elements.name.focus();

  async function signIn(event) {
    event.preventDefault();
    submit.disabled = true;
    wrong.hidden = true;
    try {
      const { name, password } = form.elements;
      const { me } = await post('/api/sign-in', { name: name.value.trim(), password: password.value });
      context.become(me);
      context.go(home(context), { replace: true });
    } catch (error) {
      wrong.textContent = error.message;
      wrong.hidden = false;
      form.elements.password.select();
    } finally {
      submit.disabled = false;
    }
  }

  async function asGuest() {
    await becomeGuest(context).then(() => context.go('/'), context.note);
  }
}

/** A labelled field. */
export function field(name, words, properties, hint) {
  return h('div.field', h('label', { for: `field-${name}` }, words),
    h('input', { id: `field-${name}`, name, required: true, ...properties }), hint && h('small', hint));
}

/** Where somebody with these roles begins. */
export function home({ is }) {
  if (is('scrutineer')) return '/scrutineer';
  if (is('supervisor', 'manager')) return '/pit';
  if (is('promotions')) return '/desk';
  return is('inspector', 'surveillance') ? '/inspector' : '/';
}
