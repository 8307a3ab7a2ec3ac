import type { VectorField } from '../../vectors/vector-store';
import type { IndexTables } from '../index-tables';

/** A row as it is embedded. */
export interface EmbeddedRow {
  readonly id: string;
  /** What the embedder reads; empty for a row that is left out. */
  readonly text: string;
  /** The document with which its vector is removed, for rows that belong to one. */
  readonly document?: string;
}

/** One thing that can be embedded. */
export interface EmbeddingField {
  readonly field: VectorField;
  /** What its rows are called. */
  readonly title: string;
  readonly doc: string;
  /** Whether it is embedded unless a person says otherwise. */
  readonly byDefault: boolean;
  /** Its rows; `tables` is one consistent state. */
  rows(tables: EmbeddingTables): Iterable<EmbeddedRow>;
}

/** The tables from which texts are made. */
export type EmbeddingTables = Pick<IndexTables, 'text_units' | 'entities' | 'community_reports'>;
