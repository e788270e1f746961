// croupier without a server: sheets, odds, drills, and checks of draws and journals. index.d.ts says what each gives.

import { run } from './wasi.js';

/** Loads the program: from beside this module, or from what is given. */
export async function load(source = new URL('./croupier.wasm', import.meta.url)) {
  return new Croupier(await compiled(source));
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return WebAssembly.compile(source);
  const url = new URL(source, globalThis.location?.href);
  if (url.protocol === 'file:' && globalThis.process?.versions?.node) {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(url));
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${answer.statusText}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

export class Croupier {
  #module;

  constructor(module) {
    this.#module = module;
  }

  /** Puts one question to a program that knows nothing of any other question. */
  async ask(question, { files = {}, progress } = {}) {
    let last = null;
    const named = new Map(Object.entries(files));
    await run(this.#module, JSON.stringify(question), named, (line) => {
      const said = JSON.parse(line);
      if (said.progress) progress?.(...said.progress);
      else last = said;
    });
    if (!last) throw new Error('the program said nothing');
    if (last.error !== undefined) throw new CroupierError(last.error);
    return last.answer;
  }

  games() {
    return this.ask({ ask: 'games' });
  }

  rules(game) {
    return this.ask({ ask: 'rules', game });
  }

  async settle(sheets) {
    const { answers } = await this.ask({ ask: 'settle', sheets: lines(sheets) });
    return answers;
  }

  explain(sheets) {
    return this.ask({ ask: 'explain', sheets: lines(sheets) });
  }

  check(sheet) {
    return this.ask({ ask: 'check', sheet: typeof sheet === 'string' ? sheet : JSON.stringify(sheet) });
  }

  odds(game, options = {}) {
    return this.ask({ ask: 'odds', question: { ...options, game } });
  }

  par(game, { chips = 20, ...options } = {}) {
    return this.ask({ ask: 'par', question: { ...options, game }, chips });
  }

  breakEven(game, options = {}) {
    return this.ask({ ask: 'break-even', question: { ...options, game } });
  }

  drill({ game = null, count = 10, seed = Math.floor(Math.random() * 1e6) } = {}) {
    return this.ask({ ask: 'drill', game, count, seed });
  }

  fair(proof) {
    return this.ask({ ask: 'fair', proof: typeof proof === 'string' ? JSON.parse(proof) : proof });
  }

  verify({ db, wal, end }, { key = null, checkpoint = null, chainOnly = false, progress } = {}) {
    const question = { ask: 'verify', journal: '/journal', key, checkpoint, chain_only: chainOnly };
    return this.ask(question, { files: beside({ db, wal, end }), progress });
  }

  replay({ db, wal, end }, table, round) {
    return this.ask({ ask: 'replay', journal: '/journal', table, round }, { files: beside({ db, wal, end }) });
  }
}

/** Something that cannot be done: the message says what, and why. */
export class CroupierError extends Error {
  name = 'CroupierError';
}

/** The files of a journal by the names under which the program finds them. */
function beside({ db, wal, end }) {
  const files = { journal: db };
  if (wal) files['journal-wal'] = wal;
  if (end) files['journal.end'] = end;
  return files;
}

function lines(sheets) {
  if (typeof sheets === 'string') return sheets;
  const all = Array.isArray(sheets) ? sheets : [sheets];
  return all.map((sheet) => (typeof sheet === 'string' ? sheet : JSON.stringify(sheet))).join('\n');
}
