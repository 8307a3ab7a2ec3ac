import type { TableQueries } from '../../../ports/collections';
import type { SearchIndex } from '../../../retrieval';
import type { CommunityRow, IndexTables } from '../../../tables/tables';
import type { Searched } from '../snapshot';
import type { Projection } from './projection';

/** The tables of an open collection in DuckDB, which takes them when it is asked. A table that did not change stays there. */
export class QueriesProjection implements Projection {
  readonly #open: Searched;
  readonly #queries: TableQueries;
  #isLoaded = false;

  constructor(open: Searched, queries: TableQueries) {
    this.#open = open;
    this.#queries = queries;
  }

  /** Returns the queries, which answer from the tables as they are now. */
  async loaded(): Promise<TableQueries> {
    if (!this.#isLoaded) {
      this.#isLoaded = true;
      const { tables, index } = this.#open;
      await this.#queries.load({ ...tables, communities: titledCommunities(index, tables) });
    }
    return this.#queries;
  }

  follow(): void {
    this.#isLoaded = false;
  }

  forget(): void {
    this.#isLoaded = false;
  }
}

/** Communities under the titles of their reports, by which they are known everywhere else. */
function titledCommunities({ reports }: SearchIndex, { communities }: IndexTables): readonly CommunityRow[] {
  const titles = communities.map((row) => reports.title(row));
  if (communities.every(({ title }, at) => title === titles[at])) return communities;
  // A row's lists are made when they are asked for, so it is not copied.
  return communities.map((row, at) => Object.create(row, { title: { value: titles[at] } }) as CommunityRow);
}
