import { sentencesOf } from '../../extract/mention-records';
import { rarity, type KeyWeights } from '../../graph/passage-communities';
import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import { inSteps, type Work } from '../../work';

/**
 * What the names and terms of each text unit add to it: the rarity of each (after KET-RAG's skeleton, which takes the central
 * chunks of a neighbour graph), divided by how often the sentence that holds the key stands elsewhere word by word. A footer, disclaimer or
 * licence counts little by that, and what is quoted once counts whole. `documents` are their text units in reading order; `mentions` are no-model
 * records, in any order.
 */
export function* keyWeights(
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
