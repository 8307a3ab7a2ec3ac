/** What is embedded. Named after GraphRAG's fields. */
export type VectorField =
  | 'text_unit_text'
  | 'entity_description'
  | 'community_full_content'
  | 'entity_title'
  | 'community_title'
  | 'community_summary'
  | 'relationship_description'
  | 'document_text';

/** Vectors of one field made by one model, in the order of `ids`. */
export interface VectorRows {
  readonly field: VectorField;
  /** The embedder's id. */
  readonly model: string;
  readonly dims: number;
  /** Ids of the rows that were embedded. */
  readonly ids: readonly string[];
  /** Hash of each embedded text: a row whose text changed is embedded again. */
  readonly hashes: readonly string[];
  /** Row-major unit vectors, `ids.length * dims` numbers. */
  readonly vectors: Float32Array;
}

/** The vectors of a collection; follows the generation of its tables. */
export interface VectorStore {
  read(field: VectorField, model: string): Promise<VectorRows | undefined>;
}
