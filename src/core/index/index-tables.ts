import { addTo, groupBy } from '../arrays';
import { communityLinker } from '../graph/communities/community-links';
import { soundHierarchy } from '../graph/communities/sound-hierarchy';
import { lateProperty } from '../memo';
import { withDegrees } from '../graph/derive/degrees';
import type { SearchTables } from '../retrieval/index';
import type { TreeChoices } from '../raptor/summary-tree';
import type { ReportParameters } from '../reports/extractive/report-context';
import type { Rows } from '../tables/rows';
import {
  TABLES,
  TABLES_ON_DISK,
  type CovariateRow,
  type DocumentRow,
  type EntityRow,
  type IndexTables,
  type RelationshipRow,
  type TableName,
  type TextUnitRow,
} from '../tables/tables';

const ON_DISK: ReadonlySet<string> = new Set(TABLES_ON_DISK);

export const INDEX_TABLE_NAMES = (Object.keys(TABLES) as TableName[]).filter(
  (name): name is keyof IndexTables => !ON_DISK.has(name),
);

export const EMPTY_TABLES: IndexTables = {
  documents: [],
  text_units: [],
  entities: [],
  relationships: [],
  covariates: [],
  communities: [],
  community_reports: [],
  summaries: [],
};

/** The tables as search names them. */
export function searchTables(
  tables: IndexTables,
  reportParameters?: ReportParameters,
  treeChoices?: TreeChoices,
): SearchTables {
  return {
    documents: tables.documents,
    textUnits: tables.text_units,
    entities: tables.entities,
    relationships: tables.relationships,
    communities: tables.communities,
    communityReports: tables.community_reports,
    summaries: tables.summaries,
    ...(reportParameters && { reportParameters }),
    ...(treeChoices && { treeChoices }),
  };
}

/** Fills the derived columns of documents and text units, in table order. */
export function linkTables<T extends LinkedTables>(tables: T): T {
  return {
    ...tables,
    documents: tables.documents.map(documentLinker(tables.text_units)),
    text_units: tables.text_units.map(textFiller(tables.documents)).map(textUnitLinker(tables)),
  };
}

/** Fills the text of a text unit, where it is empty, from its document once it is asked for; both then share memory. */
export function textFiller(documents: readonly Pick<DocumentRow, 'id' | 'text'>[]): (row: TextUnitRow) => TextUnitRow {
  const byId = new Map(documents.map((row) => [row.id, row]));
  return (row) => {
    const document = row.text === '' ? byId.get(row.document_id) : undefined;
    if (!document) return row;
    const { text: _, ...unit } = row;
    return withText(unit, document);
  };
}

const withText = lateProperty(
  'text',
  (document: Pick<DocumentRow, 'text'>, { start, end }: Pick<TextUnitRow, 'start' | 'end'>) =>
    document.text.slice(start, end),
);

/** Tables with the texts of text units. */
export const withTexts = (tables: IndexTables): IndexTables => ({
  ...tables,
  text_units: tables.text_units.map(textFiller(tables.documents)),
});

/** Tables as they were read from the disk, whose text units have texts, with the other derived columns that rows have in memory. */
export function fillTables(tables: IndexTables): IndexTables {
  const { relationships, covariates } = tables;
  const communities = soundHierarchy(tables.communities);
  const entities = withDegrees(tables);
  const filled = communities.map(communityLinker({ communities, entities, relationships, covariates }));
  return { ...tables, entities, communities: filled };
}

/** Tables with derived columns, and those that these follow from. */
type LinkedTables = Pick<IndexTables, 'documents' | 'text_units' | 'entities' | 'relationships' | 'covariates'>;

/** The rows that point at text units. */
interface TextUnitMentions {
  readonly entities: readonly Pick<EntityRow, 'id' | 'text_unit_ids'>[];
  readonly relationships: Rows<Pick<RelationshipRow, 'id' | 'text_unit_ids'>>;
  readonly covariates: readonly Pick<CovariateRow, 'id' | 'text_unit_id'>[];
}

/** Fills a text unit's lists of ids from all rows that point at one. */
export function textUnitLinker(mentions: TextUnitMentions): (row: TextUnitRow) => TextUnitRow {
  const entityIds = idsByTextUnit(mentions.entities);
  const relationshipIds = idsByTextUnit(mentions.relationships);
  const covariateIds = groupBy(mentions.covariates, (row) => row.text_unit_id);
  return (row) => ({
    ...row,
    entity_ids: entityIds.get(row.id) ?? [],
    relationship_ids: relationshipIds.get(row.id) ?? [],
    covariate_ids: idsOf(covariateIds.get(row.id)),
  });
}

/** Fills a document's derived column from all text units. */
export function documentLinker(
  units: readonly Pick<TextUnitRow, 'id' | 'document_id'>[],
): (row: DocumentRow) => DocumentRow {
  const unitsOf = groupBy(units, (row) => row.document_id);
  return (row) => ({ ...row, text_unit_ids: idsOf(unitsOf.get(row.id)) });
}

function idsByTextUnit(
  rows: Iterable<{ readonly id: string; readonly text_unit_ids: readonly string[] }>,
): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, string[]>();
  for (const row of rows) for (const unit of row.text_unit_ids) addTo(ids, unit, row.id);
  return ids;
}

const idsOf = (rows: readonly { readonly id: string }[] = []): readonly string[] => rows.map(({ id }) => id);
