import type { CitationTarget, EvidenceView } from '../../search/evidence/evidence';
import type { CallOptions } from '../../platform';
import type { RowsQuery, SqlOutcome, SqlRows, TablePage, TableQueries, TableQuery } from '../../ports/collections';
import { BYTE_ORDER_MARK, csvLine } from '../../tables/csv';
import { anySignal } from '../../async';
import { StorageError } from '../../errors';
import { message } from '../../message';
import type { CollectionOverview } from '../../overview/overview';
import { summaryRows } from '../../search/modes/raptor/summary-rows';
import { find, type FoundThings } from '../../search/find/find';
import { findText, type TextFindOptions, type TextFind } from '../../search/find/text-find';
import type { CommunityRow } from '../../tables/tables';
import { viewTarget } from '../../search/evidence/target-view';
import type { SearchIndex } from '../../retrieval';
import { runWork } from '../../work';
import type { CollectionStore } from '../collections/collection-store';
import type { Session } from '../session/session';

/** Looking around in the open collection. */
export interface LookingCalls {
  /** Indexed documents, entities and reports by name, the best first, at most `limit` of each; not what stands only in documents left out. */
  find(text: string, limit: number, options?: Pick<TextFindOptions, 'leftOut'> & CallOptions): Promise<FoundThings>;
  /** Places of words and phrases in the texts. Quick enough to be called while a person types. */
  findText(query: string, options: TextFindOptions & CallOptions): Promise<TextFind>;
  /** A summary of the contents of a collection. */
  overview(): Promise<CollectionOverview>;
  /** Returns all facts of a cited thing, with passages to follow. */
  evidence(target: CitationTarget): Promise<EvidenceView | null>;
  /** Communities of two members or more. */
  communities(): Promise<readonly CommunityNode[]>;
  table(query: TableQuery): Promise<TablePage>;
  /** All rows that match as CSV with a line of column names, in parts; what a spreadsheet would calculate is made a text. */
  exportTable(query: RowsQuery, options?: CallOptions): AsyncIterable<CsvPart>;
  /**
   * Runs a query that a person wrote over all tables. It can only read, and reaches neither files nor the network. Throws StorageError once it has
   * taken `SQL_SECONDS`. `leftOut`: ids of documents whose rows are left out, with all that was made of them, as of those that are being deleted.
   */
  sql(query: string, options?: CallOptions & { readonly leftOut?: readonly string[] }): Promise<SqlOutcome>;
  /** Rows of the last result of `sql`, as texts. Throws StorageError where there is none any more. */
  sqlRows(offset: number, limit: number): Promise<SqlRows>;
  /** The last result of `sql` as CSV. */
  sqlCsv(options?: CallOptions): Promise<Blob>;
  /** Starts what shows tables, so that the first table does not wait for it. */
  startTables(): Promise<void>;
}

/** A community with the best known of its members. Its report is composed when it is opened. */
export interface CommunityNode {
  readonly row: Pick<CommunityRow, 'community' | 'level' | 'parent' | 'children' | 'size'>;
  /** Title of its report. */
  readonly title: string;
  readonly reportId: string;
  /** Titles of its most connected members. */
  readonly members: readonly { readonly id: string; readonly title: string; readonly type: string }[];
}

/** A part of a table as CSV. */
interface CsvPart {
  readonly text: string;
  /** Rows so far, and all of them. */
  readonly done: number;
  readonly total: number;
}

const MEMBERS_SHOWN = 8;

/** Seconds after which a person's query is stopped. */
const SQL_SECONDS = 30;

/** Looking around in the session's open collection. */
export function lookingCalls(session: Session): LookingCalls {
  const loadedQueries = async (): Promise<TableQueries> => (await session.whole()).queries.loaded();
  return {
    find: async (text, limit, { signal, leftOut } = {}) => {
      signal?.throwIfAborted();
      return find((await session.whole()).index, text, limit, leftOut);
    },
    findText: async (query, options) => {
      options.signal?.throwIfAborted();
      return findText(session.current().index, query, options);
    },
    overview: async () => {
      const open = await session.whole();
      await afterChange(open.store, session);
      const overview = await open.overview.now();
      session.keepSoon('overview');
      return overview;
    },
    evidence: async (target) => {
      const open = await session.whole();
      await session.filling()?.forTarget(target);
      const { index, tables } = open;
      return viewTarget(index, target, tables.covariates);
    },
    communities: async () => communityNodes((await session.whole()).index),
    table: async (query) => (await loadedQueries()).page(query),
    exportTable: (query, options) => csvParts(loadedQueries, query, options),
    sql: async (query, { signal, leftOut = [] } = {}) => {
      const queries = await loadedQueries();
      const late = new AbortController();
      const cancel = session.env.timer.after(SQL_SECONDS * 1000, () => late.abort());
      try {
        const { store, index } = await session.whole();
        const stop = anySignal(late.signal, signal);
        const summaries = () => runWork(summaryRows(index), { clock: session.env.clock, signal: stop });
        return await queries.sql(query, { store: store.files, summaries, leftOut, signal: stop });
      } catch (error) {
        if (!late.signal.aborted || signal?.aborted) throw error;
        throw new StorageError(
          message`The query was stopped after ${SQL_SECONDS} seconds. Ask for less, such as fewer tables at once.`,
        );
      } finally {
        cancel();
      }
    },
    sqlRows: (offset, limit) => session.env.queries.sqlRows(offset, limit),
    sqlCsv: (options = {}) => session.env.queries.sqlCsv(options),
    startTables: () => session.env.queries.start(),
  };
}

/** A run is nearly done where it has at most one document to read for so many that are here. */
const FEW = 4;

/** Milliseconds for which an overview waits at most. */
const PATIENCE = 10_000;

/**
 * Waits a while where a run is nearly done: a view of the earlier state is soon out of date, and would delay the run.
 */
async function afterChange(store: CollectionStore, session: Session): Promise<void> {
  const isNearlyDone = (): boolean => {
    const { derived, paused, pending, reindex = [] } = store.state;
    return !derived && !paused && FEW * (pending.length + reindex.length) <= store.tables.documents.length;
  };
  if (!isNearlyDone()) return;
  let isOver = false;
  const end = (): void => void (isOver = true);
  const over = session.alone(async () => end());
  const late = new Promise<void>((resolve) => session.env.timer.after(PATIENCE, resolve)).then(end);
  while (!isOver && isNearlyDone()) await Promise.race([over, late, store.nextCommit]);
}

async function* csvParts(
  queries: () => Promise<TableQueries>,
  query: RowsQuery,
  options: CallOptions = {},
): AsyncIterable<CsvPart> {
  const { columns } = query;
  let done = 0;
  yield { text: `${BYTE_ORDER_MARK}${csvLine(columns)}`, done, total: 0 };
  for await (const { rows, total } of (await queries()).rows(query, options)) {
    done += rows.length;
    yield { text: rows.map((row) => csvLine(columns.map((column) => row[column]))).join(''), done, total };
  }
}

function communityNodes({ tables, entities, reports }: SearchIndex): readonly CommunityNode[] {
  const communities = tables.communities.filter((row) => row.size > 1);
  return communities.map((row) => ({
    row: { community: row.community, level: row.level, parent: row.parent, children: row.children, size: row.size },
    title: reports.title(row),
    reportId: reports.id(row),
    members: row.entity_ids
      .flatMap((id) => tables.entities[entities.at.get(id) ?? -1] ?? [])
      .sort((a, b) => b.degree - a.degree || (a.key < b.key ? -1 : 1))
      .slice(0, MEMBERS_SHOWN)
      .map(({ id, title, type }) => ({ id, title, type })),
  }));
}
