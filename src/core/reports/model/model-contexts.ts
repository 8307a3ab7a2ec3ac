import type { CommunityReportRow, CovariateRow } from '../../tables/tables';
import type { ReportTables } from '../report-tables';
import { choiceOfKey, type ContextChoice } from './context-key';
import { contextFacts, linesChanged, restsOnWhatIsThere, type ContextFacts } from './context-facts';
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
  /**
   * How many of the lines from which a model wrote a report have changed since. Undefined where it does not stand: no model wrote it, too much has
   * changed, or a document whose words it was shown is gone or another one.
   */
  changedIn(report: CommunityReportRow): number | undefined;
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
  const known = new Map<Outline, ContextFacts>();
  const factsOf = (one: Outline): ContextFacts => {
    const facts = known.get(one) ?? contextFacts(all, one, one.standIns.map(factsOf));
    known.set(one, facts);
    return facts;
  };
  const changedIn = (report: CommunityReportRow): number | undefined => {
    const choice = choiceOfKey(report.context_hash);
    const now = choice && outline(report.community, choice);
    if (!now || !restsOnWhatIsThere(all, report)) return undefined;
    return now.key === report.context_hash ? 0 : linesChanged(report, factsOf(now));
  };
  const standing = (child: Outline, report: CommunityReportRow | undefined): Told | undefined => {
    if (report?.community !== child.row.community || changedIn(report) === undefined) return undefined;
    const { full_content: content, context_lines: lines, context_documents: documents } = report;
    // One of an earlier version of Burrow does not say what it was written from.
    if (lines.length === 0) return report.context_hash === child.key ? { content, facts: factsOf(child) } : undefined;
    return { content, facts: { lines, documents } };
  };
  return {
    outline,
    context: (community, choice, reportOf) => {
      const found = outline(community, choice);
      if (!found) return undefined;
      const told = found.standIns.map((child) => standing(child, reportOf(child.row.community)));
      const facts = contextFacts(
        all,
        found,
        found.standIns.map((child, at) => told[at]?.facts ?? factsOf(child)),
      );
      return renderContext(
        found,
        facts,
        roomOf(choice),
        told.map((one) => one?.content),
      );
    },
    sketch: (community, choice) => {
      const page = firstPage(all, community, choice);
      return page && page.lines.Entities.length > 0 ? { text: pageText(page, []), documentIds: [] } : undefined;
    },
    changedIn,
  };
}

/** A report of a sub-community that is quoted. */
interface Told {
  readonly content: string;
  readonly facts: ContextFacts;
}
