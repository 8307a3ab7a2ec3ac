import type { IndexTables } from '../index/index-tables';
import { isTabular } from '../tables/documents';
import type { DocumentRow } from '../tables/tables';
import type { CollectionView } from './api/collections';
import type { DocumentItem } from './api/documents';
import { embeddingsView } from './embedding-state';
import { spentByRuns } from './model/asking/spending';
import { standingByModel } from './model/take-back/standing-by-model';
import type { OpenCollection } from './open-collection';

/** What the page shows of an open collection. */
export function viewOf(open: OpenCollection): CollectionView {
  const { store, tables } = open;
  return {
    collection: open.record,
    writable: store.writable,
    generation: store.generation,
    documents: tables.documents.map(documentItem),
    failed: store.state.failed,
    pending: store.state.pending,
    offered: store.state.offered ?? [],
    counts: countsOf(tables),
    method: store.state.method,
    embeddings: embeddingsView(open),
    model: store.state.model ?? null,
    byModel: store.state.model ? standingByModel(tables) : null,
    spentByRuns: spentByRuns(store.state),
    besides: store.state.besides ?? null,
    paused: store.state.paused ?? false,
    upToDate: store.state.derived && store.state.pending.length === 0,
  };
}

/** A document's line in the library. */
export function documentItem(row: DocumentRow): DocumentItem {
  return {
    id: row.id,
    title: row.title,
    path: row.source_path,
    media_type: row.media_type,
    byte_size: row.byte_size,
    language: row.language,
    pages: row.page_starts.length,
    textUnits: row.text_unit_ids.length,
    characters: row.text.length,
    added: row.creation_date,
    tabular: isTabular(row),
  };
}

function countsOf(tables: IndexTables): CollectionView['counts'] {
  return {
    documents: tables.documents.length,
    text_units: tables.text_units.length,
    entities: tables.entities.length,
    relationships: tables.relationships.length,
    claims: tables.covariates.length,
    communities: tables.communities.length,
    community_reports: tables.community_reports.length,
    levels: tables.communities.reduce((most, row) => Math.max(most, row.level + 1), 0),
  };
}
