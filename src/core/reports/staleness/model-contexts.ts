import type { CommunityReportRow, CovariateRow } from '../../tables/tables';
import { pageText, type ContextChoice } from '../context/context-page';
import { firstPage, outlines, type Outline } from '../context/outline';
import { renderContext, type ModelContext, type SubcommunityPart } from '../context/render-context';
import { communityHashes, hashContext } from '../context/report-line-hashes';
import { modelTables, type ReportTables } from '../context/report-tables';
import { outlineHashes } from '../context/subcommunity-summary';
import { reportedPart, reportValidity, type ReportValidity } from './valid-reports';

/** Contexts of model reports on one state of the tables. Each outline is made once, when it is first needed. */
export interface ModelContexts extends ReportValidity {
  /** Undefined for a community that does not exist or has fewer than two members. */
  outline(community: number, choice: ContextChoice): Outline | undefined;
  /** What a model is shown. Valid reports stand in for sub-communities. */
  context(
    community: number,
    choice: ContextChoice,
    reportOf: (community: number) => CommunityReportRow | undefined,
  ): ModelContext | undefined;
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
      return renderContext(found, { ...own, beyond }, choice, parts);
    },
    sketch: (community, choice) => {
      const page = firstPage(tables, community, choice);
      return page && page.lines.Entities.length > 0 ? { text: pageText(page, []), documentIds: [] } : undefined;
    },
    ...validity,
  };
}
