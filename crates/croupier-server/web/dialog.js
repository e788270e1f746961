// Dialogs: a question in a window of its own, which gives the keyboard back where it was.

import { h } from './dom.js';

/**
 * Asks something. `content(form, close)` returns what is shown; `close(answer)` ends it. Resolves with
 * the answer, or undefined if the person turns away.
 */
export function ask(title, content) {
  return new Promise((answered) => {
    const before = document.activeElement;
    let answer;
    const close = (value) => {
      answer = value;
      dialog.close();
    };
    const form = h('form', { method: 'dialog' }, h('h2', { id: 'dialog-title' }, title));
    const dialog = h('dialog', { 'aria-labelledby': 'dialog-title' }, form);
    form.append(...[content(form, close)].flat().filter(Boolean));
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (before?.isConnected) before.focus();
      answered(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks yes or no. Resolves with true for yes. */
export async function confirm(title, words, yes, no = 'Cancel') {
  const answer = await ask(title, (form, close) => [h('p', words), h('div.row.end',
    h('button.button.quiet', { type: 'button', onclick: () => close(false) }, no),
    h('button.button', { type: 'button', autofocus: true, onclick: () => close(true) }, yes))]);
  return answer === true;
}

/** Shows something until it is closed. */
export function show(title, ...children) {
  return ask(title, (form, close) => [...children, h('div.row.end',
    h('button.button', { type: 'button', autofocus: true, onclick: () => close() }, 'Close'))]);
}
