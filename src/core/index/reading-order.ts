import {
  passageCommunities,
  unitsByDocument,
  type PassageCommunity,
  keyWeights,
  type KeyWeights,
} from '../graph/communities/passage-communities';
import type { ExtractionRow, TextUnitRow } from '../tables/tables';
import { type Work, inSteps } from '../work';
import { sentencesOf } from '../extract/mention-records';

/**
 * Orders the text units that a model reads, the most central ones first. A central unit shares many rare names and terms with others, per square
 * root of its tokens. Repeated sentences count less, and so do passages apart from the rest of their document. Of each document `share` of the
 * units are taken, at least one, from its passage communities by their size and weight. `mentions` are no-model records only, so that a model's
 * records do not change the order. Units in `read` are taken first: adding or deleting a document never has more of another one read.
 */
export function* readingOrder(
  units: readonly TextUnitRow[],
  mentions: readonly ExtractionRow[],
  share: number,
  read: ReadonlySet<string> = new Set(),
): Work<readonly TextUnitRow[]> {
  const documents = unitsByDocument(units);
  const weights = yield* mentionWeights(documents, mentions);
  const scores = new Map<string, number>();
  const byScore = (a: TextUnitRow, b: TextUnitRow): number =>
    (scores.get(b.id) ?? 0) - (scores.get(a.id) ?? 0) || compare(a.document_id, b.document_id) || a.start - b.start;
  const readFirst = (a: TextUnitRow, b: TextUnitRow): number => Number(read.has(b.id)) - Number(read.has(a.id));
  const isNamed = ({ id }: TextUnitRow): boolean => (weights.get(id)?.size ?? 0) > 0;
  const chosen: TextUnitRow[] = [];
  for (const own of documents) {
    const communities = yield* passageCommunities(own.filter(isNamed), weights);
    for (const { units: members, weight } of communities) {
      for (const { id, n_tokens: tokens } of members) {
        const sum = [...(weights.get(id)?.values() ?? [])].reduce((total, one) => total + one, 0);
        scores.set(id, (weight * sum) / Math.sqrt(Math.max(1, tokens)));
      }
    }
    const named = inShares(communities, (a, b) => readFirst(a, b) || byScore(a, b));
    const order = [...named, ...own.filter((unit) => !isNamed(unit))].sort(readFirst);
    chosen.push(...order.slice(0, Math.max(1, Math.round(own.length * share))));
  }
  return chosen.sort(byScore);
}

/** Orders units so that every beginning of the list shares them out among the communities by size and weight (Webster's apportionment). */
function inShares(
  communities: readonly PassageCommunity[],
  order: (a: TextUnitRow, b: TextUnitRow) => number,
): readonly TextUnitRow[] {
  return communities
    .flatMap(({ units, weight }) =>
      units.toSorted(order).map((unit, at) => ({ unit, turn: (at + 0.5) / (units.length * weight) })),
    )
    .sort((a, b) => (a.turn < b.turn ? -1 : a.turn > b.turn ? 1 : 0))
    .map(({ unit }) => unit);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Weighs the names and terms of each text unit by their rarity (after KET-RAG's skeleton, which takes the central chunks of a neighbour graph).
 * The weight is divided by the number of other places with the same sentence, so that a footer or a licence counts little. `documents` are
 * their text units in reading order; `mentions` are no-model records, in any order.
 */
function* mentionWeights(
  documents: readonly (readonly TextUnitRow[])[],
  mentions: readonly ExtractionRow[],
): Work<KeyWeights> {
  const newness = yield* sentenceNewness(documents);
  const byKey = new Map<string, Map<string, number>>();
  yield* inSteps(
    mentions,
    ({ key, text_unit_id: unit, document_id: document, sentences }) => {
      const newest = sentences.reduce((most, sentence) => Math.max(most, newness(document, sentence)), 0);
      const units = byKey.get(key);
      if (units) units.set(unit, Math.max(units.get(unit) ?? 0, newest));
      else byKey.set(key, new Map([[unit, newest]]));
    },
    2048,
  );
  return yield* keyWeights(byKey, documents.flat());
}

/** One over the number of other places with the text of a sentence. 1 for one other place or none. */
function* sentenceNewness(
  documents: readonly (readonly TextUnitRow[])[],
): Work<(document: string, sentence: number) => number> {
  const texts = new Map<string, string[]>();
  const places = new Map<string, number>();
  for (const units of documents) {
    const own: string[] = [];
    yield* inSteps([...sentencesOf(units)], ({ number, text }) => {
      const plain = text.replace(/\s+/gu, ' ');
      own[number] = plain;
      places.set(plain, (places.get(plain) ?? 0) + 1);
    });
    texts.set(units[0]?.document_id ?? '', own);
  }
  return (document, sentence) => 1 / Math.max(1, (places.get(texts.get(document)?.[sentence] ?? '') ?? 1) - 1);
}
