// Builds what browsers load: the package for npm, and one offline page with everything in it.
//
//     node crates/croupier-wasm/package/build.mjs [FOLDER]        by default target/browser
//
// It needs the target wasm32-wasip1 (rustup target add wasm32-wasip1).

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../..');
const target = resolve(process.env.CARGO_TARGET_DIR ?? join(root, 'target'));
const folder = resolve(process.argv[2] ?? join(target, 'browser'));
/** So large everything may be that a browser loads, compressed. */
const MOST = 500_000;

// Paths of this machine are no part of the program, so that the same sources make the same bytes elsewhere.
const home = process.env.CARGO_HOME ?? join(process.env.HOME ?? '', '.cargo');
const remap = [[root, '/croupier'], [home, '/cargo']].map(([from, to]) => `--remap-path-prefix=${from}=${to}`).join(' ');
execFileSync('cargo', ['build', '--locked', '-p', 'croupier-wasm', '--profile', 'browser', '--target', 'wasm32-wasip1', '--target-dir', join(target, 'wasm')], {
  cwd: root, stdio: 'inherit', env: { ...process.env, RUSTFLAGS: `${process.env.RUSTFLAGS ?? ''} ${remap}`.trim() },
});
const wasm = readFileSync(join(target, 'wasm/wasm32-wasip1/browser/croupier-wasm.wasm'));

const version = readFileSync(join(root, 'Cargo.toml'), 'utf8').match(/^version = "(.*)"$/m)[1];
const made = join(folder, 'package');
rmSync(made, { recursive: true, force: true });
mkdirSync(made, { recursive: true });
writeFileSync(join(made, 'croupier.wasm'), wasm);
for (const file of ['index.js', 'index.d.ts', 'wasi.js', 'README.md']) copyFileSync(join(here, file), join(made, file));
for (const file of ['LICENSE-MIT', 'LICENSE-APACHE']) copyFileSync(join(root, file), join(made, file));
const described = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
writeFileSync(join(made, 'package.json'), `${JSON.stringify({ ...described, version }, null, 2)}\n`);

const page = offline();
writeFileSync(join(folder, 'croupier.html'), page);
const sizes = { 'croupier.wasm': gzipSync(wasm, { level: 9 }).length, 'croupier.html': gzipSync(page, { level: 9 }).length };
for (const [name, size] of Object.entries(sizes)) {
  console.log(`${name}: ${size} bytes compressed`);
  if (size > MOST) throw new Error(`${name} has ${size} bytes compressed, at most ${MOST}`);
}

/** Puts the page, its styles, its scripts and the program into one file. */
function offline() {
  const read = (file) => readFileSync(join(here, file), 'utf8');
  // Modules in one script: what they import from each other is there already.
  const plain = (text) => text.replace(/^import .*?;\n/gm, '').replace(/^export (?=class|const|function|async function)/gm, '');
  const worker = [plain(read('wasi.js')), plain(read('index.js')).replace("new URL('./croupier.wasm', import.meta.url)", 'undefined'), plain(read('offline/worker.js'))].join('\n');
  const parts = {
    STYLE: read('offline/page.css'),
    WORKER: worker.replaceAll('</script', '<\\/script'),
    PAGE: plain(read('offline/page.js')),
    PROGRAM: gzipSync(wasm, { level: 9 }).toString('base64'),
  };
  return read('offline/page.html').replace(/\/\*([A-Z]+)\*\//g, (_, name) => parts[name]);
}
