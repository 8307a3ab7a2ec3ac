import type { CommunityReportRow } from '../../tables/tables';
import { choiceOfKey, type ContextChoice } from '../context/context-page';
import type { Outline } from '../context/outline';
import type { SubcommunityPart } from '../context/render-context';
import {
  countChangedLines,
  hasCurrentDocuments,
  standInKinds,
  type CommunityHashes,
  type ContextHashes,
} from '../context/report-line-hashes';
import type { ModelTables } from '../context/report-tables';
import type { OutlineHashes } from '../context/subcommunity-summary';
import { placeOf } from '../report-row';
import { withArchivedReport } from './archived-report';

/** Which reports by models are still valid for the tables as they are now. */
export interface ReportValidity {
  /**
   * How many of the lines that a report was written from have changed since. Undefined for a report that is not valid: no model wrote it, too
   * many lines have changed, or the text of a document has. A lost document does not matter where others give the same lines.
   */
  changedLines(report: CommunityReportRow): number | undefined;
  /**
   * Puts a model's earlier report in the place of a new one without a model, as long as it is valid. One that is not valid is archived in the new
   * row if its documents are unchanged: it may become valid again, as when a document has yet to be read by a model or an edit is undone.
   */
  withModelReport(report: CommunityReportRow, earlier: CommunityReportRow | undefined): CommunityReportRow;
}

/** One state of the tables, with the contexts that it gives. */
interface ValidityInput {
  readonly tables: ModelTables;
  readonly outline: (community: number, choice: ContextChoice) => Outline | undefined;
  readonly outlineHashes: OutlineHashes;
  readonly communityHashes: CommunityHashes;
}

/** A report with the context that its community has now, if it has one. */
interface Compared {
  readonly choice: ContextChoice;
  readonly outline: Outline;
  /** Whether a model would be shown exactly what it was shown for the report. */
  readonly isUnchanged: boolean;
}

/** Checks reports against one state of the tables. */
export function reportValidity({
  tables,
  outline: outlineOf,
  outlineHashes,
  communityHashes,
}: ValidityInput): ReportValidity {
  const compare = (report: CommunityReportRow): Compared | undefined => {
    const choice = choiceOfKey(report.context_hash);
    const outline = choice && outlineOf(report.community, choice);
    return outline ? { choice, outline, isUnchanged: isContextUnchanged(report, outline) } : undefined;
  };
  const changedLines = (report: CommunityReportRow): number | undefined => {
    const now = compare(report);
    if (now?.isUnchanged) return 0;
    if (!now || !hasCurrentDocuments(tables, report)) return undefined;
    const { choice, outline } = now;
    if (outline.key === report.context_hash) return 0;
    const hashes = outlineHashes.of(outline, choice, standInKinds(report));
    return countChangedLines(report, hashes, communityHashes(outline.row, choice));
  };
  /** The documents behind a report, as they are now if its context is unchanged. */
  const documentsOf = (report: CommunityReportRow): readonly string[] => {
    const now = compare(report);
    return now?.isUnchanged
      ? outlineHashes.of(now.outline, now.choice, () => 'lines').documents
      : report.context_documents;
  };
  /** Those of the lines that had no room in a report's context which its community still has. */
  const linesBeyond = ({ community, context_hash: key, context_beyond: lines }: CommunityReportRow) => {
    const row = tables.communities.get(community);
    const choice = choiceOfKey(key);
    if (lines.length === 0 || !row || !choice) return [];
    const present = communityHashes(row, choice);
    return lines.filter((line) => present.has(line));
  };
  return {
    changedLines,
    withModelReport: (report, earlier) => {
      if (!earlier) return report;
      const changed = changedLines(earlier);
      const kept = {
        ...earlier,
        ...placeOf(report),
        context_beyond: linesBeyond(earlier),
        context_documents: documentsOf(earlier),
      };
      if (changed !== undefined) return { ...kept, lines_changed: changed === 0 ? null : changed };
      const mayReturn = kept.context_lines.length > 0 && hasCurrentDocuments(tables, kept);
      return mayReturn ? withArchivedReport(report, kept) : report;
    },
  };
}

/** Not where a report stood in for a sub-community: that report may have said more than the tables do now. */
const isContextUnchanged = (report: CommunityReportRow, now: Outline): boolean =>
  report.context_lines.length > 0 &&
  now.key === report.context_hash &&
  now.standIns.every(({ row }) => standInKinds(report)(row.community) === 'lines');

/** A sub-community as told by the model's report on it; undefined where no report is valid. */
export function reportedPart(
  child: Outline,
  choice: ContextChoice,
  report: CommunityReportRow | undefined,
  { outlineHashes, changedLines }: Pick<ReportValidity, 'changedLines'> & Pick<ValidityInput, 'outlineHashes'>,
): SubcommunityPart | undefined {
  const { community } = child.row;
  if (report?.community !== community || changedLines(report) === undefined) return undefined;
  const { full_content: content, context_lines: lines, context_documents: documents } = report;
  const partFrom = (hashes: ContextHashes): SubcommunityPart => ({
    outline: child,
    content,
    standIn: { by: 'report', community, hashes },
  });
  if (lines.length > 0) return partFrom({ lines, documents });
  // Early versions of Burrow did not keep what a report was written from.
  return report.context_hash === child.key ? partFrom(outlineHashes.of(child, choice, () => 'report')) : undefined;
}
