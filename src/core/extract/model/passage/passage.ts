import type { TextUnitRow, ExtractionRow } from '../../../tables/tables';
import { foldText, type FoldedText, wordsIn, type FoldedWord, isSignificant, significantWords } from './folded-text';
import { honorifics, nameConnectors } from '../../names/word-lists';
import { addTo } from '../../../arrays';
import { phraseOf } from '../../mention-records';

/** A sentence of a passage. */
export interface PassageSentence {
  /** Number of the sentence within the document. */
  readonly number: number;
  /** Document offsets. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly folded: FoldedText;
  readonly words: readonly FoldedWord[];
  readonly runs: readonly ProperRun[];
}

/** A text unit as its sentences. */
export interface Passage {
  readonly unit: TextUnitRow;
  readonly sentences: readonly PassageSentence[];
  /** The names of the collection, where known: the passage may have only a part of one. */
  readonly names?: CollectionNames;
}

/** The sentences `from` to before `to` of a passage, which one request shows, numbered from 1. */
export interface Part {
  readonly passage: Passage;
  readonly from: number;
  readonly to: number;
}

/** A place in a passage where something is named. */
export interface Occurrence {
  /** Index of the sentence in the passage. */
  readonly sentence: number;
  /** Document offsets. */
  readonly start: number;
  readonly end: number;
}

export function passageOf(unit: TextUnitRow, names?: CollectionNames): Passage {
  const sentences = unit.sentence_starts.map((start, n) => {
    const end = unit.sentence_ends[n] ?? start;
    const text = unit.text.slice(start - unit.start, end - unit.start);
    return sentenceOf({ number: unit.first_sentence + n, start, end, text });
  });
  return { unit, sentences, ...(names && { names }) };
}

/** Folded once, and only when a name is looked for: a plan over thousands of passages needs none of it. */
function sentenceOf(plain: Pick<PassageSentence, 'number' | 'start' | 'end' | 'text'>): PassageSentence {
  let folded: FoldedText | undefined;
  let words: readonly FoldedWord[] | undefined;
  let runs: readonly ProperRun[] | undefined;
  return {
    ...plain,
    get folded() {
      return (folded ??= foldText(plain.text));
    },
    get words() {
      return (words ??= wordsIn(this.folded.text));
    },
    get runs() {
      return (runs ??= properRuns(this));
    },
  };
}

export const sentencesOfPart = ({ passage, from, to }: Part): readonly PassageSentence[] =>
  passage.sentences.slice(from, to);

/** Indexes in the passage of cited sentences; undefined for one that was not shown. */
export function citedIn({ from, to }: Part, places: readonly number[]): readonly (number | undefined)[] {
  return places.map((place) => (place >= 1 && place <= to - from ? from + place - 1 : undefined));
}

/** Capitalised words in a row, or joined by a particle, as in a name. */
export interface ProperRun {
  /** The significant words, in order. */
  readonly words: readonly FoldedWord[];
  /** All of it, folded, with titles and articles. */
  readonly text: string;
  /** True if a particle joins two of them. */
  readonly hasParticle: boolean;
  readonly hasTitle: boolean;
}

const BETWEEN = /^(?:\.? |-)$/u;
const PARTICLE = /^ ([\p{L}\p{M}]+) $/u;

/** The runs of capitalised words of a sentence; none in scripts without capitals. */
function properRuns({ text, folded, words }: Pick<PassageSentence, 'text' | 'folded' | 'words'>): readonly ProperRun[] {
  const runs: FoldedWord[][] = [];
  let last: FoldedWord | undefined;
  for (const word of words) {
    const isProper = /^\p{Lu}/u.test(text.slice(folded.origins[word.start]));
    if (!isProper) continue;
    if (last && isJoined(folded.text.slice(last.end, word.start))) runs.at(-1)?.push(word);
    else runs.push([word]);
    last = word;
  }
  return runs.map((run) => {
    const whole = folded.text.slice(run[0]?.start, run.at(-1)?.end);
    const plain = ({ start, end }: FoldedWord): string => folded.text.slice(start, end);
    return {
      words: run.filter((word) => isSignificant(plain(word))),
      text: whole,
      hasParticle: wordsIn(whole).length > run.length,
      hasTitle: run.some((word) => honorifics.has(plain(word))),
    };
  });
}

const isJoined = (between: string): boolean =>
  BETWEEN.test(between) || nameConnectors.has(PARTICLE.exec(between)?.[1] ?? '');

/**
 * Checks if a run has the first word of a name in another name: “Ada Byrne” for “Ada Marsh”, but not “Ada” or “Ada
 * Louise Marsh”. `name` has its significant words in order.
 */
export function belongsToOtherName({ words }: ProperRun, name: readonly string[]): boolean {
  const run = words.map(({ word }) => word);
  if (name.every((word) => run.includes(word))) return false;
  const next = run[run.indexOf(name[0] ?? '') + 1];
  return run.includes(name[0] ?? '') && next !== undefined && !name.includes(next);
}

/** A name of several words in a collection. */
export interface FullName {
  readonly key: string;
  readonly title: string;
  /** Significant ones, in order, at least two. */
  readonly words: readonly string[];
}

/** The names of several words of a collection, by the words at their ends. */
export interface CollectionNames {
  /** Names that begin or end with a word. */
  withEnd(word: string): readonly FullName[];
}

/** The proper names that were found in a collection without a model, indexed when first needed. */
export function collectionNames(mentions: Iterable<ExtractionRow>): CollectionNames {
  const titles = new Map<string, string>();
  for (const row of mentions) if (!titles.has(row.key) && phraseOf(row) === 'proper') titles.set(row.key, row.title);
  let byEnd: ReadonlyMap<string, readonly FullName[]> | undefined;
  return { withEnd: (word) => (byEnd ??= namesByEnd(titles)).get(word) ?? [] };
}

function namesByEnd(titles: ReadonlyMap<string, string>): ReadonlyMap<string, readonly FullName[]> {
  const byEnd = new Map<string, FullName[]>();
  for (const [key, title] of titles) {
    const words = [...significantWords(foldText(title).text)];
    if (words.length < 2) continue;
    for (const end of new Set([words[0] ?? '', words.at(-1) ?? ''])) addTo(byEnd, end, { key, title, words });
  }
  return byEnd;
}
