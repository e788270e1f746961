// The package for browsers, in Node: what it answers is what the command answers.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const root = resolve(import.meta.dirname, '../../..');
const { CROUPIER: command, BUILD: build } = process.env;
const { load } = await import(pathToFileURL(join(build, 'package/index.js')));
const croupier = await load();
const folder = mkdtempSync(join(tmpdir(), 'croupier-package-'));
after(() => rmSync(folder, { recursive: true }));

/** Runs the command; what it says of an input that is wrong is an answer too. */
function run(...words) {
  try {
    return execFileSync(command, words, { encoding: 'utf8', cwd: root, stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
  } catch (error) {
    if (error.status !== 1) throw error;
    return error.stdout;
  }
}

test('every sheet is answered as the command answers it', async () => {
  const sheets = readdirSync(join(root, 'sheets'), { recursive: true }).filter((file) => file.endsWith('.jsonl')).map((file) => join(root, 'sheets', file));
  assert.ok(sheets.length > 300);
  const text = sheets.map((file) => readFileSync(file, 'utf8').trimEnd()).join('\n');
  const answers = await croupier.settle(text);
  const wanted = run('settle', ...sheets).trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.deepEqual(answers, wanted);
  const war = readFileSync(join(root, 'docs/examples/war.jsonl'), 'utf8');
  assert.equal((await croupier.explain(war)).text, run('settle', '--explain', 'docs/examples/war.jsonl'));
});

test('odds are the exact ones', async () => {
  const craps = await croupier.odds('craps');
  assert.equal(craps.wagers.find(({ on }) => on === 'win-line').edge, '7/495');
  const draw = await croupier.odds('lucky-draw-baccarat');
  assert.equal(draw.wagers.find(({ on }) => on === 'enter').edge, '47319138997/1501922558745');
  await assert.rejects(croupier.odds('poker'), { name: 'CroupierError', message: /there is no game "poker"/ });
  await assert.rejects(croupier.odds('craps', { decks: 99 }), { name: 'CroupierError' });
});

test('games, clauses and meters are told', async () => {
  const games = await croupier.games();
  assert.deepEqual(games.map(({ name }) => name).sort(), ['baceball', 'casino-war', 'craps', 'lucky-draw-baccarat', 'three-card-baccarat']);
  const clauses = await croupier.rules('casino-war');
  assert.match(clauses.find(({ clause }) => clause === '5.1.1.3').software, /surrender/);
  const meters = await croupier.breakEven('baceball', { price: 500 });
  assert.ok(meters.major.cents > 0 || meters.major.reason);
});

test('drills are those of the command', async () => {
  const exercises = await croupier.drill({ game: 'craps', count: 5, seed: 11 });
  assert.equal(exercises.length, 5);
  const shown = run('drill', 'craps', '--answers');
  for (const { options, right, tell, explanation } of exercises) {
    assert.equal(options.filter((option) => option === right).length, 1);
    assert.ok(shown.includes(tell.split(' ').slice(0, 4).join(' ')) && shown.includes(explanation.trim().split('\n')[0].trim()));
  }
  assert.deepEqual(await croupier.drill({ game: 'craps', count: 5, seed: 11 }), exercises);
});

/** A night of a floor, as files. */
function night(name, acts, ...more) {
  const path = join(folder, name);
  run('floor', path, '--rehearse', String(acts), '--seed', '5', '--tables', '6', '--players', '9', ...more);
  return path;
}

const bytes = (path) => (existsSync(path) ? new Uint8Array(readFileSync(path)) : undefined);
const files = (path) => ({ db: bytes(path), wal: bytes(`${path}-wal`), end: bytes(`${path}.end`) });
const plain = ({ text, ...proof }) => proof;

test('a journal is proved as the command proves it', async () => {
  const path = night('night.db', 3000);
  const heard = [];
  const proof = await croupier.verify(files(path), { progress: (...at) => heard.push(at) });
  assert.deepEqual(plain(proof), JSON.parse(run('verify', path, '--json')));
  assert.equal(proof.text, run('verify', path));
  assert.ok(proof.sound && proof.entries === 3000 && proof.decided === 3000 && heard.length > 1);
  const alone = await croupier.verify({ db: bytes(path) });
  assert.ok(alone.sound, 'a journal that was closed is one file');
  const checkpoint = run('checkpoint', path);
  assert.ok((await croupier.verify(files(path), { checkpoint })).sound);
  assert.ok(!(await croupier.verify(files(path), { checkpoint: checkpoint.replace(/^link ../m, 'link 00') })).sound);
  assert.ok(!(await croupier.verify(files(path), { key: '00'.repeat(32) })).sound);
  const steps = await croupier.replay(files(path), 1, 1);
  assert.ok(steps.length > 3 && steps.every(({ number, act }) => number > 0 && act));
  await assert.rejects(croupier.replay(files(path), 1, 999_999), { message: 'there is no round 1/999999' });
});

test('journals that were kept are proved, each against its checkpoint', async () => {
  const golden = join(root, 'crates/croupier-house/tests/golden');
  for (const name of ['dispute', 'games', 'jackpots']) {
    const [path, kept] = [join(golden, `${name}.journal`), join(golden, `${name}.checkpoint`)];
    const proof = await croupier.verify({ db: bytes(path) }, { checkpoint: readFileSync(kept, 'utf8') });
    assert.equal(proof.text, run('verify', path, '--checkpoint', kept));
    assert.ok(proof.sound, proof.text);
  }
});

test('a journal that was not closed is read with its log', async () => {
  const path = night('open.db', 400);
  // As it lies there when a house was killed: the last commits stand in the log alone.
  const log = join(folder, 'log.db');
  execFileSync('python3', ['-c', `
import os, shutil, sqlite3, sys
path, to = sys.argv[1:]
db = sqlite3.connect(path)
db.execute("PRAGMA wal_autocheckpoint = 0")
db.execute("INSERT INTO beside VALUES (?, ?)", (123456789, b"x" * 20000))
db.commit()
for ending in ("", "-wal"):
    shutil.copy(path + ending, to + ending)
shutil.copy(path + ".end", to + ".end")
os._exit(0)
`, path, log]);
  const { db, wal, end } = files(log);
  assert.ok(wal.length > 20_000);
  const proof = await croupier.verify({ db, wal, end });
  assert.deepEqual(plain(proof), JSON.parse(run('verify', log, '--json')));
  assert.match(proof.notes.join(), /1 texts beside the journal are not what was said/);
  assert.doesNotMatch((await croupier.verify({ db, end })).notes.join(), /texts beside the journal/);
});

test('what was changed is found, as the command finds it', async () => {
  const path = night('changed.db', 1200);
  const whole = readFileSync(path);
  const changed = join(folder, 'copy.db');
  copyFileSync(`${path}.end`, `${changed}.end`);
  let found = 0;
  for (let at = 1; at <= 24; at += 1) {
    const copy = Buffer.from(whole);
    const place = Math.floor((copy.length * at) / 25) + at;
    copy[place] ^= 1 << at % 8;
    writeFileSync(changed, copy);
    const proof = await croupier.verify(files(changed)).catch(({ message }) => ({ sound: false, message }));
    let wanted;
    try {
      wanted = JSON.parse(run('verify', changed, '--json'));
    } catch {
      wanted = { sound: false };
    }
    assert.equal(proof.sound, wanted.sound, `byte ${place}`);
    found += proof.sound ? 0 : 1;
  }
  assert.ok(found > 8, `only ${found} of 24 changes are in what is proved`);
  assert.ok(!(await croupier.verify({ db: new Uint8Array(whole.subarray(0, whole.length - 4096)) }).catch(() => ({ sound: false }))).sound);
  await assert.rejects(croupier.verify({ db: new TextEncoder().encode('not a journal at all') }), { name: 'CroupierError' });
});

test('draws that a house has given out are checked', async () => {
  const proof = JSON.parse(readFileSync(join(root, 'crates/croupier-server/web/tests/draw-proof.json'), 'utf8'));
  const checked = await croupier.fair(proof);
  assert.equal(checked.right, true, JSON.stringify(checked));
  const changed = structuredClone(proof);
  changed.seed = '00'.repeat(32);
  assert.equal((await croupier.fair(changed)).right, false);
  await assert.rejects(croupier.fair({ nothing: 1 }), { message: /this proves no draw/ });
});

test('what a browser loads is small', () => {
  assert.ok(statSync(join(build, 'croupier.html')).size < 1_000_000);
});
