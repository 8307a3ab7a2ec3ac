import type { SearchIndex } from '../../retrieve/index';
import type { BuiltContext, ContextRow, Ground } from '../context/context';
import { citeEntity, citeRelationship, citeReport, citeSpans } from '../cite';
import type { Cited } from '../draft';
import { passagesOf } from '../passages';
import type { UnitFilter } from '../retrieve-units';

/** The row that each ground belongs to. */
export const rowsOfGrounds = (contexts: readonly BuiltContext[]): ReadonlyMap<Ground, ContextRow> =>
  new Map(
    contexts.flatMap(({ tables }) =>
      tables.flatMap(({ rows }) => rows.flatMap((row) => row.grounds.map((ground) => [ground, row] as const))),
    ),
  );

/** Chips for what a sentence rests on: of a report or a thing of the graph its own, followed by the passages that say so. */
export function citeGrounds(
  index: SearchIndex,
  rowOf: ReadonlyMap<Ground, ContextRow>,
  grounds: readonly Ground[],
  allow: UnitFilter,
): readonly Cited[] {
  return grounds.flatMap((ground): readonly Cited[] => {
    const { dataset, spans } = ground;
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
        return [reportChip(index, row, ground, allow) ?? [], passages].flat();
    }
  });
}

/** A report with the passages of the very sentence in front. */
function reportChip(index: SearchIndex, row: number, { spans }: Ground, allow: UnitFilter): Cited | null {
  const cited = citeReport(index, row, allow);
  if (!cited || spans.length === 0) return cited;
  return { ...cited, passages: passagesOf(index, spans) };
}
