import type { EvidenceView } from '../../search/evidence/evidence';
import type { CallOptions } from '../../platform';
import type { SearchIndex } from '../../retrieval';
import { bookContents, bookReports, type BookContents } from '../../overview/report-book';
import {
  cellPassages,
  documentMatrix,
  type CellPassages,
  type CellQuery,
  type DocumentMatrix,
} from '../../overview/document-matrix';
import {
  entriesOfYear,
  timelineOf,
  type Timeline,
  type TimelineFilter,
  type YearEntries,
  type YearQuery,
} from '../../overview/timeline';
import { summaryParts, type SummaryParts } from '../../search/modes/raptor/browse';
import { runWork } from '../../work';
import type { Session } from '../session/session';
import { vectorCoverage, type VectorCoverage } from './vector-coverage';

/** Whole views of the open collection, beyond single things in it. */
export interface ExploringCalls {
  /** Lists the contents of a book of reports: of one level, or of all levels for null. */
  bookContents(level: number | null): Promise<BookContents>;
  /** The reports of some communities, in the order asked for; null for one that has none. Composes what no model wrote. */
  bookReports(communities: readonly number[], options?: CallOptions): Promise<readonly (EvidenceView | null)[]>;
  /** Lists the parts of the tree of summaries under one of them; for null its top. Makes the tree where it is not made yet. */
  summaryParts(id: string | null, options?: CallOptions): Promise<SummaryParts>;
  /** Counts how the documents are spread over the communities of a level. Kept until the collection changes. */
  documentMatrix(level: number, options?: CallOptions): Promise<DocumentMatrix>;
  /** The passages that a cell of it counts. */
  cellPassages(query: CellQuery, options?: CallOptions): Promise<CellPassages>;
  /** Counts dated items by year, as far as a program can read their dates. */
  timeline(filter: TimelineFilter, options?: CallOptions): Promise<Timeline>;
  /** Lists the dated items of a year. */
  yearEntries(query: YearQuery, options?: CallOptions): Promise<YearEntries>;
  /** Counts texts with and without vectors, by kind and model. */
  vectorCoverage(options?: CallOptions): Promise<readonly VectorCoverage[]>;
}

/** Whole views of the session's open collection. */
export function exploringCalls(session: Session): ExploringCalls {
  const { clock } = session.env;
  const indexed = async (): Promise<SearchIndex> => (await session.whole()).index;
  const matrices = new WeakMap<SearchIndex, Map<number, DocumentMatrix>>();
  return {
    bookContents: async (level) => bookContents(await indexed(), level),
    bookReports: async (communities, options = {}) =>
      runWork(bookReports(await indexed(), communities), { ...options, clock }),
    summaryParts: async (id, options = {}) => runWork(summaryParts(await indexed(), id), { ...options, clock }),
    documentMatrix: async (level, options = {}) => {
      const index = await indexed();
      const known = matrices.get(index) ?? new Map<number, DocumentMatrix>();
      matrices.set(index, known);
      const matrix = known.get(level) ?? (await runWork(documentMatrix(index, level), { ...options, clock }));
      known.set(level, matrix);
      return matrix;
    },
    cellPassages: async (query, options = {}) => runWork(cellPassages(await indexed(), query), { ...options, clock }),
    timeline: async (filter, options = {}) => {
      const { index, tables } = await session.whole();
      return runWork(timelineOf(index, tables.covariates, filter), { ...options, clock });
    },
    yearEntries: async (query, options = {}) => {
      const { index, tables } = await session.whole();
      return runWork(entriesOfYear(index, tables.covariates, query), { ...options, clock });
    },
    vectorCoverage: async (options = {}) => vectorCoverage(await session.whole(), { ...options, clock }),
  };
}
