import { readdir, readFile } from 'node:fs/promises';
import type { Named } from './name-matches';

/** The letters that mark what a name names; `n` is none of the others. */
const TYPES: Readonly<Record<string, string>> = { p: 'person', l: 'place', o: 'organization', n: 'concept' };

/** A text whose names were marked by hand. */
export interface MarkedText {
  readonly file: string;
  /** As the file's name begins. */
  readonly language: string;
  readonly text: string;
  /** Each once, with what else it may be called. */
  readonly names: readonly Named[];
}

const MARK = /\{([plon]):([^{}]+)\}/gu;

/** Reads a text with marks such as `{p:Captain Holm|Holm}`: the first form stands in the text, the others are as right. */
export function readMarks(marked: string): Pick<MarkedText, 'text' | 'names'> {
  const names = new Map<string, Named>();
  const text = marked.replace(MARK, (_mark, letter: string, forms: string) => {
    const [title = '', ...aliases] = forms.split('|');
    if (!names.has(title)) names.set(title, { title, aliases, type: TYPES[letter] ?? 'concept' });
    return title;
  });
  return { text, names: [...names.values()] };
}

/** The marked texts of a folder of `bench/data/names`. */
export async function markedTexts(folder: string): Promise<readonly MarkedText[]> {
  const directory = new URL(`../data/names/${folder}/`, import.meta.url);
  const files = (await readdir(directory)).filter((file) => file.endsWith('.txt')).sort();
  return Promise.all(
    files.map(async (file) => {
      const marks = readMarks(await readFile(new URL(file, directory), 'utf8'));
      return { file, language: file.split('-', 1)[0] ?? '', ...marks };
    }),
  );
}
