import type { CommunityReportRow } from '../../tables/tables';
import {
  countChangedLines,
  hasCurrentDocuments,
  standInKinds,
  type CommunityHashes,
} from '../context/report-line-hashes';
import { choiceOfKey, type ContextChoice } from '../context/context-page';
import type { ModelTables } from '../context/report-tables';
import type { Outline } from '../context/outline';
import type { OutlineHashes } from '../context/subcommunity-summary';
import type { SubcommunityPart } from '../context/render-context';

/** How reports that models wrote stand to the tables as they are now. */
export interface ReportValidity {
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

/** What the tables say, as reports are held against it. */
export interface ValidityInput {
  readonly tables: ModelTables;
  readonly outline: (community: number, choice: ContextChoice) => Outline | undefined;
  readonly facts: OutlineHashes;
  readonly sayable: CommunityHashes;
}

/**
 * Whether a model would be shown for a report, word for word, what it was: whichever documents are gone, an index made without them says the same.
 * Not where it was told of a part by a report, which may say more than is said now.
 */
const isContextUnchanged = (report: CommunityReportRow, now: Outline): boolean =>
  report.context_lines.length > 0 &&
  now.key === report.context_hash &&
  now.standIns.every(({ row }) => standInKinds(report)(row.community) === 'lines');

/** Reports on one state of the tables. */
export function reportValidity({ tables, outline, facts, sayable }: ValidityInput): ReportValidity {
  return {
    changedIn: (report) => {
      const choice = choiceOfKey(report.context_hash);
      const now = choice && outline(report.community, choice);
      if (now && isContextUnchanged(report, now)) return 0;
      if (!now || !hasCurrentDocuments(tables, report)) return undefined;
      if (now.key === report.context_hash) return 0;
      return countChangedLines(report, facts.of(now, choice, standInKinds(report)), sayable(now.row, choice));
    },
    isFounded: (report) => hasCurrentDocuments(tables, report),
    documents: (report) => {
      const choice = choiceOfKey(report.context_hash);
      const now = choice && outline(report.community, choice);
      const isSame = now && isContextUnchanged(report, now);
      return isSame ? facts.of(now, choice, () => 'lines').documents : report.context_documents;
    },
    beyond: ({ community, context_hash: key, context_beyond: lines }) => {
      const row = tables.communities.get(community);
      const choice = choiceOfKey(key);
      if (lines.length === 0 || !row || !choice) return [];
      const said = sayable(row, choice);
      return lines.filter((line) => said.has(line));
    },
  };
}

/** A sub-community as the model's report on it tells of it; undefined where none stands. */
export function reportedPart(
  child: Outline,
  choice: ContextChoice,
  report: CommunityReportRow | undefined,
  { facts, changedIn }: Pick<ReportValidity, 'changedIn'> & Pick<ValidityInput, 'facts'>,
): SubcommunityPart | undefined {
  const { community } = child.row;
  if (report?.community !== community || changedIn(report) === undefined) return undefined;
  const { full_content: content, context_lines: lines, context_documents: documents } = report;
  const told = (own: SubcommunityPart['standsIn']['facts']): SubcommunityPart => ({
    outline: child,
    content,
    standsIn: { by: 'report', community, facts: own },
  });
  if (lines.length > 0) return told({ lines, documents });
  // One of an earlier version of Burrow does not say what it was written from.
  return report.context_hash === child.key ? told(facts.of(child, choice, () => 'report')) : undefined;
}
