import type { SearchIndex } from '../../retrieval/index';
import { terms } from '../../text/terms';
import type { BuiltContext, ContextRow, Ground } from '../context/context';
import { citeEntity, citeRelationship, citeReport, citeSpans } from '../cite';
import type { Cited } from '../draft';
import { nearestFirst } from '../nearest-first';
import { passageOf, passagesOf } from '../passages';
import type { UnitFilter } from '../retrieve-units';

/** The row that each ground belongs to. */
export const rowsOfGrounds = (contexts: readonly BuiltContext[]): ReadonlyMap<Ground, ContextRow> =>
  new Map(
    contexts.flatMap(({ tables }) =>
      tables.flatMap(({ rows }) => rows.flatMap((row) => row.grounds.map((ground) => [ground, row] as const))),
    ),
  );

/** Chips for the grounds that a sentence rests on: of a report or a thing of the graph its own, followed by the passages that say so, the nearest first. */
export function citeGrounds(
  index: SearchIndex,
  rowOf: ReadonlyMap<Ground, ContextRow>,
  { grounds, sentence }: { readonly grounds: readonly Ground[]; readonly sentence: string },
  allow: UnitFilter,
): readonly Cited[] {
  return grounds.flatMap((ground): readonly Cited[] => {
    const { dataset } = ground;
    const spans = inOrder(index, ground, sentence);
    const passages = citeSpans(index, spans);
    const row = rowOf.get(ground)?.row ?? -1;
    switch (dataset) {
      case 'Sources':
      case 'Claims':
        return passages;
      case 'Entities':
        return [citeEntity(index, row, spans) ?? [], passages].flat();
      case 'Relationships':
        return [citeRelationship(index, row, spans) ?? [], passages].flat();
      case 'Reports':
        return [reportChip(index, row, spans, allow) ?? [], passages].flat();
    }
  });
}

/**
 * What a sentence of a report rests on, or a thing that it cites, is told of in several passages: the one that shares most words with the answer's
 * sentence comes first, among equals the one that is nearest to the report's.
 */
function inOrder(index: SearchIndex, { dataset, text, spans }: Ground, sentence: string): Ground['spans'] {
  if (dataset === 'Sources' || spans.length < 2) return spans;
  const said = new Set(terms(sentence));
  const quoted = spans.map((span) => {
    const quote = passageOf(index, span)?.quote ?? '';
    return { span, quote, common: new Set(terms(quote).filter((term) => said.has(term))).size };
  });
  return nearestFirst(text, quoted)
    .toSorted((a, b) => b.common - a.common)
    .map(({ span }) => span);
}

/** A report with the passages of the very sentence in front. */
function reportChip(index: SearchIndex, row: number, spans: Ground['spans'], allow: UnitFilter): Cited | null {
  const cited = citeReport(index, row, allow);
  if (!cited || spans.length === 0) return cited;
  return { ...cited, passages: passagesOf(index, spans) };
}
