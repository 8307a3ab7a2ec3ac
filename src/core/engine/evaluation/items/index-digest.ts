import { contentHash } from '../../../ids';
import type { Clock } from '../../../platform';
import type { Rows } from '../../../tables/rows';
import type { IndexTables } from '../../../tables/tables';
import { inSteps, runWork, type Work } from '../../../work';
import type { Snapshot } from '../../collections/snapshot';

const digests = new WeakMap<IndexTables, Promise<string>>();

/** Names the state of everything that search reads: another index has another name, in every tab and after a reload. */
export async function indexDigest({ tables, state: { embedding } }: Snapshot, clock: Clock): Promise<string> {
  const known = digests.get(tables) ?? runWork(digestOf(tables), { clock });
  digests.set(tables, known);
  return embedding ? `${await known} ${embedding.model} ${String(embedding.complete)}` : known;
}

function* digestOf(tables: IndexTables): Work<string> {
  const hash = contentHash();
  const encoder = new TextEncoder();
  const put = <Row>(rows: Rows<Row>, cellsOf: (row: Row) => readonly (string | number)[]): Work<void> =>
    inSteps(rows, (row) => hash.add(encoder.encode(JSON.stringify(cellsOf(row)))));
  yield* put(tables.text_units, (row) => [row.id, row.written_context]);
  yield* put(tables.entities, (row) => [row.id, row.title, row.description, row.frequency]);
  yield* put(tables.relationships, (row) => [row.id, row.description, row.weight, ...row.theme_keywords]);
  yield* put(tables.covariates, (row) => [row.id, row.description]);
  yield* put(tables.communities, (row) => [row.community, row.level, row.size]);
  yield* put(tables.community_reports, (row) => [row.id, row.full_content]);
  yield* put(tables.summaries, (row) => [row.id, row.text]);
  return hash.hex();
}
