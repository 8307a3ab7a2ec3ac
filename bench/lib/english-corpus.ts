import { randomNumbers } from '../../src/core/random';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const SAMPLE = fileURLToPath(new URL('../../sample/', import.meta.url));
const SYLLABLES = [
  'bar',
  'den',
  'lo',
  'mi',
  'ka',
  'ter',
  'vo',
  'shan',
  'ril',
  'qua',
  'ne',
  'dor',
  'fel',
  'gi',
  'hu',
  'pra',
];

export interface CorpusFile {
  readonly name: string;
  readonly text: string;
}

/**
 * Files of English text of about `megabytes` MB in all: the sample's paragraphs in random order, each variant with names of its own. So
 * the vocabulary of names grows with the text, as it does in real collections. The same arguments give the same files.
 */
export async function englishCorpus(megabytes: number, files: number): Promise<readonly CorpusFile[]> {
  const paragraphs = await sampleParagraphs();
  const random = randomNumbers(megabytes * 1000 + files);
  const size = (megabytes * 1_000_000) / files;
  return Array.from({ length: files }, (_, i) => {
    const parts: string[] = [];
    const rename = renamer(random);
    for (let length = 0; length < size; length += parts.at(-1)?.length ?? size) {
      const paragraph = paragraphs[Math.floor(random() * paragraphs.length)] ?? '';
      parts.push(paragraph.replace(/\b\p{Lu}\p{L}{3,}\b/gu, rename));
    }
    return { name: `part-${String(i).padStart(3, '0')}.txt`, text: parts.join('\n\n') };
  });
}

async function sampleParagraphs(): Promise<readonly string[]> {
  const names = (await readdir(SAMPLE)).filter((name) => /\.(md|txt)$/.test(name) && !/shen|README/.test(name));
  const texts = await Promise.all(names.sort().map((name) => readFile(SAMPLE + name, 'utf8')));
  return texts.flatMap((text) => text.split(/\n\s*\n/)).filter((paragraph) => paragraph.length > 120);
}

/** Replaces about two thirds of the capitalised words by another name, the same one within a file. */
function renamer(random: () => number): (word: string) => string {
  const names = new Map<string, string>();
  const pick = (): string => SYLLABLES[Math.floor(random() * SYLLABLES.length)] ?? '';
  return (word) => {
    const known = names.get(word);
    if (known) return known;
    const name = pick() + pick() + (random() < 0.5 ? pick() : '');
    const given = random() < 0.65 ? name.charAt(0).toUpperCase() + name.slice(1) : word;
    names.set(word, given);
    return given;
  };
}
