import { readFile } from 'node:fs/promises';
import { randomNumbers } from '../../../src/core/random';
import type { GivenFile } from './given-folder';

const NAME = /(?<=[\p{Ll},;] )\p{Lu}\p{Ll}{2,}(?: \p{Lu}\p{Ll}{2,}){0,2}/gu;
const WORD = /\p{Ll}{6,}/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{4,8}/gu;
const TRIES = 20;
const PARAGRAPH = 300;

/** Makes questions of names and words that occur together in the documents; the same each time. */
export async function textQuestions(files: readonly GivenFile[], count: number): Promise<readonly string[]> {
  const random = randomNumbers(2);
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const texts = new Map<string, string>();
  const questions: string[] = [];
  for (let tries = 0; questions.length < count && tries < count * TRIES; tries++) {
    const file = pick(files);
    if (!file) break;
    const text = texts.get(file.path) ?? (await readFile(file.path, 'utf8'));
    texts.set(file.path, text);
    const at = Math.floor(random() * Math.max(1, text.length - PARAGRAPH));
    const question = questionAbout(text.slice(at, at + PARAGRAPH), pick);
    if (question !== undefined && !questions.includes(question)) questions.push(question);
  }
  return questions;
}

function questionAbout(passage: string, pick: (values: readonly string[]) => string | undefined): string | undefined {
  const unspaced = pick(passage.match(UNSPACED) ?? []);
  if (unspaced !== undefined) return `${unspaced}是什么？`;
  const name = pick(passage.match(NAME) ?? []);
  const words = passage.match(WORD) ?? [];
  return name === undefined ? undefined : `What about ${name}, ${pick(words) ?? ''} and ${pick(words) ?? ''}?`;
}
