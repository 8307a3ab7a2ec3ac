import type { Message } from '../message';
import type { CallOptions } from '../platform';
import type { ImportedType } from '../tables/documents';
import type { EntityRow, TableName, TableRow, TABLES, TABLES_ON_DISK } from '../tables/tables';
import type { RawGraph } from '../tables/raw-tables';
import type { VectorField } from '../vectors/vector-store';
import type { SourceFile } from './documents';

/** The tables that other programs know. */
export type GraphTables = {
  readonly [N in Exclude<TableName, (typeof TABLES_ON_DISK)[number]>]: readonly TableRow<N>[];
};
export type GraphTableName = keyof GraphTables;

/** A row as other programs know it: without Burrow's own columns. */
type SharedRow<N extends GraphTableName> = {
  readonly [
    C in keyof TableRow<N> as (typeof TABLES)[N] extends { readonly [K in C]: { readonly own: true } } ? never : C
  ]: TableRow<N>[C];
};

/** Graph that another program made of documents, in the columns of GraphRAG 3 (GraphRAG A14). */
export interface ForeignGraph {
  /** The program for people, such as "GraphRAG 2". */
  readonly program: string;
  /** Name of the files, to be the collection's name. */
  readonly name: string;
  /** Media type of its documents. */
  readonly mediaType: ImportedType;
  /** Number of entities that stand in no list of nodes and are only named by relationships. */
  readonly unlistedEntities?: number;
  readonly documents: readonly Omit<SharedRow<'documents'>, 'text_unit_ids'>[];
  readonly text_units: readonly Omit<SharedRow<'text_units'>, 'entity_ids' | 'relationship_ids' | 'covariate_ids'>[];
  readonly entities: readonly (Omit<SharedRow<'entities'>, 'frequency' | 'degree'> & Pick<EntityRow, 'x' | 'y'>)[];
  readonly relationships: readonly Omit<SharedRow<'relationships'>, 'combined_degree'>[];
  readonly covariates: readonly SharedRow<'covariates'>[];
  readonly communities: readonly Omit<SharedRow<'communities'>, 'relationship_ids' | 'text_unit_ids'>[];
  readonly community_reports: readonly SharedRow<'community_reports'>[];
}

/** Kind of given files, by their use in Burrow. */
export type GivenKind = 'copy' | 'graph' | 'documents';

/** Reads files that other programs made. */
export interface GraphReader {
  /** Detects the kind of these files together; looks at names and tables of contents alone. Never throws. */
  kindOf(files: readonly SourceFile[]): Promise<GivenKind>;
  /** Throws ParseError for files that hold no graph, or a damaged one. */
  read(files: readonly SourceFile[], options?: CallOptions): Promise<ForeignGraph>;
}

/** Export format, with its words for a person and its file name. */
export interface ExportChoice {
  readonly name: string;
  readonly title: Message;
  /** Programs that open it, and its contents. */
  readonly about: Message;
  /** Without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** True if the snapshots of each step can be written with it. */
  readonly hasSnapshots?: true;
}

/** Outputs of the steps of indexing, beside the resulting tables: GraphRAG's snapshots (GraphRAG A5, A11). */
export interface Snapshots {
  readonly graph: RawGraph;
  /** The fields that have vectors. */
  readonly embeddings: readonly EmbeddingSnapshot[];
}

/** The vectors of one field. */
export interface EmbeddingSnapshot {
  readonly field: VectorField;
  /** Vectors at most. */
  readonly rows: number;
  /** Reads them: the ids of the embedded rows, and as many row-major vectors. Throws StorageError for damaged files. */
  read(): Promise<{ readonly ids: readonly string[]; readonly vectors: Float32Array }>;
}

/**
 * The part of a collection that is exported: what is in all that is given of it. Missing for the whole. Entities are chosen by themselves or with
 * their communities.
 */
export interface ExportScope {
  /** Level of the communities and reports. */
  readonly level?: number | undefined;
  /** Ids. */
  readonly documents?: readonly string[] | undefined;
  readonly entities?: readonly string[] | undefined;
  /** Numbers. */
  readonly communities?: readonly number[] | undefined;
}

/** Events of an export: parts of the file in order, and in between the amount written. */
export type ExportPart =
  | { readonly kind: 'bytes'; readonly bytes: Blob }
  | { readonly kind: 'progress'; readonly done: number; readonly total: number; readonly doing: ExportWork };

/** Current work of an export: the reports that are composed on request, the raw graph of snapshots, or the file. */
type ExportWork = 'reports' | 'graph' | 'file';

/** Writes files for other programs. */
export interface ExportWriter {
  choices(): Promise<readonly ExportChoice[]>;
  /** The tables that an export writes. Throws RangeError for an unknown name. */
  tablesOf(name: string): Promise<ReadonlySet<GraphTableName>>;
  /** Streams a file made of tables whose derived columns are filled. Nothing of it is kept when the signal aborts. */
  write(name: string, tables: GraphTables, options?: WriteOptions): AsyncIterable<ExportPart>;
}

export interface WriteOptions extends CallOptions {
  /** Written with a format that has them. */
  readonly snapshots?: Snapshots;
}
