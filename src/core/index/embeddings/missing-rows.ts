import { stableId } from '../../ids';
import type { FieldVectors } from '../../vectors/field-vectors';
import type { VectorField } from '../../vectors/vector-store';
import type { Work } from '../../work';
import type { EmbeddedRow, EmbeddingField, EmbeddingTables } from './embedding-field';

/** A row that has no vector of its text yet. */
export interface MissingRow extends EmbeddedRow {
  readonly hash: string;
}

/** How a field stands. */
export interface FieldStand {
  readonly field: EmbeddingField;
  /** Rows with a text. */
  readonly rows: number;
  /** Ids that have a vector of their present text. */
  readonly standing: readonly string[];
  readonly missing: readonly MissingRow[];
}

const ROWS_PER_STEP = 32;

/** What of each field has vectors of its present text and what lacks them; linear in the text, in small steps. */
export function* standOfFields(
  fields: readonly EmbeddingField[],
  tables: EmbeddingTables,
  hashOf: (field: VectorField, id: string) => string | undefined,
): Work<readonly FieldStand[]> {
  const stands: FieldStand[] = [];
  let done = 0;
  for (const field of fields) {
    const standing: string[] = [];
    const missing: MissingRow[] = [];
    for (const row of field.rows(tables)) {
      if (++done % ROWS_PER_STEP === 0) yield { done, total: done };
      if (row.text.trim() === '') continue;
      const hash = textHash(row.text);
      if (hashOf(field.field, row.id) === hash) standing.push(row.id);
      else missing.push({ ...row, hash });
    }
    stands.push({ field, rows: standing.length + missing.length, standing, missing });
  }
  return stands;
}

/** Identifies an embedded text. */
export const textHash = (text: string): string => stableId(text);

/** Hashes of loaded vectors, by field and id. */
export function hashesOf(vectors: ReadonlyMap<VectorField, FieldVectors>) {
  return (field: VectorField, id: string): string | undefined => vectors.get(field)?.hashOf(id);
}
