import { citedNumbers } from '../../text/cited-numbers';
import { splitSentences } from '../../text/sentences';
import { DATASETS, KIND_OF, type CitableItem, type Dataset, type SourceKind } from '../context/context-page';
import type { Span } from '../../tables/tables';

/** One item that a text cites. */
export interface Reference {
  readonly dataset: Dataset;
  /** Number in the prompt, from 1. */
  readonly number: number;
}

interface CheckedText {
  /** With citations in permanent numbers. */
  readonly text: string;
  /** The items that each sentence cites. */
  readonly sentences: readonly (readonly Reference[])[];
  /** Citations of what was not shown. They are removed. */
  readonly unknown: number;
}

export type ShownTables = Readonly<Record<Dataset, readonly CitableItem[]>>;

const TABLE = '(?:entit(?:y|ies)|claims?|relationships?|reports?)';
/** `[Data: …]`, `[Entities (1)]`, and `(Data: …)` with brackets inside. */
const MARK = new RegExp(
  `\\s*(?:[[【]\\s*data\\s*[:：]([^\\]】]*)[\\]】]|[[【]\\s*(${TABLE}\\s*[:：(（]?\\s*\\d[^\\]】]*)[\\]】]|\\(\\s*data\\s*[:：]((?:[^()]|\\([^()]*\\))*)\\))`,
  'giu',
);

/** Removes citations such as `[Data: …]`. */
export function withoutCitations(text: string): string {
  return text.replace(MARK, '');
}

/**
 * Checks the citations of a text against what was shown. Valid ones are rewritten as `[Data: Entities (12); Relationships (3, 8)]`, in the
 * numbers that items have outside of the prompt.
 */
export function checkCitations(text: string, shown: ShownTables): CheckedText {
  const plain = marksBeforeStops(text);
  const { starts, ends } = splitSentences(plain, 'en');
  const sentences = [...starts].map((start, at) => checkSentence(plain.slice(start, ends[at]), shown));
  const gaps = [...starts].map((start, at) => plain.slice(ends[at - 1] ?? 0, start));
  return {
    text: sentences.map((one, at) => `${gaps[at] ?? ''}${one.text}`).join(''),
    sentences: sentences.map(({ references }) => references),
    unknown: sentences.reduce((sum, one) => sum + one.unknown, 0),
  };
}

/** Moves citations before the full stop, so that they belong to the sentence before them. */
function marksBeforeStops(text: string): string {
  const plain = text.replace(MARK, (_whole, ...found: (string | undefined)[]) => ` [Data: ${contentOf(found)}]`);
  return plain.trim().replace(/([.!?。！？]+)((?: \[Data: [^\]]*\])+)/gu, '$2$1');
}

const contentOf = ([data, table, round]: readonly (string | undefined)[]): string =>
  (data ?? table ?? round ?? '').trim();

function checkSentence(sentence: string, shown: ShownTables) {
  const references = new Map<string, Reference>();
  let unknown = 0;
  const text = sentence.replace(MARK, (_whole, ...found: (string | undefined)[]) => {
    const cited = readMark(contentOf(found));
    const kept = cited.flatMap(({ dataset, number }) =>
      dataset !== null && shown[dataset][number - 1] ? [{ dataset, number }] : [],
    );
    unknown += cited.length - kept.length;
    for (const one of kept) references.set(`${one.dataset} ${String(one.number)}`, one);
    return markOf(kept, shown);
  });
  return { text: text.replace(/ +([.,;!?。，！？])/gu, '$1').trim(), references: [...references.values()], unknown };
}

interface Cited {
  /** Null for a table that does not exist. */
  readonly dataset: Dataset | null;
  readonly number: number;
}

function readMark(content: string): readonly Cited[] {
  return citedNumbers(content).map(({ word, number }) => ({ dataset: word === null ? null : datasetOf(word), number }));
}

function datasetOf(word: string): Dataset | null {
  const stem = (text: string): string => text.toLowerCase().slice(0, 4);
  return DATASETS.find((dataset) => stem(dataset) === stem(word)) ?? null;
}

function markOf(references: readonly Reference[], shown: ShownTables): string {
  const parts = DATASETS.flatMap((dataset) => {
    const numbers = references
      .filter((one) => one.dataset === dataset)
      .flatMap(({ number }) => shown[dataset][number - 1]?.reference ?? []);
    return numbers.length > 0 ? [`${dataset} (${[...new Set(numbers)].join(', ')})`] : [];
  });
  return parts.length > 0 ? ` [Data: ${parts.join('; ')}]` : '';
}

/** A passage that a text rests on, and the item that leads to it. */
export interface Source extends Span {
  readonly kind: SourceKind;
  readonly id: string;
  /** By which the text cites the item. */
  readonly number: number;
}

/** Items at most that a text is found to name. */
const NAMED = 3;

/** The passages behind citations, item by item. */
export function sourcesOf(references: readonly Reference[], shown: ShownTables): readonly Source[] {
  return references.flatMap(({ dataset, number }) => {
    const thing = shown[dataset][number - 1];
    const kind = KIND_OF[dataset];
    return (thing?.spans ?? []).map(({ document_id, start, end }) => ({
      document_id,
      start,
      end,
      kind,
      id: thing?.id ?? '',
      number: thing?.reference ?? 0,
    }));
  });
}

/** Finds what a text names: relationships with both their ends, or else entities. */
export function namedIn(text: string, shown: ShownTables): readonly Reference[] {
  const words = plain(text);
  for (const dataset of ['Relationships', 'Entities'] as const) {
    const found = shown[dataset].flatMap(({ names }, at) => {
      const all = names.length > 0 && names.every((spellings) => spellings.some((name) => holds(words, name)));
      return all ? [{ dataset, number: at + 1 }] : [];
    });
    if (found.length > 0) return found.slice(0, NAMED);
  }
  return [];
}

const plain = (text: string): string => ` ${text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')} `;

/** Checks if a name occurs as whole words, or anywhere in a script without spaces. */
function holds(words: string, name: string): boolean {
  const wanted = plain(name).trim();
  if (wanted.length < 2) return false;
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(wanted)
    ? words.includes(wanted)
    : words.includes(` ${wanted} `);
}
