import type { GoldPassage } from '../../scripts/lib/gold';
import type { DocumentRow, Span } from '../../src/core/tables/tables';

/** Least share of a quotation that must be held where nothing holds all of it. */
const LEAST_SHARE = 0.5;

/** Finds the place of a gold passage. Throws when its document does not have it. */
export function spanOfPassage(
  documents: readonly Pick<DocumentRow, 'id' | 'source_path' | 'text'>[],
  { document: name, quote }: GoldPassage,
): Span {
  const document = documents.find(({ source_path }) => source_path.split('/').at(-1) === name);
  const start = document ? document.text.indexOf(quote) : -1;
  if (!document || start < 0) throw new Error(`${name} does not contain: ${quote}`);
  return { document_id: document.id, start, end: start + quote.length };
}

/** The text units in which a passage counts as found: those that hold all of it, else those that hold at least half. */
export function unitsHolding<U extends Span>(units: readonly U[], passage: Span): readonly U[] {
  const whole = units.filter((unit) => overlap(unit, passage) === passage.end - passage.start);
  return whole.length > 0 ? whole : units.filter((unit) => coversHalf([unit], passage));
}

/** Share of the passages that have one of their text units among the first k ids. */
export function evidenceRecall(ids: readonly string[], passages: readonly (readonly string[])[], k: number): number {
  const first = new Set(ids.slice(0, k));
  return passages.filter((holders) => holders.some((id) => first.has(id))).length / Math.max(1, passages.length);
}

/** Checks that the spans together cover at least half of the passage. */
export function coversHalf(spans: readonly Span[], passage: Span): boolean {
  const parts = spans
    .filter((span) => overlap(span, passage) > 0)
    .map(({ start, end }) => ({ start: Math.max(start, passage.start), end: Math.min(end, passage.end) }))
    .sort((a, b) => a.start - b.start);
  let covered = 0;
  let reached = passage.start;
  for (const { start, end } of parts) {
    covered += Math.max(0, end - Math.max(start, reached));
    reached = Math.max(reached, end);
  }
  return covered > 0 && covered >= LEAST_SHARE * (passage.end - passage.start);
}

function overlap(one: Span, other: Span): number {
  if (one.document_id !== other.document_id) return 0;
  return Math.max(0, Math.min(one.end, other.end) - Math.max(one.start, other.start));
}
