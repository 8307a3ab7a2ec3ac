import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIfNeeded } from './build-if-needed';
import { LANDING_SCRIPTS } from './lib/landing-budget';

// Prints the size of each file of the site; with --check only that of the landing page. Fails over the budget.
buildIfNeeded();
const html = readFileSync('dist/index.html', 'utf8');
const rows = readdirSync('dist', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:js|css|wasm|html)$/u.test(name))
  .map((file) => {
    const bytes = readFileSync(join('dist', file));
    const landing = file === 'index.html' || file === 'service-worker.js' || html.includes(file);
    return { file, landing, bytes: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
  })
  .sort((a, b) => Number(b.landing) - Number(a.landing) || b.gzipped - a.gzipped);
if (!process.argv.includes('--check')) console.table(rows);
const scripts = rows.filter(({ file, landing }) => landing && file.endsWith('.js'));
const size = scripts.reduce((total, { gzipped }) => total + gzipped, 0);
console.log(`Landing page: ${kilo(size)} of ${kilo(LANDING_SCRIPTS)} kB of scripts (gzip)`);
if (size > LANDING_SCRIPTS) process.exitCode = 1;

function kilo(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
