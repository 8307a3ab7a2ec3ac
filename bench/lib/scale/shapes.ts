import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { once } from 'node:events';
import { randomNumbers } from '../../../src/core/random';
import { englishCorpus } from '../english-corpus';

/** An unusual shape of text, written to a folder. */
export interface Shape {
  readonly name: string;
  /** Writes the files and returns their paths. */
  readonly write: (folder: string) => Promise<readonly string[]>;
}

const SYLLABLES = [
  'bal',
  'cor',
  'den',
  'fir',
  'gal',
  'hun',
  'jor',
  'kel',
  'lam',
  'mor',
  'nev',
  'por',
  'ris',
  'sul',
  'tam',
  'vek',
];
const PLACES = ['Northgate', 'Harwell', 'Eastmere', 'Low Fell', 'Kirkby'];
const LINES = 1_000_000;

/** Texts that are hard on one part each. All are made up, the same each time. */
export const SHAPES: readonly Shape[] = [
  { name: '2,000 small files', write: (folder) => writeCorpus(folder, 8, 2000) },
  { name: '2 MB of unique names', write: (folder) => writeFile(folder, 'names.txt', pieces(2e6, uniqueNames)) },
  { name: '2 MB of capitals', write: (folder) => writeFile(folder, 'capitals.txt', pieces(2e6, capitals)) },
  { name: 'a CSV of a million lines', write: (folder) => writeFile(folder, 'lines.csv', csvLines()) },
  { name: 'a line of 50 MB', write: (folder) => writeEnglish(folder, 'line.txt', 50, ' ') },
  { name: 'a text of 100 MB', write: (folder) => writeEnglish(folder, 'long.txt', 100, '\n\n') },
];

type Random = () => number;

const pick = (values: readonly string[], random: Random): string => values[Math.floor(random() * values.length)] ?? '';
const invented = (random: Random): string => Array.from({ length: 4 }, () => pick(SYLLABLES, random)).join('');

/** Twelve names that come only once, and nothing else. */
function uniqueNames(random: Random): string {
  const name = (): string => invented(random).replace(/^./u, (letter) => letter.toUpperCase());
  return `${Array.from({ length: 12 }, () => `${name()} ${name()}`).join(', ')}.\n`;
}

/** Words in capitals without the end of a sentence. */
function capitals(random: Random): string {
  return `${invented(random)} ${pick(PLACES, random)} `.toUpperCase();
}

function* pieces(size: number, make: (random: Random) => string): Generator<string> {
  const random = randomNumbers(3);
  for (let length = 0; length < size;) {
    const piece = make(random);
    length += piece.length;
    yield piece;
  }
}

function* csvLines(): Generator<string> {
  const random = randomNumbers(4);
  yield 'number,place,keeper,amount\n';
  for (let at = 0; at < LINES; at++) {
    yield `${String(at)},${pick(PLACES, random)},${pick(SYLLABLES, random)},${String(Math.floor(random() * 1000))}\n`;
  }
}

async function writeFile(folder: string, name: string, parts: Iterable<string>): Promise<readonly string[]> {
  const path = join(folder, name);
  const stream = createWriteStream(path);
  for (const part of parts) if (!stream.write(part)) await once(stream, 'drain');
  stream.end();
  await once(stream, 'finish');
  return [path];
}

async function writeCorpus(folder: string, megabytes: number, count: number): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const files = await englishCorpus(megabytes, count);
  return Promise.all(files.map(async ({ name, text }) => (await writeFile(folder, name, [text]))[0] ?? ''));
}

async function writeEnglish(
  folder: string,
  name: string,
  megabytes: number,
  between: string,
): Promise<readonly string[]> {
  const files = await englishCorpus(megabytes, megabytes);
  return writeFile(
    folder,
    name,
    files.flatMap(({ text }) => [text.replaceAll(/\s*\n\s*/gu, between), between]),
  );
}
