import type { Work } from '../work';
import type { VectorAppend, VectorField, VectorRows } from './vector-store';
import { createVectorTable, type VectorTable } from './vector-table';

/** The vectors of one field and model in memory, by the ids of the embedded rows. */
export interface FieldVectors {
  readonly field: VectorField;
  readonly model: string;
  readonly dims: number;
  readonly table: VectorTable;
  /** Id of each row of the table, removed ones included. */
  readonly ids: readonly string[];
  /** Row of an id, as long as it is there. */
  rowOf(id: string): number | undefined;
  /** Hash of the text that was embedded for an id. */
  hashOf(id: string): string | undefined;
  /** Number of ids. */
  size(): number;
  /** Adds rows; an id that is there already gets the new vector. */
  append(rows: Pick<VectorAppend, 'ids' | 'hashes' | 'vectors'> & Pick<VectorRows, 'codes'>): Work<void>;
  /** The vector of an id, to search for what is like it. */
  vectorOf(id: string): Float32Array | undefined;
}

/** No vectors yet, with room for some. */
export function createFieldVectors(
  { field, model, dims }: Pick<VectorRows, 'field' | 'model' | 'dims'>,
  expected = 0,
): FieldVectors {
  const table = createVectorTable(dims, { expected: Math.max(expected, 64) });
  const ids: string[] = [];
  const known = new Map<string, { readonly row: number; readonly hash: string }>();
  return {
    field,
    model,
    dims,
    table,
    ids,
    rowOf: (id) => known.get(id)?.row,
    hashOf: (id) => known.get(id)?.hash,
    size: () => known.size,
    *append(rows) {
      const first = table.size;
      yield* table.append(rows.vectors, rows.codes);
      for (const [at, id] of rows.ids.entries()) {
        const before = known.get(id);
        if (before) table.remove(before.row);
        ids[first + at] = id;
        known.set(id, { row: first + at, hash: rows.hashes[at] ?? '' });
      }
    },
    vectorOf: (id) => {
      const row = known.get(id)?.row;
      return row === undefined ? undefined : table.vector(row);
    },
  };
}
