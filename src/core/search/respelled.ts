import { conceptKey, findConcepts } from '../retrieval/concepts';
import type { SearchIndex } from '../retrieval/index';
import { terms } from '../text/terms';
import { namesOf } from './named-in';

/** A name of a question that no text spells so, and the one name that differs by a slip of the keys. */
export interface Respelling {
  readonly typed: string;
  readonly meant: string;
}

const UNITS_READ = 40;
const LEAST_LETTERS = 5;

/**
 * The name of several words in a question of which one stands in no text, where the texts have one name that differs from it in that word by a letter
 * left out, put in or swapped with the next; null where there is none or more than one. Another letter ("Meier", "Meyer") is another name.
 */
export function respellingOf(index: SearchIndex, question: string): Respelling | null {
  for (const typed of namesOf(question)) {
    const meant = meantBy(index, typed);
    if (meant !== null) return { typed, meant };
  }
  return null;
}

function meantBy(index: SearchIndex, typed: string): string | null {
  const words = conceptKey(typed).split(' ');
  const { bm25 } = index.store.passages;
  const isUnknown = (word: string): boolean => terms(word).every((term) => bm25.documentFrequency(term) === 0);
  const unknown = words.filter(isUnknown);
  const [slip = ''] = unknown;
  if (words.length < 2 || unknown.length !== 1 || slip.length < LEAST_LETTERS) return null;
  const rest = words.filter((word) => word !== slip).flatMap((word) => terms(word));
  const units = bm25.search(rest, { k: UNITS_READ, allow: () => true });
  const found = units.flatMap(({ id }) => likeIn(index.unitAt.get(id)?.text ?? '', words, slip));
  const spellings = new Map(found.map((name) => [conceptKey(name), name]));
  return spellings.size === 1 ? ([...spellings.values()][0] ?? null) : null;
}

/** Runs of a text's names that are the words with another spelling of one. */
function likeIn(text: string, words: readonly string[], slip: string): readonly string[] {
  return findConcepts(text).flatMap(({ start, end }) => {
    const own = text.slice(start, end).split(/\s+/u);
    return own.flatMap((_, at) => {
      const run = own.slice(at, at + words.length);
      const isLike = (word: string, place: number): boolean =>
        words[place] === slip ? isSlip(slip, conceptKey(word)) : conceptKey(word) === words[place];
      return run.length === words.length && run.every(isLike) ? [run.join(' ')] : [];
    });
  });
}

/** Whether two words differ by a letter left out or by two that are swapped, behind the same first letter. */
export function isSlip(one: string, other: string): boolean {
  if (one[0] !== other[0]) return false;
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  const at = [...long].findIndex((letter, place) => letter !== short[place]);
  if (at < 0) return false;
  if (long.length > short.length) return long.slice(0, at) + long.slice(at + 1) === short;
  const swapped = `${long.slice(0, at)}${long[at + 1] ?? ''}${long[at] ?? ''}${long.slice(at + 2)}`;
  return swapped === short;
}
