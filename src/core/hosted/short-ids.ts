import type { IndexTables, CommunityReportRow, CommunityRow } from '../tables/tables';
import type { HostedField } from './vector-blocks';

/** By what the short ids of rows that are embedded begin; their numbers follow. */
export const SHORT_ID = {
  text_unit_text: 'u',
  entity_description: 'e',
  community_full_content: 'p',
} as const satisfies Readonly<Record<HostedField, string>>;

/**
 * The same tables with short ids, which are a letter and the position of the row: long ones, which look random, would be most of what is
 * fetched. Communities have their positions as numbers. Ids of rows that are not there are left out.
 */
export function withShortIds(tables: IndexTables): IndexTables {
  const documents = shorten('d', tables.documents);
  const units = shorten(SHORT_ID.text_unit_text, tables.text_units);
  const entities = shorten(SHORT_ID.entity_description, tables.entities);
  const summaries = shorten('s', tables.summaries);
  const all = (short: Short, ids: readonly string[]): readonly string[] => ids.flatMap((id) => short.get(id) ?? []);
  const one = (short: Short, id: string): string => short.get(id) ?? '';
  const places = new Map(tables.communities.map(({ community }, at) => [community, at]));
  return {
    documents: tables.documents.map((row) => ({
      ...row,
      ...{ id: one(documents, row.id), text_unit_ids: [] },
      // What nobody chose to be text stays with its owner: the source row, other fields, folders, what tells which file it was.
      ...{ raw_data: null, attributes: '{}', byte_hash: '', source_path: row.source_path.split('/').at(-1) ?? '' },
    })),
    text_units: tables.text_units.map((row) => ({
      ...row,
      ...{ id: one(units, row.id), document_id: one(documents, row.document_id) },
      ...{ entity_ids: [], relationship_ids: [], covariate_ids: [] },
    })),
    entities: tables.entities.map((row) => ({
      ...row,
      ...{ id: one(entities, row.id), text_unit_ids: all(units, row.text_unit_ids), description_hash: null },
    })),
    relationships: tables.relationships.map((row, at) => ({
      ...row,
      ...{ id: `r${at}`, source_id: one(entities, row.source_id), target_id: one(entities, row.target_id) },
      ...{ text_unit_ids: all(units, row.text_unit_ids), description_hash: null },
      evidence_document_ids: row.evidence_document_ids.map((id) => one(documents, id)),
    })),
    covariates: tables.covariates.map((row, at) => ({
      ...row,
      ...{ id: `c${at}`, text_unit_id: one(units, row.text_unit_id), document_id: one(documents, row.document_id) },
    })),
    // The lists of a row may be made only when they are asked for, so it is not copied.
    communities: tables.communities.map((row) => ({
      ...placed(row, places),
      ...{ id: `g${placeOf(row.community, places)}`, human_readable_id: row.human_readable_id, level: row.level },
      ...{ title: row.title, period: row.period, size: row.size },
      entity_ids: all(entities, row.entity_ids),
      ...{ relationship_ids: [], text_unit_ids: all(units, row.text_unit_ids), covariate_ids: [] },
    })),
    community_reports: tables.community_reports
      .map((row) => ({ ...withShortSources(row, documents), ...placed(row, places) }))
      .map((row) => ({ ...row, id: `${SHORT_ID.community_full_content}${row.community}` }))
      .sort((a, b) => a.community - b.community),
    summaries: tables.summaries.map((row) => ({
      ...row,
      ...{ id: one(summaries, row.id), parents: all(summaries, row.parents), children: all(summaries, row.children) },
      text_unit_ids: all(units, row.text_unit_ids),
      leaf_document_ids: row.leaf_document_ids.map((id) => one(documents, id)),
      // A published tree never changes.
      ...{ leaf_ids: [], tree_settings: '' },
      sources: withShortDocuments(row.sources, documents),
    })),
  };
}

type Places = ReadonlyMap<number, number>;

const placeOf = (community: number, places: Places): number => places.get(community) ?? -1;

/** The numbers in a row by the places of communities; parts that are not there are left out. */
const placed = (row: Pick<CommunityRow, 'community' | 'parent' | 'children'>, places: Places) => ({
  community: placeOf(row.community, places),
  parent: placeOf(row.parent, places),
  children: [...new Set(row.children.flatMap((child) => places.get(child) ?? []))],
});

type Short = ReadonlyMap<string, string>;

const shorten = (letter: string, rows: readonly { readonly id: string }[]): Short =>
  new Map(rows.map(({ id }, at) => [id, `${letter}${at}`]));

/** The number of an entity by its short id; none for what is no such id. */
export function numberOfEntity(id: string): readonly number[] {
  const number = id.startsWith('e') ? Number(id.slice(1)) : NaN;
  return Number.isSafeInteger(number) ? [number] : [];
}

const withShortDocuments = (column: string, documents: Short): string =>
  column.replace(/"document_id":"([^"]*)"/gu, (_, id: string) => `"document_id":"${documents.get(id) ?? ''}"`);

/** A report with the short ids of the documents that it rests on, and without what only its writer needs. */
function withShortSources(row: CommunityReportRow, documents: Short): CommunityReportRow {
  return {
    ...row,
    summary_sources: withShortDocuments(row.summary_sources, documents),
    finding_sources: withShortDocuments(row.finding_sources, documents),
    ...{
      context_hash: '',
      context_lines: [],
      context_beyond: [],
      context_documents: [],
      set_aside: null,
      full_content_json: '',
    },
  };
}
