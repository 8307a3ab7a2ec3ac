import type { ExtractionRow, TextUnitRow } from '../../tables/tables';
import { inSteps, type Work } from '../../work';

/** Keys that stand in more than this share of the text units tell nothing about which of them are central. */
const COMMON = 0.25;

/**
 * The text units that a model is to read, the most central ones first. Central is what shares many rare names and terms with other
 * text units: a passage scores Σ log(N / df) over its keys with 2 ≤ df ≤ N / 4, divided by the square root of its tokens (after KET-RAG's
 * skeleton, which takes the central chunks of a neighbour graph). `share` of each document's units are taken, to the nearest number and at
 * least one of each. `mentions` are no-model records only: what a model adds does not move the order. Units in `read` count towards their
 * document's share before any other, so that adding or deleting a document, which moves what is central, never has more read of another.
 */
export function* readingOrder(
  units: readonly TextUnitRow[],
  mentions: readonly ExtractionRow[],
  share: number,
  read: ReadonlySet<string> = new Set(),
): Work<readonly TextUnitRow[]> {
  const scores = yield* centrality(units, mentions);
  const score = (unit: TextUnitRow): number => scores.get(unit.id) ?? 0;
  const byCentrality = (a: TextUnitRow, b: TextUnitRow): number =>
    score(b) - score(a) || compare(a.document_id, b.document_id) || a.start - b.start;
  const readFirst = (a: TextUnitRow, b: TextUnitRow): number =>
    Number(read.has(b.id)) - Number(read.has(a.id)) || byCentrality(a, b);
  const byDocument = new Map<string, TextUnitRow[]>();
  for (const unit of units) {
    const list = byDocument.get(unit.document_id);
    if (list) list.push(unit);
    else byDocument.set(unit.document_id, [unit]);
  }
  const chosen = [...byDocument.values()].flatMap((list) =>
    list.sort(readFirst).slice(0, Math.max(1, Math.round(list.length * share))),
  );
  return chosen.sort(byCentrality);
}

function* centrality(
  units: readonly TextUnitRow[],
  mentions: readonly ExtractionRow[],
): Work<ReadonlyMap<string, number>> {
  const unitsOf = new Map<string, Set<string>>();
  yield* inSteps(
    mentions,
    ({ key, text_unit_id }) => {
      const found = unitsOf.get(key);
      if (found) found.add(text_unit_id);
      else unitsOf.set(key, new Set([text_unit_id]));
    },
    2048,
  );
  const most = Math.max(2, units.length * COMMON);
  const scores = new Map<string, number>();
  yield* inSteps([...unitsOf.values()], (found) => {
    if (found.size < 2 || found.size > most) return;
    const weight = Math.log(units.length / found.size);
    for (const unit of found) scores.set(unit, (scores.get(unit) ?? 0) + weight);
  });
  for (const unit of units) {
    const score = scores.get(unit.id);
    if (score !== undefined) scores.set(unit.id, score / Math.sqrt(Math.max(1, unit.n_tokens)));
  }
  return scores;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
