import type { Rows } from '../tables/rows';
import { degreeLinkers } from '../graph/derive/degrees';
import type { GraphTables } from '../ports/interop';
import type { Work } from '../work';
import { documentLinker, textUnitLinker } from './index-tables';

/** Rows that are filled between two turns of other work. */
const ROWS_PER_STEP = 2048;

/**
 * Tables as they are in memory, with every derived column filled, and lists of ids in the order of the tables that they point to: the same
 * tables give the same lists, wherever they come from.
 */
export function* filledTables(tables: GraphTables): Work<GraphTables> {
  const { documents, text_units, entities, relationships, covariates, communities } = tables;
  const inOrder = {
    entities: orderOf(entities),
    relationships: orderOf(relationships),
    textUnits: orderOf(text_units),
  };
  const linkDocument = documentLinker(text_units);
  const linkTextUnit = textUnitLinker({ entities, relationships, covariates });
  const linkDegrees = degreeLinkers(relationships);
  yield { done: 0, total: 1 };
  return {
    ...tables,
    documents: yield* mapped(documents, linkDocument),
    text_units: yield* mapped(text_units, linkTextUnit),
    entities: yield* mapped(entities, linkDegrees.entities),
    relationships: yield* mapped(relationships, linkDegrees.relationships),
    communities: yield* mapped(communities, (row) => ({
      ...row,
      entity_ids: inOrder.entities(row.entity_ids),
      relationship_ids: inOrder.relationships(row.relationship_ids),
      text_unit_ids: inOrder.textUnits(row.text_unit_ids),
    })),
  };
}

function* mapped<R>(rows: Rows<R>, map: (row: R) => R): Work<readonly R[]> {
  const all: R[] = [];
  for (const row of rows) {
    all.push(map(row));
    if (all.length % ROWS_PER_STEP === 0) yield { done: all.length, total: rows.length };
  }
  return all;
}

/** Sorts ids into the order of a table's rows. */
function orderOf(rows: Rows<{ readonly id: string }>): (ids: readonly string[]) => readonly string[] {
  const places = new Map(rows.map(({ id }, at) => [id, at]));
  return (ids) => ids.toSorted((a, b) => (places.get(a) ?? -1) - (places.get(b) ?? -1));
}
