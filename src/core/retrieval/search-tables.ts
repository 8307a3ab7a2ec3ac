import type {
  CommunityReportRow,
  CommunityRow,
  DocumentRow,
  EntityRow,
  RelationshipRow,
  TextUnitRow,
} from '../tables/tables';

/** The rows that search reads. Everything but documents and text units may be empty or lag behind. */
export interface SearchTables {
  readonly documents: readonly DocumentRow[];
  readonly textUnits: readonly TextUnitRow[];
  readonly entities: readonly EntityRow[];
  readonly relationships: readonly RelationshipRow[];
  readonly communities: readonly CommunityRow[];
  readonly communityReports: readonly CommunityReportRow[];
}
