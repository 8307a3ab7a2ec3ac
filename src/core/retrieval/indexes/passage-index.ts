import type { Work } from '../../work';
import type { FrozenLists } from '../lexical/frozen-lists';
import { proseShare } from '../../text/boilerplate';
import { passageTerms, type PassageLanguages } from '../../text/terms';
import {
  createBm25,
  renumbered,
  rowAt,
  type Bm25,
  type Bm25Reader,
  type FrozenBm25,
  type Renumbering,
} from '../lexical/bm25';
import {
  conceptKey,
  createConceptIndex,
  findConcepts,
  longestMatches,
  type ConceptIndex,
  type ConceptSource,
} from '../lexical/concepts';

/** A text as retrieval sees it. */
export interface PassageText {
  readonly text: string;
  /** Document title and headings above the text, highest first. */
  readonly titles: readonly string[];
  /** Words of a model about its place in the document. They are searched as the text is. Missing means none. */
  readonly context?: string;
  /** Languages in which its words are analysed. */
  readonly languages: PassageLanguages;
}

/** BM25 and the concepts found by their spelling, over the same numbered passages. */
export interface PassageIndex {
  readonly bm25: Bm25;
  readonly concepts: ConceptSource;
  /** Returns the share of running text in a passage, 0 to 1; the rest is contents, references, code and the like. */
  proseOf(id: number): number;
  add(id: number, passage: PassageText): void;
  /** Registers a finder for a frozen passage: most are never looked at. */
  restore(id: number, find: () => PassageText): void;
  remove(id: number): void;
  /** The index as the rows of one state of a table are asked of it. */
  among(rows: Renumbering): Passages;
  /** The index of these rows only, each under its row as its number. */
  freeze(rows: Renumbering): Work<FrozenPassages>;
}

/** A passage index as arrays, without the texts. */
export interface FrozenPassages {
  readonly words: FrozenBm25;
  readonly concepts: FrozenLists;
}

/** Passages by the rows of a table. */
export interface Passages {
  readonly bm25: Bm25Reader;
  readonly concepts: ConceptSource;
  proseOf(row: number): number;
}

/** A passage index; empty, but for what is frozen. */
export function createPassageIndex(frozen?: FrozenPassages): PassageIndex {
  const passages: ((() => PassageText) | undefined)[] = [];
  const prose: (number | undefined)[] = [];
  const bm25 = createBm25(frozen?.words);
  const index = createConceptIndex(frozen?.concepts);
  const concepts: ConceptSource = {
    conceptsIn: (id) => findConcepts(passages[id]?.().text ?? ''),
    passages: index.passages,
    frequency: index.frequency,
    namesIn: (text) => longestMatches(text, (key) => index.isIn(key, () => true)),
  };
  const proseOf = (id: number): number => {
    const find = passages[id];
    return find ? (prose[id] ??= proseOfPassage(find())) : 1;
  };
  return {
    bm25,
    concepts,
    proseOf,
    add(id, passage) {
      passages[id] = () => passage;
      bm25.add(id, passageTerms(searchedText(passage), passage.languages));
      const { keys, about } = conceptsOf(passage);
      index.add(id, keys, about);
    },
    restore: (id, find) => (passages[id] = find),
    remove(id) {
      passages[id] = undefined;
      prose[id] = undefined;
      bm25.remove(id);
      index.remove(id);
    },
    among: (rows) => ({
      bm25: renumbered(bm25, rows),
      concepts: conceptsAmong(concepts, index, rows),
      proseOf: (row) => proseOf(rows.numbers[row] ?? -1),
    }),
    *freeze(rows) {
      return { words: yield* bm25.freeze(rows), concepts: yield* index.freeze(rows) };
    },
  };
}

const searchedText = ({ titles, context = '', text }: PassageText): string =>
  [...titles, ...(context === '' ? [] : [context]), text].join('\n');

const proseOfPassage = ({ text, titles }: PassageText): number => proseShare(text, titles.slice(1));

function conceptsAmong(all: ConceptSource, index: ConceptIndex, { numbers, positions }: Renumbering): ConceptSource {
  const isHere = (number: number): boolean => rowAt(positions, number) !== undefined;
  return {
    conceptsIn: (row) => all.conceptsIn(numbers[row] ?? -1),
    passages: (key) =>
      all
        .passages(key)
        .flatMap(({ id, about }) => (isHere(id) ? { id: positions[id] ?? -1, about } : []))
        .sort((one, other) => one.id - other.id),
    frequency: all.frequency,
    namesIn: (text) => longestMatches(text, (key) => index.isIn(key, isHere)),
  };
}

/** Keys of a title with and without what it has in brackets at its end. */
function titleKeys(title: string): readonly string[] {
  return [conceptKey(title), conceptKey(title.replace(/\s*[(（][^)）]*[)）]\s*$/u, ''))].filter(
    (key) => key.length > 1,
  );
}

function conceptsOf({ text, titles }: PassageText): { readonly keys: Set<string>; readonly about: Set<string> } {
  const found = findConcepts(text);
  const about = new Set(titles.flatMap(titleKeys));
  const opening = found[0];
  if (opening && opening.start < 4) about.add(opening.key);
  const keys = new Set([...about, ...found.map((concept) => concept.key)]);
  for (const title of titles) {
    for (const { key, start } of findConcepts(title)) {
      keys.add(key);
      if (start === 0) about.add(key);
    }
  }
  return { keys, about };
}
