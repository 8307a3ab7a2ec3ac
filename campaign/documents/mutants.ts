import { readdir, readFile } from 'node:fs/promises';
import { randomNumbers } from '../../src/core/random';
import { mutationsOf } from './mutations';

/** A good file after a mutation. */
export interface Mutant {
  /** Unique, with the extension of its format. */
  readonly name: string;
  readonly format: string;
  /** The file that it was, and what was done to it. */
  readonly origin: string;
  readonly bytes: Buffer;
}

const FOLDER = new URL('../../tests/fixtures/documents/', import.meta.url);

/** Mutates files of every format in turns; the same seed gives the same mutants. */
export async function* mutants(count: number, seed: number): AsyncGenerator<Mutant> {
  const random = randomNumbers(seed);
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  const formats = [...(await goodFiles())];
  for (let at = 0; at < count; at++) {
    const [format, files] = formats[at % formats.length] ?? ['', []];
    const file = pick(files);
    if (!file) throw new Error(`There is no file of ${format}.`);
    const good = await readFile(new URL(file, FOLDER));
    const mutation = pick(mutationsOf(format, good));
    if (!mutation) throw new Error(`There is nothing to do to ${file}.`);
    const bytes = await mutation.apply(good, random);
    const name = `${String(at).padStart(4, '0')}.${format}`;
    yield { name, format, origin: `${file}, ${mutation.name}`, bytes };
  }
}

/** The fixtures that are read, by extension. */
async function goodFiles(): Promise<ReadonlyMap<string, readonly string[]>> {
  const all = new Set(await readdir(FOLDER));
  const names = [...all].filter((name) => all.has(`${name}.json`));
  const files = new Map<string, string[]>();
  for (const name of names.sort()) {
    const expectation = await readFile(new URL(`${name}.json`, FOLDER), 'utf8');
    if (!('result' in (JSON.parse(expectation) as object))) continue;
    const extension = name.slice(name.lastIndexOf('.') + 1);
    files.set(extension, [...(files.get(extension) ?? []), name]);
  }
  return files;
}
