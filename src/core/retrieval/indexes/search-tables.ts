import type { Rows } from '../../tables/rows';
import type {
  CommunityReportRow,
  CommunityRow,
  DocumentRow,
  EntityRow,
  RelationshipRow,
  SummaryRow,
  TextUnitRow,
} from '../../tables/tables';
import type { CorpusStatistics } from '../lexical/corpus-statistics';
import type { TreeChoices } from '../../raptor/summary-tree';
import type { ReportParameters } from '../../reports/extractive/report-context';

/** The rows that search reads. Everything but documents and text units may be empty or lag behind. */
export interface SearchTables {
  readonly documents: readonly DocumentRow[];
  /** With `entity_ids` filled in. */
  readonly textUnits: readonly TextUnitRow[];
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  readonly communities: readonly CommunityRow[];
  /** Reports by models; all others are composed when they are asked for. */
  readonly communityReports: readonly CommunityReportRow[];
  /** True of a part of a hosted index, whose tree of summaries is told by their rows. */
  readonly isPart?: boolean;
  /** Summaries by models; all others are made when they are asked for. Missing means none. */
  readonly summaries?: readonly SummaryRow[];
  /** Shape of the tree of summaries; by default that of its parameters. */
  readonly treeChoices?: TreeChoices;
  /** Statistics of the whole index where these are a part of it. */
  readonly whole?: CorpusStatistics;
  /** Parameters for composing reports; by default those of the report step. */
  readonly reportParameters?: ReportParameters;
}
