import type { TableChange, TableQueries } from '../../../ports/collections';
import type { SearchIndex } from '../../../retrieval';
import type { CommunityRow, IndexTables } from '../../../tables/tables';
import type { Searched, Snapshot } from '../snapshot';
import type { Projection } from './projection';

/** The tables of an open collection in DuckDB, which takes them when it is asked. A table that did not change stays there. */
export class QueriesProjection implements Projection {
  readonly #open: Searched;
  readonly #queries: TableQueries;
  /** The tables that DuckDB was given. */
  #loaded: IndexTables | undefined;

  constructor(open: Searched, queries: TableQueries) {
    this.#open = open;
    this.#queries = queries;
  }

  /** Returns the queries, which answer from the tables as they are now. */
  async loaded(): Promise<TableQueries> {
    const { tables, index } = this.#open;
    if (this.#loaded !== tables) {
      this.#loaded = tables;
      await this.#queries.load({ ...tables, communities: titledCommunities(index, tables) });
    }
    return this.#queries;
  }

  follow(_: TableChange, { tables }: Snapshot): void {
    if (this.#loaded !== tables) this.#loaded = undefined;
  }

  forget(): void {
    this.#loaded = undefined;
  }
}

/** Communities under the titles of their reports, by which they are known everywhere else. */
function titledCommunities({ reports }: SearchIndex, { communities }: IndexTables): readonly CommunityRow[] {
  const titles = communities.map((row) => reports.title(row));
  if (communities.every(({ title }, at) => title === titles[at])) return communities;
  // A row's lists are made when they are asked for, so it is not copied.
  return communities.map((row, at) => Object.create(row, { title: { value: titles[at] } }) as CommunityRow);
}
