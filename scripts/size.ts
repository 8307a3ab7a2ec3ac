import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIfNeeded } from './build-if-needed';

buildIfNeeded();
const html = readFileSync('dist/index.html', 'utf8');
const names = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:js|css|wasm|html)$/u.test(name),
);
const rows = names
  .map((name) => {
    const bytes = readFileSync(join('dist', name));
    const landing = name === 'index.html' || html.includes(name);
    return { file: name, landing, kB: kilo(bytes.length), 'kB gz': kilo(gzipSync(bytes, { level: 9 }).length) };
  })
  .sort((a, b) => Number(b.landing) - Number(a.landing) || b['kB gz'] - a['kB gz']);
console.table(rows);
const landing = rows.filter((row) => row.landing).reduce((total, row) => total + row['kB gz'], 0);
console.log(`Landing page: ${landing.toFixed(1)} kB gz`);

function kilo(bytes: number): number {
  return Math.round(bytes / 100) / 10;
}
