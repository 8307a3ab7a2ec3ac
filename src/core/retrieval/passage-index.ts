import { terms } from '../text/terms';
import { createBm25, type Bm25 } from './bm25';
import { createConceptIndex } from './concept-index';
import type { ConceptSource } from './concept-source';
import { conceptKey, findConcepts } from './concepts';

/** A text as retrieval sees it. */
export interface PassageText {
  readonly text: string;
  /** Document title and headings above the text, highest first. */
  readonly titles: readonly string[];
}

/** BM25 and the concepts found by their spelling, over the same numbered passages. */
export interface PassageIndex {
  readonly bm25: Bm25;
  readonly concepts: ConceptSource;
  add(id: number, passage: PassageText): void;
  remove(id: number): void;
}

/** An empty passage index. */
export function createPassageIndex(): PassageIndex {
  const texts: (string | undefined)[] = [];
  const bm25 = createBm25();
  const index = createConceptIndex();
  return {
    bm25,
    concepts: {
      conceptsIn: (id) => findConcepts(texts[id] ?? ''),
      passages: index.passages,
      frequency: index.frequency,
      namesIn: index.namesIn,
    },
    add(id, passage) {
      texts[id] = passage.text;
      bm25.add(id, terms([...passage.titles, passage.text].join('\n')));
      const { keys, about } = conceptsOf(passage);
      index.add(id, keys, about);
    },
    remove(id) {
      texts[id] = undefined;
      bm25.remove(id);
      index.remove(id);
    },
  };
}

/** Keys of a title with and without what it has in brackets at its end. */
export function titleKeys(title: string): readonly string[] {
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
  for (const title of titles) for (const concept of findConcepts(title)) keys.add(concept.key);
  return { keys, about };
}
