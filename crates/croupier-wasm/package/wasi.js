// What the program asks of a system, and no more: a question on standard input, answers on standard output, and files that
// can be read. Nothing can be written, and nothing outside is reached.

const [SUCCESS, BAD_FILE, INVALID, NO_ENTRY, NO_CALL, READ_ONLY, NO_SEEK] = [0, 8, 28, 44, 52, 69, 70];
const [DEVICE, FOLDER, FILE] = [2, 3, 4];
/** The number of the one folder that is open from the beginning. */
const ROOT = 3;

/** The end of the program. */
class Exit extends Error {
  constructor(code) {
    super(`the program ended with status ${code}`);
    this.code = code;
  }
}

/**
 * Runs a program once. `question` is what it reads, `files` are the bytes that it finds by their names, and `heard` is called
 * with every line that it writes.
 */
export async function run(module, question, files, heard) {
  const system = new System(question, files, heard);
  const instance = await WebAssembly.instantiate(module, system.imports(module));
  system.memory = instance.exports.memory;
  try {
    instance.exports._start();
  } catch (error) {
    if (!(error instanceof Exit) || error.code !== 0) throw new Error(system.complaint.trim() || error.message);
  }
}

class System {
  memory = null;
  /** What was written to standard error. */
  complaint = '';
  #input;
  #files;
  #heard;
  #line = '';
  /** Open files by their numbers: the bytes, and where reading goes on. */
  #open = new Map();
  #next = ROOT + 1;
  #texts = { 1: new TextDecoder(), 2: new TextDecoder() };

  constructor(question, files, heard) {
    this.#input = { bytes: new TextEncoder().encode(question), at: 0 };
    this.#files = files;
    this.#heard = heard;
  }

  /** What the program imports; a call that is not among ours is answered with an error. */
  imports(module) {
    const calls = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      if (from !== 'wasi_snapshot_preview1') throw new Error(`the program wants ${from}.${name}`);
      calls[name] = typeof this[name] === 'function' ? (...given) => this[name](...given) : () => NO_CALL;
    }
    return { wasi_snapshot_preview1: calls };
  }

  get #view() {
    return new DataView(this.memory.buffer);
  }

  #bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  #path(at, length) {
    return new TextDecoder().decode(this.#bytes(at, length).slice()).replace(/^\/+/, '');
  }

  /** The parts of memory that are read into or written from. */
  #parts(list, count) {
    const view = this.#view;
    return Array.from({ length: count }, (_, at) => this.#bytes(view.getUint32(list + at * 8, true), view.getUint32(list + at * 8 + 4, true)));
  }

  #numbers(...pairs) {
    const view = this.#view;
    for (const [at, number] of pairs) view.setUint32(at, number, true);
    return SUCCESS;
  }

  args_sizes_get(count, size) {
    return this.#numbers([count, 0], [size, 0]);
  }

  args_get() {
    return SUCCESS;
  }

  environ_sizes_get(count, size) {
    return this.#numbers([count, 0], [size, 0]);
  }

  environ_get() {
    return SUCCESS;
  }

  clock_time_get(_clock, _precision, at) {
    this.#view.setBigUint64(at, BigInt(Date.now()) * 1_000_000n, true);
    return SUCCESS;
  }

  random_get(at, length) {
    crypto.getRandomValues(this.#bytes(at, length));
    return SUCCESS;
  }

  sched_yield() {
    return SUCCESS;
  }

  proc_exit(code) {
    throw new Exit(code);
  }

  fd_write(file, list, count, written) {
    if (file !== 1 && file !== 2) return BAD_FILE;
    let length = 0;
    for (const part of this.#parts(list, count)) {
      length += part.length;
      const text = this.#texts[file].decode(part.slice(), { stream: true });
      if (file === 2) this.complaint += text;
      else this.#line += text;
    }
    const lines = this.#line.split('\n');
    this.#line = lines.pop();
    for (const line of lines) this.#heard(line);
    return this.#numbers([written, length]);
  }

  fd_read(file, list, count, read) {
    const from = file === 0 ? this.#input : this.#open.get(file);
    if (!from) return BAD_FILE;
    let length = 0;
    for (const part of this.#parts(list, count)) {
      const some = from.bytes.subarray(from.at, from.at + part.length);
      part.set(some);
      from.at += some.length;
      length += some.length;
    }
    return this.#numbers([read, length]);
  }

  fd_seek(file, offset, whence, place) {
    const from = this.#open.get(file);
    if (!from) return file < ROOT ? NO_SEEK : BAD_FILE;
    const at = Number(offset) + [0, from.at, from.bytes.length][whence];
    if (!(at >= 0)) return INVALID;
    from.at = at;
    this.#view.setBigUint64(place, BigInt(at), true);
    return SUCCESS;
  }

  fd_close(file) {
    return this.#open.delete(file) ? SUCCESS : BAD_FILE;
  }

  fd_fdstat_get(file, at) {
    const kind = file < ROOT ? DEVICE : file === ROOT ? FOLDER : this.#open.has(file) ? FILE : null;
    if (kind === null) return BAD_FILE;
    this.#bytes(at, 24).fill(0);
    this.#view.setUint8(at, kind);
    this.#view.setBigUint64(at + 8, 0x1fffffffn, true);
    this.#view.setBigUint64(at + 16, 0x1fffffffn, true);
    return SUCCESS;
  }

  fd_prestat_get(file, at) {
    if (file !== ROOT) return BAD_FILE;
    return this.#numbers([at, 0], [at + 4, 1]);
  }

  fd_prestat_dir_name(file, at) {
    if (file !== ROOT) return BAD_FILE;
    this.#bytes(at, 1).set([47]);
    return SUCCESS;
  }

  fd_filestat_get(file, at) {
    const from = this.#open.get(file);
    return from ? this.#stat(at, FILE, from.bytes.length) : BAD_FILE;
  }

  path_filestat_get(_folder, _flags, name, length, at) {
    const path = this.#path(name, length);
    if (path === '' || path === '.') return this.#stat(at, FOLDER, 0);
    const bytes = this.#files.get(path);
    return bytes ? this.#stat(at, FILE, bytes.length) : NO_ENTRY;
  }

  path_open(_folder, _look, name, length, how, _rights, _inherited, _flags, opened) {
    const bytes = this.#files.get(this.#path(name, length));
    if (!bytes) return how & 1 ? READ_ONLY : NO_ENTRY;
    if (how & 8) return READ_ONLY;
    this.#open.set(this.#next, { bytes, at: 0 });
    this.#numbers([opened, this.#next]);
    this.#next += 1;
    return SUCCESS;
  }

  #stat(at, kind, size) {
    this.#bytes(at, 64).fill(0);
    this.#view.setUint8(at + 16, kind);
    this.#view.setBigUint64(at + 24, 1n, true);
    this.#view.setBigUint64(at + 32, BigInt(size), true);
    return SUCCESS;
  }
}
