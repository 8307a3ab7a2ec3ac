import { splitSentences } from '../../../src/core/text/sentences';
import type { AskedCall } from './asked-call';

/** A sentence of the data with the row that it stands in. */
export interface StatedSentence {
  readonly text: string;
  readonly table: string;
  readonly number: number;
}

const LEAST_LETTERS = 4;
const SHORTEST = 30;

/** Sentences of the shown data that share a word with the question, those that share most first. */
export function statedSentences({ question, rows }: AskedCall, tables: readonly string[]): readonly StatedSentence[] {
  const asked = wordsOf(question);
  const candidates = rows
    .filter(({ table }) => tables.includes(table))
    .flatMap(({ text, table, number }) =>
      withoutHeading(sentencesOf(text)).map((one) => ({ text: one, table, number })),
    )
    .filter(({ text }) => text.length >= SHORTEST && /[.!?]$/u.test(text));
  const once = [...new Map(candidates.map((one) => [one.text, one])).values()];
  const shared = new Map(once.map((one) => [one, [...wordsOf(one.text)].filter((word) => asked.has(word)).length]));
  return once.filter((one) => (shared.get(one) ?? 0) > 0).sort((a, b) => (shared.get(b) ?? 0) - (shared.get(a) ?? 0));
}

/** As the prompts ask for references. */
export const referenceOf = ({ table, number }: StatedSentence): string => `[Data: ${table} (${String(number)})]`;

export const withReference = (sentence: StatedSentence): string => `${sentence.text} ${referenceOf(sentence)}`;

/** The headings of a passage run into its first sentence. */
const withoutHeading = (sentences: readonly string[]): readonly string[] =>
  sentences.length > 1 ? sentences.slice(1) : sentences;

function sentencesOf(text: string): readonly string[] {
  const { starts, ends } = splitSentences(text, 'en');
  return [...starts].map((start, at) => text.slice(start, ends[at]).replace(/^#+ /u, ''));
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= LEAST_LETTERS),
  );
