// Tells the floor what staff do, one thing after the other, and says on the screen what became of it.

import { act, Problem } from '../api.js';
import { h } from '../dom.js';
import { clauseLink } from '../register.js';
import { sentence } from './names.js';

/** Sends acts in the order in which they were given; after a refusal what still waited is dropped. */
export class Sender {
  #context;
  #last = Promise.resolve();
  #run = 0;
  #waiting = 0;

  /** `changed(waiting)` hears how many acts are on their way. */
  constructor(context, changed = () => {}) {
    this.#context = context;
    this.changed = changed;
  }

  /**
   * Sends one act. Resolves with the answer, or with null if it was not done. `done` is said when it was;
   * `wrong(error)` is told in place of the screen when it was not.
   */
  send(what, done, wrong) {
    const run = this.#run;
    this.#count(1);
    const answer = this.#last.then(() => (run === this.#run ? this.#tell(what, done, wrong) : null));
    this.#last = answer.finally(() => this.#count(-1));
    return answer;
  }

  /** Sends a step of the game. */
  step(table, step, done, wrong) {
    return this.send({ step: { table, step } }, done, wrong);
  }

  #count(by) {
    this.#waiting += by;
    this.changed(this.#waiting);
  }

  async #tell(what, done, wrong) {
    try {
      const answer = await act(what);
      const request = answer.verdict?.waits?.request;
      if (request !== undefined) this.#context.note(`Somebody else must agree to it: it waits as request ${request}.`);
      else if (done) this.#context.note(done);
      else this.#context.done?.();
      return answer;
    } catch (error) {
      const more = this.#waiting > 1 ? 'What was entered after it was not sent.' : '';
      this.#run += 1;
      if (more && wrong) this.#context.note(more);
      (wrong ?? this.#context.note)(error, { more });
      return null;
    }
  }
}

/** A refusal as a sentence, with a link to its clause; what the page itself found missing is a sentence already. */
export function refusal(error) {
  const words = typeof error === 'string' ? error : error instanceof Problem ? sentence(error.message) : 'The server cannot be reached; nothing was changed.';
  return h('span', words, error.clause && error.game ? [' (', clauseLink(error.game, error.clause), ')'] : null);
}
