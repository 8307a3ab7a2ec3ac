import type { Codes } from './codes';

/** Fields that are embedded, or were by earlier versions (the last one). Named after GraphRAG's fields. */
export type VectorField =
  | 'text_unit_text'
  | 'entity_description'
  | 'relationship_description'
  | 'community_full_content'
  | 'entity_title'
  | 'community_title'
  | 'community_summary'
  | 'summary_text'
  | 'document_text';

/** Vectors of one field made by one model, in the order of `ids`. */
export interface VectorRows {
  readonly field: VectorField;
  /** The embedder's id. */
  readonly model: string;
  readonly dims: number;
  /** Ids of the rows that were embedded, without repeats. */
  readonly ids: readonly string[];
  /** Hash of each embedded text: a row whose text changed is embedded again. */
  readonly hashes: readonly string[];
  /** Row-major unit vectors, `ids.length * dims` numbers. */
  readonly vectors: Float32Array;
  /** Codes of the vectors; missing where nothing would use them. */
  readonly codes?: Codes;
}

/** Vectors of one field and model. */
export interface VectorSet {
  readonly field: VectorField;
  readonly model: string;
  readonly dims: number;
  readonly rows: number;
  /** Bytes on disk, with those of the codes. */
  readonly bytes: number;
}

/** The vectors of a collection; follows the generation of its tables. */
export interface VectorStore {
  sets(): readonly VectorSet[];
  /** Undefined where there are none. Throws StorageError for damaged files. */
  read(field: VectorField, model: string): Promise<VectorRows | undefined>;
}

/** New vectors of one field and model, committed together with tables. */
export interface VectorAppend {
  readonly ids: readonly string[];
  readonly hashes: readonly string[];
  /** The document that each row belongs to and is removed with; missing for rows that belong to none. */
  readonly documents?: readonly string[];
  readonly vectors: Float32Array;
}

/** A change of the vectors of one field and model. */
export interface VectorChange {
  readonly field: VectorField;
  readonly model: string;
  readonly dims: number;
  /** Rows added; one whose id is there already takes the earlier one's place. */
  readonly append?: VectorAppend;
  /** Ids of the earlier rows that stay; missing when all do. */
  readonly keep?: readonly string[];
  /** Writes small files together, once nothing more is coming. */
  readonly compact?: boolean;
}
