import type { AnswerText } from '../answer/answer-text';
import { answerUnits } from '../answer/answer-units';
import type { AlignOptions } from './align-answer';
import type { AlignedSentence } from './alignment';
import type { GroundIndex } from './ground-index';
import { readStatement } from './statement';

/** Unit vectors of texts, row-major with so many numbers each, or in one sentence why there are none. Throws the reason of an abort. */
export type Vectorise = (
  texts: readonly string[],
) => Promise<{ readonly dims: number; readonly vectors: Float32Array } | { readonly words: string }>;

/** Grounds that are compared by their vectors at most: those that share most words with the doubtful sentences. */
const MOST_GROUNDS = 192;

/**
 * How alike the doubtful sentences of an answer and the grounds are by their vectors: 0 as alike as grounds are to it on average, 1 the same.
 * Null where every sentence is supported or says nothing, so that nothing is embedded; in words why there are no vectors.
 */
export async function likenessOf(
  answer: AnswerText,
  aligned: readonly AlignedSentence[],
  index: GroundIndex,
  vectorise: Vectorise,
): Promise<Required<Pick<AlignOptions, 'like'>> | { readonly words: string } | null> {
  const units = answerUnits(answer.text);
  const doubtful = units.flatMap(({ plain }, at) => (isDoubtful(aligned[at]) ? [{ plain, at }] : []));
  if (doubtful.length === 0 || index.grounds.length === 0) return null;
  const grounds = groundsNear(
    doubtful.map(({ plain }) => plain),
    index,
  );
  const texts = [...doubtful.map(({ plain }) => plain), ...grounds.map((ground) => index.grounds[ground]?.text ?? '')];
  const given = await vectorise(texts);
  if ('words' in given) return given;
  const found = new Map(doubtful.map(({ at }, row) => [at, likenesses(given, row, doubtful.length, grounds)] as const));
  return { like: (sentence, ground) => found.get(sentence)?.get(ground) ?? 0 };
}

const isDoubtful = (one: AlignedSentence | undefined): boolean =>
  one?.support === 'partly' || one?.support === 'unsupported';

/** The grounds that share most words with any of some sentences, in their order. */
function groundsNear(sentences: readonly string[], index: GroundIndex): readonly number[] {
  const all = index.grounds.map((_, ground) => ground);
  if (all.length <= MOST_GROUNDS) return all;
  const said = sentences.map((text) => new Set(readStatement(text).flatMap(({ keys }) => keys)));
  const shared = all.map((ground) =>
    Math.max(...said.map((keys) => [...keys].filter((key) => index.keys[ground]?.has(key)).length)),
  );
  return all
    .toSorted((a, b) => (shared[b] ?? 0) - (shared[a] ?? 0) || a - b)
    .slice(0, MOST_GROUNDS)
    .sort((a, b) => a - b);
}

/** Cosines of a sentence with each ground above their mean, since models differ in how alike they find any two texts. */
function likenesses(
  { dims, vectors }: { readonly dims: number; readonly vectors: Float32Array },
  row: number,
  first: number,
  grounds: readonly number[],
): ReadonlyMap<number, number> {
  const own = vectors.subarray(row * dims, (row + 1) * dims);
  const cosines = grounds.map((_, at) => {
    const from = (first + at) * dims;
    return own.reduce((sum, value, place) => sum + value * (vectors[from + place] ?? 0), 0);
  });
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const above = (cosine: number): number => (mean < 1 ? Math.max(0, (cosine - mean) / (1 - mean)) : 0);
  return new Map(grounds.map((ground, at) => [ground, above(cosines[at] ?? 0)]));
}
