import type { CommunityReportRow, CovariateRow } from '../../tables/tables';
import type { ReportTables } from '../report-tables';
import { choiceOfKey, type ContextChoice } from './context-key';
import { modelTables } from './model-tables';
import { pageText } from './context-page';
import { firstPage, outlines, roomOf, type Outline } from './outline';
import { renderContext, type ModelContext } from './render-context';

/** The contexts of model reports on one state of the tables; each outline is made once, when it is asked for. */
export interface ModelContexts {
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
  /** Whether a report was written by a model from what the tables still say. */
  isValid(report: CommunityReportRow): boolean;
}

export function modelContexts(tables: ReportTables, covariates: readonly CovariateRow[]): ModelContexts {
  const all = modelTables(tables, covariates);
  const byChoice = new Map<string, (community: number) => Outline | undefined>();
  const outline = (community: number, choice: ContextChoice): Outline | undefined => {
    const name = `${choice.form} ${String(choice.tokens)}`;
    const outlineOf = byChoice.get(name) ?? outlines(all, choice);
    byChoice.set(name, outlineOf);
    return outlineOf(community);
  };
  return {
    outline,
    context: (community, choice, reportOf) => {
      const found = outline(community, choice);
      return found && renderContext(found, roomOf(choice), reportOf);
    },
    sketch: (community, choice) => {
      const page = firstPage(all, community, choice);
      return page && page.lines.Entities.length > 0 ? { text: pageText(page, []), documentIds: [] } : undefined;
    },
    isValid: ({ community, context_hash }) => {
      const choice = choiceOfKey(context_hash);
      return choice !== null && outline(community, choice)?.key === context_hash;
    },
  };
}
