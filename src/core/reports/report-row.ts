import { stableId } from '../ids';
import type { Finding } from '../tables/schema';
import type { CommunityReportRow, CommunityRow } from '../tables/tables';

/** The words of a report. */
interface ReportText {
  readonly title: string;
  readonly summary: string;
  readonly findings: readonly Finding[];
  /** 0 to 10. */
  readonly rating: number;
  readonly rating_explanation: string;
}

/** Author, time and sources of a report. */
type ReportOrigin = Pick<
  CommunityReportRow,
  | 'method'
  | 'period'
  | 'context_hash'
  | 'finding_sources'
  | 'summary_sources'
  | 'context_lines'
  | 'context_beyond'
  | 'context_documents'
>;

/** Makes the row of a report on a community. Its id follows from its words where none is given. */
export function makeReportRow(
  community: CommunityRow,
  text: ReportText,
  origin: ReportOrigin,
  id?: string,
): CommunityReportRow {
  const { title, summary, findings, rating, rating_explanation } = text;
  const content = toMarkdown(text);
  // In the order of GraphRAG's JSON.
  const listed = findings.map((finding) => ({ summary: finding.summary, explanation: finding.explanation }));
  return {
    id: id ?? stableId('report', community.community, content),
    human_readable_id: community.community,
    community: community.community,
    ...placeOf(community),
    title,
    summary,
    full_content: content,
    rank: rating,
    rating_explanation,
    findings,
    full_content_json: JSON.stringify({ title, summary, findings: listed, rating, rating_explanation }, null, 4),
    ...origin,
    lines_changed: null,
    set_aside: null,
  };
}

/** The columns with the place of a community in the hierarchy. */
export const placeOf = ({ level, parent, children, size }: CommunityRow | CommunityReportRow) => ({
  level,
  parent,
  children,
  size,
});

/** GraphRAG's `full_content`: title, summary, then each finding under its own heading, once where both are the same. */
function toMarkdown({ title, summary, findings }: ReportText): string {
  const parts = findings.map(({ summary: head, explanation }) =>
    explanation === head ? `## ${head}` : `## ${head}\n\n${explanation}`,
  );
  return [`# ${title}`, summary, ...parts].join('\n\n');
}
