// Speaks to the server: requests, their errors, and acts that are safe to repeat.

/** What the server says when it does not do something. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? body.title ?? `the server answered ${status}`);
    this.status = status;
    this.kind = String(body.type ?? '').replace('/problems/', '');
    this.title = body.title ?? '';
    this.clause = body.clause ?? null;
    this.game = body.game ?? null;
  }
}

/** So long an act may take before it is told again: a line may be dead without saying so. */
const PATIENCE = 12000;

let csrf = null;

/** Remembers the token that requests which change something must show. */
export function holdToken(token) {
  csrf = token ?? null;
}

/** Gets what is at `path`. */
export function get(path) {
  return ask('GET', path);
}

/** Gets what is at `path` again and again, by itself: that is no sign of life of whoever sits before the page. */
export function poll(path) {
  return ask('GET', path, undefined, { 'X-Poll': '1' });
}

/** Posts `body` to `path`: a text or a file as it is, anything else as JSON. */
export function post(path, body, headers = {}) {
  return ask('POST', path, body, headers);
}

/** Puts a text at `path`. */
export function putText(path, text) {
  return ask('PUT', path, text, { 'Content-Type': 'text/plain; charset=utf-8' });
}

/** Gets the text that is at `path`. */
export async function getText(path) {
  const { detail } = await ask('GET', path, undefined, { Accept: 'text/plain, application/problem+json' });
  return detail;
}

/**
 * Tells the floor one act. If the line breaks it is told again with the same key, so that it is done
 * once at most.
 */
export async function act(what, key = newKey()) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask('POST', '/api/acts', what, { 'Idempotency-Key': key }, AbortSignal.timeout(PATIENCE));
    } catch (error) {
      const again = !(error instanceof Problem) || error.kind === 'busy';
      if (!again || attempt === 3) throw error;
      await new Promise((done) => setTimeout(done, 300 * 2 ** attempt));
    }
  }
}

/** Tells the floor a step of the game at a table. */
export function step(table, what) {
  return act({ step: { table, step: what } });
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function ask(method, path, body, headers = {}, signal = undefined) {
  const request = { method, headers: { Accept: 'application/json', ...headers }, credentials: 'same-origin', signal };
  if (method !== 'GET') {
    if (csrf) request.headers['X-Csrf-Token'] = csrf;
    request.headers['Content-Type'] ??= 'application/json';
    request.body = typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body ?? {});
  }
  const answer = await fetch(path, request);
  if (answer.status === 204) return null;
  const isJson = /json/.test(answer.headers.get('Content-Type') ?? '');
  const content = isJson ? await answer.json() : { detail: await answer.text() };
  if (!answer.ok) throw new Problem(answer.status, content);
  return content;
}
