import type { DenseSearch } from '../../src/core/retrieval/dense';
import type { SearchIndex } from '../../src/core/retrieval/index';
import { readQuestion } from '../../src/core/search/question';
import { composeDraft } from '../../src/core/search/search';
import { retrieve, type RetrievalMode } from '../../tests/helpers/retrieve';

/** What one way of searching gave for each question. */
export interface Ranking {
  readonly name: string;
  /** For each question what was found, best first. */
  readonly lists: readonly (readonly string[])[];
  /** Of a question. */
  readonly milliseconds: number;
}

/** Each way of searching that has the same name but for this ending compares by meaning, too. */
export const WITH_MEANING = ' + dense';

const MOST = 40;
const MODES = ['basic', 'local', 'global', 'drift'] as const;

/** Asks every question in one way. */
export function ranked(
  name: string,
  questions: readonly string[],
  find: (question: string) => readonly string[],
): Ranking {
  const started = performance.now();
  const lists = questions.map(find);
  return { name, lists, milliseconds: (performance.now() - started) / Math.max(1, questions.length) };
}

/** Ids of the text units that BM25 and each mode find, and with vectors dense search alone and each mode with both. */
export function rankingsOf(
  index: SearchIndex,
  questions: readonly string[],
  dense: ReadonlyMap<string, DenseSearch> | null,
): readonly Ranking[] {
  const alone = (name: string, mode: RetrievalMode) =>
    ranked(name, questions, (question) => retrieve(index, question, mode, MOST, dense?.get(question)));
  const words = MODES.map((mode) => ranked(mode, questions, (question) => found(index, question, mode)));
  if (!dense) return [alone('BM25', 'bm25'), ...words];
  const both = MODES.map((mode) =>
    ranked(`${mode}${WITH_MEANING}`, questions, (question) => found(index, question, mode, dense.get(question))),
  );
  return [alone('BM25', 'bm25'), alone('dense', 'dense'), ...words, ...both];
}

/** DRIFT without a model has no ranking of its own: what its branches rest on follows what its first answer does. */
function found(
  index: SearchIndex,
  question: string,
  mode: (typeof MODES)[number],
  dense?: DenseSearch,
): readonly string[] {
  if (mode !== 'drift') return retrieve(index, question, mode, MOST, dense);
  const read = readQuestion(index, { question, mode });
  const draft = composeDraft(index, { question, mode }, dense ? { ...read, dense } : read, mode);
  return draft.sections.find(({ name }) => name === 'Sources')?.items.map(({ id }) => id) ?? [];
}
