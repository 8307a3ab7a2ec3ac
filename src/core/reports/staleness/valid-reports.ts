import type { CommunityReportRow, CommunityRow, CovariateRow } from '../../tables/tables';
import { choiceOfKey, type ContextChoice, pageText } from '../context/context-page';
import { type Outline, firstPage, outlines } from '../context/outline';
import { type SubcommunityPart, renderContext, type ModelContext, type RatedContext } from '../context/render-context';
import { rateCommunity } from '../extractive/rate-community';
import {
  countChangedLines,
  hasCurrentDocuments,
  standInKinds,
  type CommunityHashes,
  type ContextHashes,
  communityHashes,
  hashContext,
} from '../context/report-line-hashes';
import { type ModelTables, modelTables, type ReportTables } from '../context/report-tables';
import { type OutlineHashes, outlineHashes } from '../context/subcommunity-summary';
import { makeReportRow, placeOf } from '../report-row';
import { isByNoModel, isImported } from '../../provenance';

/** Validity of reports by models for the present tables. */
interface ReportValidity {
  /**
   * Counts the changed lines in the context of a report; 0 for a report of another program, as long as its community is
   * there. Undefined for a report that is not valid: no model wrote it, too many lines have changed, or the text of a
   * document has. A lost document does not matter where others give the same lines.
   */
  changedLines(report: CommunityReportRow): number | undefined;
  /**
   * The row of a model's earlier report: as it was while it is valid. One that is not is set aside if its documents are unchanged. It may become
   * valid again, as when a document has yet to be read by a model or an edit is undone. Undefined for any other.
   */
  keep(earlier: CommunityReportRow): CommunityReportRow | undefined;
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
  /** True if a model would be shown exactly the same as for the report. */
  readonly isUnchanged: boolean;
}

/** Checks reports against one state of the tables. */
function reportValidity({ tables, outline: outlineOf, outlineHashes, communityHashes }: ValidityInput): ReportValidity {
  const compare = (report: CommunityReportRow): Compared | undefined => {
    const choice = choiceOfKey(report.context_hash);
    const outline = choice && outlineOf(report.community, choice);
    return outline ? { choice, outline, isUnchanged: isContextUnchanged(report, outline) } : undefined;
  };
  const changedLines = (report: CommunityReportRow): number | undefined => {
    if (isImported(report.method)) return 0; // nobody knows what it was written from
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
  /** Lines without room in a report's context that its community still has. */
  const linesBeyond = ({ community, context_hash: key, context_beyond: lines }: CommunityReportRow) => {
    const row = tables.communities.get(community);
    const choice = choiceOfKey(key);
    if (lines.length === 0 || !row || !choice) return [];
    const present = communityHashes(row, choice);
    return lines.filter((line) => present.has(line));
  };
  return {
    changedLines,
    keep: (earlier) => {
      const row = tables.communities.get(earlier.community);
      if (!row || (row.size < 2 && !isImported(earlier.method))) return undefined;
      const changed = changedLines(earlier);
      const kept = {
        ...earlier,
        ...placeOf(row),
        context_beyond: linesBeyond(earlier),
        context_documents: documentsOf(earlier),
      };
      if (changed !== undefined) return { ...kept, lines_changed: changed === 0 ? null : changed };
      const mayReturn = kept.context_lines.length > 0 && hasCurrentDocuments(tables, kept);
      return mayReturn ? archivedReport(row, kept) : undefined;
    },
  };
}

/**
 * Checks that a context is unchanged. Not where a report stood in for a sub-community: its text may have had more than
 * the tables now.
 */
const isContextUnchanged = (report: CommunityReportRow, now: Outline): boolean =>
  report.context_lines.length > 0 &&
  now.key === report.context_hash &&
  now.standIns.every(({ row }) => standInKinds(report)(row.community) === 'lines');

/** A sub-community by the model's report on it; undefined where no report is valid. */
function reportedPart(
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

/** The model's report in a row, valid or archived. */
export function modelReportOf(row: CommunityReportRow | undefined): CommunityReportRow | undefined {
  if (!row || !isByNoModel(row.method)) return row;
  return row.set_aside === null ? undefined : (JSON.parse(row.set_aside) as CommunityReportRow);
}

/** A row without words that keeps a report until it may be valid again. */
export function archivedReport(row: CommunityRow, report: CommunityReportRow): CommunityReportRow {
  const words = { title: '', summary: '', findings: [], rating: 0, rating_explanation: '' };
  const none = {
    finding_sources: '[]',
    summary_sources: '[]',
    context_lines: [],
    context_beyond: [],
    context_documents: [],
  };
  return {
    ...makeReportRow(row, words, { method: 'extractive', period: row.period, context_hash: '', ...none }),
    full_content: '',
    full_content_json: '',
    set_aside: JSON.stringify({ ...report, set_aside: null }),
  };
}

/** Removes the reports of these layers, archived ones too. */
export const withoutLayers = (
  rows: readonly CommunityReportRow[],
  layers: ReadonlySet<string>,
): readonly CommunityReportRow[] => rows.filter((row) => !layers.has(modelReportOf(row)?.method ?? ''));

/** Contexts of model reports on one state of the tables. Each outline is made once, when it is first needed. */
export interface ModelContexts extends ReportValidity {
  /** Undefined for a community that does not exist or has fewer than two members. */
  outline(community: number, choice: ContextChoice): Outline | undefined;
  /** Builds the context for a model. Valid reports stand in for sub-communities. */
  context(
    community: number,
    choice: ContextChoice,
    reportOf: (community: number) => CommunityReportRow | undefined,
  ): RatedContext | undefined;
  /** Roughly what a model is shown, without a look at sub-communities. Undefined where there is nothing to show. */
  sketch(community: number, choice: ContextChoice): Pick<ModelContext, 'text' | 'documentIds'> | undefined;
}

/** Prepares the contexts on one state of the tables. */
export function modelContexts(reportTables: ReportTables, covariates: readonly CovariateRow[]): ModelContexts {
  const tables = modelTables(reportTables, covariates);
  const byChoice = new Map<string, (community: number) => Outline | undefined>();
  const outline = (community: number, choice: ContextChoice): Outline | undefined => {
    const name = `${choice.form} ${String(choice.tokens)}`;
    const outlineOf = byChoice.get(name) ?? outlines(tables, choice);
    byChoice.set(name, outlineOf);
    return outlineOf(community);
  };
  const hashes = { communityHashes: communityHashes(tables), outlineHashes: outlineHashes(tables) };
  const validity = reportValidity({ tables, outline, ...hashes });
  const part = (child: Outline, choice: ContextChoice, report: CommunityReportRow | undefined): SubcommunityPart =>
    reportedPart(child, choice, report, { ...hashes, ...validity }) ?? {
      outline: child,
      content: hashes.outlineHashes.summary(child, choice),
      standIn: hashes.outlineHashes.byLines(child, choice),
    };
  return {
    outline,
    context: (community, choice, reportOf) => {
      const found = outline(community, choice);
      if (!found) return undefined;
      const parts = found.standIns.map((child) => part(child, choice, reportOf(child.row.community)));
      const standIns = parts.map(({ standIn }) => standIn);
      const own = hashContext(tables, found, standIns);
      const shown = new Set(own.lines);
      const beyond = [...hashes.communityHashes(found.row, choice)].filter((line) => !shown.has(line)).sort();
      const rating = rateCommunity(tables, found.row);
      return { ...renderContext(found, { ...own, beyond }, choice, parts), rating };
    },
    sketch: (community, choice) => {
      const page = firstPage(tables, community, choice);
      return page && page.lines.Entities.length > 0 ? { text: pageText(page, []), documentIds: [] } : undefined;
    },
    ...validity,
  };
}
