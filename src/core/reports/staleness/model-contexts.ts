import type { CommunityReportRow, CovariateRow } from '../../tables/tables';
import { type ReportTables, modelTables } from '../context/report-tables';
import { hashContext, communityHashes } from '../context/report-line-hashes';
import { type ContextChoice, pageText } from '../context/context-page';
import { firstPage, outlines, type Outline } from '../context/outline';
import { outlineHashes } from '../context/subcommunity-summary';
import { renderContext, type ModelContext, type SubcommunityPart } from '../context/render-context';
import { reportedPart, reportValidity, type ReportValidity } from './valid-reports';

/** The contexts of model reports on one state of the tables; each outline is made once, when it is asked for. */
export interface ModelContexts extends ReportValidity {
  /** Undefined for a community that does not exist or has fewer than two members. */
  outline(community: number, choice: ContextChoice): Outline | undefined;
  /** What a model is to be shown; the reports of sub-communities are those that stand by now. */
  context(
    community: number,
    choice: ContextChoice,
    reportOf: (community: number) => CommunityReportRow | undefined,
  ): ModelContext | undefined;
  /** About what a model is to be shown, without a look at sub-communities; undefined where there is nothing to show. */
  sketch(community: number, choice: ContextChoice): Pick<ModelContext, 'text' | 'documentIds'> | undefined;
}

/** Contexts on one state of the tables, each gathered once. */
export function modelContexts(tables: ReportTables, covariates: readonly CovariateRow[]): ModelContexts {
  const all = modelTables(tables, covariates);
  const byChoice = new Map<string, (community: number) => Outline | undefined>();
  const outline = (community: number, choice: ContextChoice): Outline | undefined => {
    const name = `${choice.form} ${String(choice.tokens)}`;
    const outlineOf = byChoice.get(name) ?? outlines(all, choice);
    byChoice.set(name, outlineOf);
    return outlineOf(community);
  };
  const sayable = communityHashes(all);
  const facts = outlineHashes(all);
  const standing = reportValidity({ tables: all, outline, facts, sayable });
  const part = (child: Outline, choice: ContextChoice, report: CommunityReportRow | undefined): SubcommunityPart =>
    reportedPart(child, choice, report, { facts, changedIn: standing.changedIn }) ?? {
      outline: child,
      content: facts.digest(child, choice),
      standsIn: facts.byLines(child, choice),
    };
  return {
    outline,
    context: (community, choice, reportOf) => {
      const found = outline(community, choice);
      if (!found) return undefined;
      const parts = found.standIns.map((child) => part(child, choice, reportOf(child.row.community)));
      const own = hashContext(
        all,
        found,
        parts.map(({ standsIn }) => standsIn),
      );
      const shown = new Set(own.lines);
      const beyond = [...sayable(found.row, choice)].filter((line) => !shown.has(line)).sort();
      return renderContext(found, { ...own, beyond }, choice, parts);
    },
    sketch: (community, choice) => {
      const page = firstPage(all, community, choice);
      return page && page.lines.Entities.length > 0 ? { text: pageText(page, []), documentIds: [] } : undefined;
    },
    ...standing,
  };
}
