// A field for commands, a log of all that was said, and a line for what cannot wait. Screen readers read new lines of the log
// when they are done with what they say, and the line at once.

import { h, put } from '../dom.js';

const LINES = 300;
const REMEMBERED = 50;

/** The console of a table in words. */
export class Console {
  #log = h('div.log', { role: 'log', 'aria-label': 'What was said', 'aria-live': 'polite', 'aria-relevant': 'additions', tabindex: '0' });
  #alert = h('p.urgent', { role: 'alert', 'aria-live': 'assertive', 'aria-atomic': 'true' });
  #field = h('input', { id: 'command', type: 'text', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', enterkeyhint: 'send', 'aria-describedby': 'command-help' });
  #history = [];
  #at = 0;
  #isBusy = false;
  #answered = null;
  #does;
  #form;

  /** `does(line)` does what was typed, and resolves when it is done. */
  constructor(does) {
    this.#does = does;
    this.element = h('div.console', this.#alert, this.#log,
      this.#form = h('form.command', { 'aria-busy': 'false', onsubmit: (event) => this.#submit(event) },
        h('label', { for: 'command' }, 'Command'),
        h('div.together', this.#field, h('button.button', { type: 'submit' }, 'Send')),
        h('p.quietly', { id: 'command-help' }, 'Type help for all that you can do now. Up and down bring earlier commands back.')));
    this.#field.addEventListener('keydown', (event) => this.#key(event));
  }

  focus() {
    this.#field.focus({ preventScroll: true });
  }

  /** Writes a line, or a heading with a list under it. */
  say(words, kind = 'plain') {
    const [first, ...rest] = [words].flat();
    this.#add(h(`div.${kind}`, h('p', first), rest.length > 0 && h('ul', rest.map((line) => h('li', line)))));
  }

  /** Says what cannot wait. It is in the log, too, and not read from there a second time. */
  urge(words) {
    put(this.#alert, words);
    this.#add(h('div.urged', { 'aria-live': 'off' }, h('p', words)));
  }

  /** What could not wait is over. */
  calm() {
    if (this.#alert.textContent) put(this.#alert);
  }

  /** Asks yes or no; the next command answers. */
  confirm(words, yes) {
    this.urge(`${words} ${yes}? Type yes or no.`);
    return new Promise((answered) => {
      this.#answered = answered;
      this.#showBusy();
    });
  }

  #add(entry) {
    const isAtEnd = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < 60;
    this.#log.append(entry);
    while (this.#log.childElementCount > LINES) this.#log.firstElementChild.remove();
    if (isAtEnd) this.#log.scrollTop = this.#log.scrollHeight;
  }

  /** The field is empty as soon as a command is taken, so that the same key again sends nothing; one command is done at a time. */
  async #submit(event) {
    event.preventDefault();
    const line = this.#field.value.trim();
    if (line === '') return;
    if (this.#answered) {
      this.#take(line);
      this.#answer(line);
      return;
    }
    if (this.#isBusy) {
      this.say('Wait a moment: the last command is not done yet. Yours is still in the field.', 'wrong');
      return;
    }
    this.#take(line);
    this.#setBusy(true);
    try {
      await this.#does(line);
    } finally {
      this.#setBusy(false);
    }
  }

  #setBusy(isBusy) {
    this.#isBusy = isBusy;
    this.#showBusy();
  }

  /** While a yes or no is waited for, the next line is taken. */
  #showBusy() {
    this.#form.setAttribute('aria-busy', String(this.#isBusy && !this.#answered));
  }

  #take(line) {
    this.#field.value = '';
    if (this.#history.at(-1) !== line) this.#history = [...this.#history, line].slice(-REMEMBERED);
    this.#at = this.#history.length;
    this.#add(h('div.typed', { 'aria-live': 'off' }, h('p', h('span.unseen', 'You: '), line)));
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  #answer(line) {
    const yes = /^y(es)?$/i.test(line);
    if (!yes && !/^no?$/i.test(line)) {
      this.say('Type yes or no first.', 'wrong');
      return;
    }
    const answered = this.#answered;
    this.#answered = null;
    this.#showBusy();
    this.calm();
    if (!yes) this.say('Nothing was done.');
    answered(yes);
  }

  /** A key that is held down sends one command; up and down go through the earlier ones. */
  #key(event) {
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    if (event.key === 'Escape') this.#field.value = '';
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#at = Math.max(0, Math.min(this.#history.length, this.#at + step));
    this.#field.value = this.#history[this.#at] ?? '';
  }
}
