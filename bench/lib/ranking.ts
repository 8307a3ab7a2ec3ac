import type { SearchIndex, DenseSearch } from '../../src/core/retrieval/index';
import type { Reranker } from '../../src/core/models/encoders';
import { retrieve, routed, type RetrievalMode } from '../../tests/helpers/retrieve';

/** Results of one way of searching for each question. */
export interface Ranking {
  readonly name: string;
  /** For each question what was found, best first. */
  readonly lists: readonly (readonly string[])[];
  /** Time of a question. */
  readonly milliseconds: number;
}

/** Each way of searching that has the same name but for this ending compares by meaning, too. */
export const WITH_MEANING = ' + dense';

/** Each ranking that has the same name but for this ending was sorted anew by a reranker. */
export const WITH_RERANKER = ' + reranker';

const MOST = 40;
const MODES = [
  'basic',
  'local',
  'drift',
  'global',
  'lazy',
  'contextual',
  'two fields',
  'raptor-collapsed',
  'raptor-traversal',
  'lightrag-mix',
] as const;

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

/** As many as the app has sorted anew, at most. */
const RERANKED = 30;

/** A ranking with the first of each list sorted anew by a reranker; its time is added. */
export async function reranked(
  { name, lists, milliseconds }: Ranking,
  questions: readonly string[],
  texts: ReadonlyMap<string, string>,
  reranker: Reranker,
): Promise<Ranking> {
  const started = performance.now();
  const sorted: (readonly string[])[] = [];
  for (const [i, list] of lists.entries()) {
    const head = list.slice(0, RERANKED);
    const scores = await reranker.rank(
      questions[i] ?? '',
      head.map((id) => texts.get(id) ?? ''),
    );
    const anew = head.map((id, at) => ({ id, score: scores[at] ?? 0 })).sort((a, b) => b.score - a.score);
    sorted.push([...anew.map(({ id }) => id), ...list.slice(RERANKED)]);
  }
  const spent = (performance.now() - started) / Math.max(1, lists.length);
  return { name: `${name}${WITH_RERANKER}`, lists: sorted, milliseconds: milliseconds + spent };
}

/**
 * Ids of the text units that BM25 and each mode find, and with vectors dense search alone and each mode with both. `auto` is as
 * search routes the question.
 */
export function rankingsOf(
  index: SearchIndex,
  questions: readonly string[],
  dense: ReadonlyMap<string, DenseSearch> | null,
): readonly Ranking[] {
  const alone = (name: string, mode: RetrievalMode): Ranking =>
    ranked(name, questions, (question) => retrieve(index, question, mode, MOST, dense?.get(question)));
  const each = (ending: string, meaning: (question: string) => DenseSearch | undefined): readonly Ranking[] => [
    ...MODES.map((mode) =>
      ranked(`${mode}${ending}`, questions, (question) => retrieve(index, question, mode, MOST, meaning(question))),
    ),
    ranked(`auto${ending}`, questions, (question) =>
      retrieve(index, question, routed(index, question), MOST, meaning(question)),
    ),
  ];
  const words = each('', () => undefined);
  if (!dense) return [alone('BM25', 'bm25'), ...words];
  return [
    alone('BM25', 'bm25'),
    alone('dense', 'dense'),
    ...words,
    ...each(WITH_MEANING, (question) => dense.get(question)),
  ];
}
