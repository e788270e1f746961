// One page without a server: what is dropped on it is verified, and whoever likes to trains.

const at = (id) => document.getElementById(id);

/** Makes an element. */
function h(name, given = {}, ...inside) {
  const element = document.createElement(name);
  Object.assign(element, given);
  element.append(...inside.flat().filter((it) => it !== null && it !== undefined && it !== false));
  return element;
}

const put = (place, ...inside) => place.replaceChildren(...inside.flat().filter(Boolean));

/** The program, in a worker of its own. */
class Program {
  #worker = new Worker(URL.createObjectURL(new Blob([at('worker').textContent.replaceAll('<\\/script', '</script')], { type: 'text/javascript' })));
  #waiting = new Map();
  #next = 0;

  constructor() {
    this.#worker.onmessage = ({ data: { id, progress, answer, error } }) => {
      const waits = this.#waiting.get(id);
      if (progress) return waits.progress?.(...progress);
      this.#waiting.delete(id);
      return error === undefined ? waits.done(answer) : waits.failed(new Error(error));
    };
  }

  async begin() {
    const packed = Uint8Array.from(atob(at('program').textContent.trim()), (letter) => letter.charCodeAt(0));
    const bytes = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
    return this.#send({ bytes: new Uint8Array(bytes) });
  }

  ask(call, ...given) {
    return this.#send({ call, given });
  }

  verify(files, options, progress) {
    return this.#send({ call: 'verify', given: [files, options] }, progress);
  }

  #send(what, progress) {
    this.#next += 1;
    const id = this.#next;
    return new Promise((done, failed) => {
      this.#waiting.set(id, { done, failed, progress });
      this.#worker.postMessage({ id, ...what });
    });
  }
}

const program = new Program();
const ready = program.begin();

/** Shows what went wrong. */
const failed = (place) => (error) => put(place, h('p', { className: 'bad' }, error.message));

for (const button of document.querySelectorAll('nav button')) {
  button.onclick = () => {
    for (const other of document.querySelectorAll('nav button')) {
      other.setAttribute('aria-pressed', String(other === button));
      at(other.dataset.tab).hidden = other !== button;
    }
  };
}

const begins = (bytes, text) => new TextDecoder().decode(bytes.subarray(0, text.length)) === text;

/** Sorts what was dropped by what it is: not every file has the name that it was given by the house. */
async function sorted(files) {
  const found = { journals: [], wal: null, end: null, checkpoint: null, texts: [] };
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    const magic = bytes.length > 3 ? new DataView(bytes.buffer).getUint32(0) : 0;
    if (begins(bytes, 'SQLite format 3\0')) found.journals.push({ name: file.name, bytes });
    else if (magic === 0x377f0682 || magic === 0x377f0683) found.wal = bytes;
    else if (begins(bytes, 'croupier journal end')) found.end = bytes;
    else if (begins(bytes, 'croupier journal checkpoint')) found.checkpoint = new TextDecoder().decode(bytes);
    else found.texts.push({ name: file.name, text: new TextDecoder().decode(bytes) });
  }
  return found;
}

async function take(files) {
  const place = at('found');
  put(place, h('p', {}, 'It is read…'));
  try {
    await ready;
    const { journals, wal, end, checkpoint, texts } = await sorted(files);
    if (journals.length > 1) throw new Error('These are several journals: drop one at a time.');
    const shown = [];
    for (const { name, bytes } of journals) shown.push(await journal(name, { db: bytes, wal, end }, checkpoint));
    for (const { name, text } of texts) shown.push(h('article', {}, h('h2', {}, name), await answeredDocument(text)));
    if (shown.length === 0) throw new Error('This is no journal, no proof and no round sheet. A log, an end or a checkpoint is dropped together with its journal.');
    put(place, shown);
  } catch (error) {
    failed(place)(error);
  }
}

async function journal(name, files, checkpoint) {
  const bar = h('progress', { max: 1, value: 0 });
  put(at('found'), h('p', {}, `${name} is verified…`), bar);
  const key = at('key').value.trim().toLowerCase() || null;
  const proof = await program.verify(files, { key, checkpoint }, (done, all) => {
    bar.value = all > 0 ? done / all : 0;
  });
  const lines = proof.text.trimEnd().split('\n').map((line) => h('div', { className: line.startsWith('WRONG') || line.includes('NOT sound') ? 'bad' : line.startsWith('right') ? 'good' : '' }, line));
  return h('article', {}, h('h2', {}, name), verdict(proof.sound, 'The journal is sound.', 'The journal is NOT sound.'), h('pre', {}, lines), again(files));
}

const verdict = (right, good, bad) => h('p', { className: right ? 'good' : 'bad' }, h('strong', {}, right ? good : bad));

/** Shows any round of the journal again. */
function again(files) {
  const [table, round] = ['Table', 'Round'].map((words) => h('input', { type: 'number', min: 1, value: 1, ariaLabel: words }));
  const place = h('div');
  const show = async () => {
    try {
      const steps = await program.ask('replay', files, Number(table.value), Number(round.value));
      put(place, h('table', {}, steps.map(({ number, who, act, answer }) => h('tr', {}, h('td', { className: 'number' }, String(number)), h('td', {}, who), h('td', {}, h('code', {}, JSON.stringify(act))), h('td', {}, h('code', {}, JSON.stringify(answer)))))));
    } catch (error) {
      failed(place)(error);
    }
  };
  return h('p', {}, 'Round ', table, ' / ', round, ' ', h('button', { type: 'button', onclick: show }, 'Show it again'), place);
}

/** Answers a document: a proof, or round sheets. */
async function answeredDocument(text) {
  let value = null;
  try {
    value = JSON.parse(text);
  } catch {
    // Several lines of JSON are no document.
  }
  if (value === null || (value.script && value.game)) {
    const { text: answers } = await program.ask('explain', text);
    return h('pre', {}, answers);
  }
  const { about, right, steps } = await program.ask('fair', value);
  const words = right === null ? h('p', {}, h('strong', {}, 'Nothing can be checked yet: the key is shown later.')) : verdict(right, 'All of it is right.', 'Something is wrong.');
  return h('div', {}, h('p', {}, about), words, h('ol', {}, steps.map((step) => h('li', { className: step.right ? 'good' : 'bad' }, step.words))));
}

at('files').onchange = ({ target }) => take([...target.files]);
document.ondragover = (event) => {
  event.preventDefault();
  at('drop').classList.add('over');
};
document.ondragleave = () => at('drop').classList.remove('over');
document.ondrop = (event) => {
  event.preventDefault();
  at('drop').classList.remove('over');
  take([...event.dataTransfer.files]);
};

async function train() {
  const place = at('drill');
  const exercises = await program.ask('drill', { game: at('game').value || null, count: 10, seed: Math.floor(Math.random() * 1e6) });
  const missed = [];
  const next = (number) => {
    const exercise = exercises[number];
    if (!exercise) {
      put(place, h('p', {}, h('strong', {}, `${exercises.length - missed.length} of ${exercises.length} right.`)), missed.length > 0 && h('p', {}, `Read again: ${missed.join(', ')}`));
      return;
    }
    const { title, tell, options, right, clause, explanation } = exercise;
    const answered = (option) => {
      if (option !== right) missed.push(`${title} ${clause}`);
      put(place, h('h2', {}, `${number + 1} of ${exercises.length}: ${title}`), h('p', {}, tell), verdict(option === right, 'Right.', 'Wrong.'), h('p', {}, right), h('pre', {}, explanation), h('button', { type: 'button', onclick: () => next(number + 1) }, 'Go on'));
      place.querySelector('button').focus();
    };
    put(place, h('h2', {}, `${number + 1} of ${exercises.length}: ${title}`), h('p', {}, tell), h('ol', { className: 'answers' }, options.map((option) => h('li', {}, h('button', { type: 'button', onclick: () => answered(option) }, option)))));
  };
  next(0);
}

const percent = (fraction) => {
  const [above, below = 1n] = fraction.split('/').map(BigInt);
  const parts = (above * 1_000_000n) / below;
  return `${(Number(parts) / 10_000).toFixed(4)} %`;
};

async function count() {
  const { wagers } = await program.ask('odds', at('odds-game').value);
  put(at('table'), h('table', {}, h('tr', {}, ['wager', 'edge', 'exact', 'wins'].map((words) => h('th', {}, words))),
    wagers.map(({ on, number, point, edge, hit }) => h('tr', {}, h('td', {}, [on, number ?? point].filter(Boolean).join(' ')), h('td', { className: 'number' }, percent(edge)), h('td', {}, h('code', {}, edge)), h('td', { className: 'number' }, percent(hit))))));
}

at('begin').onclick = () => train().catch(failed(at('drill')));
at('count').onclick = () => count().catch(failed(at('table')));

ready.then(async () => {
  const games = await program.ask('games');
  const options = () => games.map(({ name, title }) => h('option', { value: name }, title));
  put(at('game'), h('option', { value: '' }, 'All games'), options());
  put(at('odds-game'), options());
  document.body.dataset.ready = '';
}).catch(failed(at('found')));
