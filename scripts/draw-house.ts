/** Draws `docs/house.svg` from the imports of the code: `tsx scripts/draw-house.ts`; with `--check` it only compares. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { preProcessFile } from 'typescript';
import { layout, type House } from './lib/house-layout';

const PICTURE = 'docs/house.svg';
const picture = draw(layout(readHouse(['src', 'workers'])));
if (!process.argv.includes('--check')) writeFileSync(PICTURE, picture);
else if (readFileSync(PICTURE, 'utf8') !== picture) {
  console.error(`${PICTURE} no longer shows the imports of the code. Run: npm run draw`);
  process.exitCode = 1;
}

/** Reads the imports between rooms, and the number of files in each. */
function readHouse(folders: readonly string[]): House {
  const files = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)))
    .filter((file) => /\.(?:ts|svelte)$/u.test(file) && !file.endsWith('.d.ts'));
  const known = new Set(files);
  const house: House = { sizes: new Map(), imports: new Map() };
  for (const file of files) {
    const from = roomOf(file);
    house.sizes.set(from, (house.sizes.get(from) ?? 0) + 1);
    const targets = house.imports.get(from) ?? new Set<string>();
    house.imports.set(from, targets);
    for (const specifier of specifiers(file)) {
      const target = resolve(file, specifier, known);
      if (target && roomOf(target) !== from) targets.add(roomOf(target));
    }
  }
  return house;
}

/** The folder that a reader knows a file by: two levels deep in the core and the adapters, one elsewhere. */
function roomOf(file: string): string {
  const [top = '', room = '', inner] = file.split('/');
  if (top === 'workers') return 'workers';
  if (room !== 'core' && room !== 'adapters') return file.split('/').length > 2 ? room : 'main';
  return inner && file.split('/').length > 3 ? `${room}/${inner}` : room;
}

function specifiers(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8');
  const scripts = file.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/gu)].map(([, script]) => script ?? '')
    : [text];
  const imports = scripts.flatMap((script) => preProcessFile(script).importedFiles.map((one) => one.fileName));
  const workers = [...text.matchAll(/new URL\('(\.[^']+)', import\.meta\.url\)/gu)].map(([, url]) => url ?? '');
  return [...imports, ...workers].filter((one) => one.startsWith('.'));
}

function resolve(file: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  const base = relative('.', join(dirname(file), specifier));
  return ['', '.ts', '.svelte', '.svelte.ts', '/index.ts'].map((end) => base + end).find((path) => known.has(path));
}

function draw({ width, height, rooms, arrows }: ReturnType<typeof layout>): string {
  const boxes = rooms.map(
    ({ name, files, x, y, wide, high }) => `
  <g class="${name.split('/')[0]}"><rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="8"/>
    <text x="${x + wide / 2}" y="${y + 20}">${name}</text>
    <text class="small" x="${x + wide / 2}" y="${y + 36}">${files === 1 ? '1 file' : `${files} files`}</text></g>`,
  );
  const lines = arrows.map(
    ({ from, to }) =>
      `\n  <path d="M${from.x} ${from.y} C${from.x} ${from.y + 24} ${to.x} ${to.y - 28} ${to.x} ${to.y - 5}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Folders of Burrow and what they import">
  <style>
    svg { background: #fffdf8; font: 14px system-ui, sans-serif }
    text { text-anchor: middle; fill: #2b2622 } .small { font-size: 11px; fill: #6d645c }
    rect { fill: #fff; stroke: #b9aea2 } path { fill: none; stroke: #a89c8f; marker-end: url(#tip) }
    .core rect { fill: #f3f7ee; stroke: #8ba36f } .adapters rect { fill: #eef4f8; stroke: #7f9db3 }
    .ui rect, .app rect, .main rect { fill: #fbf0ea; stroke: #c48f74 }
  </style>
  <marker id="tip" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" style="fill:#a89c8f;stroke:none;marker-end:none"/></marker>${lines.join('')}${boxes.join('')}
</svg>
`;
}
