import {
  passageCommunities,
  unitsByDocument,
  type PassageCommunity,
  rarity,
  type KeyWeights,
} from '../graph/communities/passage-communities';
import type { ExtractionRow, TextUnitRow } from '../tables/tables';
import { type Work, inSteps } from '../work';
import { sentencesOf } from '../extract/mention-records';

/**
 * The text units that a model is to read, the most central ones first. Central is what shares many rare names and terms with other text units, per square
 * root of its tokens; sentences that are repeated from elsewhere, and passages that stand apart from the rest of their document, count less. `share` of
 * each document's units are taken, to the nearest number and at least one of each, and of these from each community of its passages as many as its size
 * and weight call for. `mentions` are no-model records only: what a model adds does not move the order. Units in `read` count towards the shares of their
 * document and community before any other, so that adding or deleting a document, which moves what is central, never has more read of another.
 */
export function* readingOrder(
  units: readonly TextUnitRow[],
  mentions: readonly ExtractionRow[],
  share: number,
  read: ReadonlySet<string> = new Set(),
): Work<readonly TextUnitRow[]> {
  const documents = unitsByDocument(units);
  const weights = yield* keyWeights(documents, mentions);
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

/** All units of the communities, so that each beginning of the list has of each what its size and weight call for (Webster's apportionment). */
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
 * What the names and terms of each text unit add to it: the rarity of each (after KET-RAG's skeleton, which takes the central
 * chunks of a neighbour graph), divided by how often the sentence that holds the key stands elsewhere word by word. A footer, disclaimer or
 * licence counts little by that, and what is quoted once counts whole. `documents` are their text units in reading order; `mentions` are no-model
 * records, in any order.
 */
function* keyWeights(
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
  const all = documents.reduce((sum, { length }) => sum + length, 0);
  const weights = new Map<string, Map<string, number>>();
  for (const units of documents) for (const { id } of units) weights.set(id, new Map());
  // Sorted, so that sums do not depend on the order of the records.
  yield* inSteps([...byKey].sort(byName), ([key, units]) => {
    for (const [unit, newest] of units) {
      const weight = newest * rarity(units.size, all);
      if (weight > 0) weights.get(unit)?.set(key, weight);
    }
  });
  return weights;
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** One over the number of other places at which the text of a document's sentence stands, 1 for one other or none. */
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
