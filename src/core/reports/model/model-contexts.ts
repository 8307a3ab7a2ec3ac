import type { CommunityReportRow, CovariateRow } from '../../tables/tables';
import type { ReportTables } from '../report-tables';
import { choiceOfKey, type ContextChoice } from './context-key';
import {
  contextFacts,
  lineFacts,
  linesChanged,
  restsOnWhatIsThere,
  toldBy,
  type ContextFacts,
  type StandingIn,
} from './context-facts';
import { digestOf, type Digest } from './digest';
import { modelTables } from './model-tables';
import { pageText } from './context-page';
import { firstPage, outlines, type Outline } from './outline';
import { renderContext, tokensOfPart, type ModelContext, type Part } from './render-context';
import { sayables } from './sayable';

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
   * changed, or a document whose words it was shown is gone or another one, unless others say all that was shown in the same words.
   */
  changedIn(report: CommunityReportRow): number | undefined;
  /** Whether every document whose words a report was written from is still there as it was. */
  isFounded(report: CommunityReportRow): boolean;
  /** The documents whose words a report was written from, as they are now where it would be written from the same. */
  documents(report: CommunityReportRow): readonly string[];
  /** Of the lines for which there was no room when a report was written, those that its community still has. */
  beyond(report: CommunityReportRow): readonly string[];
}

/**
 * Whether a model would be shown for a report, word for word, what it was: whichever documents are gone, an index made without them says the same.
 * Not where it was told of a part by a report, which may say more than is said now.
 */
const isShownTheSame = (report: CommunityReportRow, now: Outline): boolean =>
  report.context_lines.length > 0 &&
  now.key === report.context_hash &&
  now.standIns.every(({ row }) => toldBy(report)(row.community) === 'lines');

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
  const sayable = sayables(all);
  const digests = new Map<Outline, Digest>();
  const digest = (one: Outline, choice: ContextChoice): Digest => {
    const made = digests.get(one) ?? digestOf(one, tokensOfPart(choice));
    digests.set(one, made);
    return made;
  };
  const byLines = (one: Outline, choice: ContextChoice): StandingIn => ({
    by: 'lines',
    community: one.row.community,
    facts: lineFacts(all, digest(one, choice).lines),
  });
  /** The facts as they are now of what a report was told: of its parts, and of theirs, in the same way. */
  const factsOf = (one: Outline, choice: ContextChoice, by: (community: number) => StandingIn['by']): ContextFacts => {
    const standIns = one.standIns.map((child): StandingIn => {
      const { community } = child.row;
      if (by(community) === 'lines') return byLines(child, choice);
      return { by: 'report', community, facts: factsOf(child, choice, by) };
    });
    return contextFacts(all, one, standIns);
  };
  const changedIn = (report: CommunityReportRow): number | undefined => {
    const choice = choiceOfKey(report.context_hash);
    const now = choice && outline(report.community, choice);
    if (now && isShownTheSame(report, now)) return 0;
    if (!now || !restsOnWhatIsThere(all, report)) return undefined;
    if (now.key === report.context_hash) return 0;
    return linesChanged(report, factsOf(now, choice, toldBy(report)), sayable(now.row, choice));
  };
  const reported = (
    child: Outline,
    choice: ContextChoice,
    report: CommunityReportRow | undefined,
  ): Part | undefined => {
    const { community } = child.row;
    if (report?.community !== community || changedIn(report) === undefined) return undefined;
    const { full_content: content, context_lines: lines, context_documents: documents } = report;
    if (lines.length > 0)
      return { outline: child, content, standsIn: { by: 'report', community, facts: { lines, documents } } };
    // One of an earlier version of Burrow does not say what it was written from.
    if (report.context_hash !== child.key) return undefined;
    return {
      outline: child,
      content,
      standsIn: { by: 'report', community, facts: factsOf(child, choice, () => 'report') },
    };
  };
  return {
    outline,
    context: (community, choice, reportOf) => {
      const found = outline(community, choice);
      if (!found) return undefined;
      const parts = found.standIns.map(
        (child) =>
          reported(child, choice, reportOf(child.row.community)) ?? {
            outline: child,
            content: digest(child, choice),
            standsIn: byLines(child, choice),
          },
      );
      const standsIn = parts.map((part) => part.standsIn);
      const facts = contextFacts(all, found, standsIn);
      const shown = new Set(facts.lines);
      const beyond = [...sayable(found.row, choice)].filter((line) => !shown.has(line)).sort();
      return renderContext(found, { ...facts, beyond }, choice, parts);
    },
    sketch: (community, choice) => {
      const page = firstPage(all, community, choice);
      return page && page.lines.Entities.length > 0 ? { text: pageText(page, []), documentIds: [] } : undefined;
    },
    changedIn,
    isFounded: (report) => restsOnWhatIsThere(all, report),
    documents: (report) => {
      const choice = choiceOfKey(report.context_hash);
      const now = choice && outline(report.community, choice);
      const isSame = now && isShownTheSame(report, now);
      return isSame ? factsOf(now, choice, () => 'lines').documents : report.context_documents;
    },
    beyond: ({ community, context_hash: key, context_beyond: lines }) => {
      const row = all.communities.get(community);
      const choice = choiceOfKey(key);
      if (lines.length === 0 || !row || !choice) return [];
      const said = sayable(row, choice);
      return lines.filter((line) => said.has(line));
    },
  };
}
