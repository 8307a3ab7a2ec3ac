import type { TableName, TableRow } from '../tables/tables';

/** Rows of a table chosen by SQL (DuckDB); follows the store's generation. */
export interface TableQueries {
  /** Loads the tables of the current generation; called after open and after each commit that matters to Explore. */
  load(tables: { readonly [N in TableName]?: readonly TableRow<N>[] }): Promise<void>;
  page(query: TableQuery): Promise<TablePage>;
  /** Starts the database ahead of the first page. Never throws: that page says what is wrong. */
  start(): Promise<void>;
}

/** A page of one table, filtered and sorted. */
export interface TableQuery {
  readonly table:
    'documents' | 'text_units' | 'entities' | 'relationships' | 'covariates' | 'communities' | 'community_reports';
  readonly columns: readonly string[];
  /** Case-insensitive text that some text column must contain. */
  readonly filter?: string;
  readonly sort?: { readonly column: string; readonly descending: boolean };
  readonly offset: number;
  readonly limit: number;
}

/** The rows of a page, as plain values. */
export interface TablePage {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Rows that match the filter, beyond this page too. */
  readonly total: number;
}
