import type { ConceptPosting } from './concept-source';
import { longestMatches } from './longest-matches';
import { addList, append, copyList, emptyPostings } from './postings';

/** Which passages hold which concepts, by folded key. Passage numbers are whole and under 2^31. */
export interface ConceptIndex {
  add(id: number, keys: Iterable<string>, about: ReadonlySet<string>): void;
  remove(id: number): void;
  passages(key: string): readonly ConceptPosting[];
  frequency(key: string): number;
  namesIn(text: string): readonly string[];
}

/** An empty concept index. */
export function createConceptIndex(): ConceptIndex {
  const postings = emptyPostings();
  const lists = new Map<string, number>();
  const removed = new Set<number>();
  let buffer = new Uint32Array(256);

  return {
    add(id, keys, about) {
      for (const key of new Set(keys)) {
        let list = lists.get(key);
        if (list === undefined) lists.set(key, (list = addList(postings)));
        append(postings, list, id * 2 + (about.has(key) ? 1 : 0));
      }
    },
    remove: (id) => void removed.add(id),
    passages(key) {
      const list = lists.get(key);
      if (list === undefined) return [];
      const length = postings.lengths[list] ?? 0;
      if (buffer.length < length) buffer = new Uint32Array(length * 2);
      copyList(postings, list, buffer);
      const found: ConceptPosting[] = [];
      for (const value of buffer.subarray(0, length)) {
        if (!removed.has(value >>> 1)) found.push({ id: value >>> 1, about: (value & 1) === 1 });
      }
      return found;
    },
    frequency(key) {
      const list = lists.get(key);
      return list === undefined ? 0 : (postings.lengths[list] ?? 0);
    },
    namesIn: (text) => longestMatches(text, (key) => lists.has(key)),
  };
}
