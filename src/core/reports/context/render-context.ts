import type { CommunityRow, Span } from '../../tables/tables';
import { clipToTokens, oneLine } from '../../text/clip';
import { estimateTokens } from '../../text/tokens';
import { withoutCitations } from '../model/report-references';
import { pageText, type CitableItem, type ContextChoice, type ContextLine, type Dataset } from './context-page';
import { partTokens, type Outline } from './outline';
import type { Rating } from '../extractive/rate-community';
import { documentIdsOf, type ReportHashes, type StandIn } from './report-line-hashes';
import type { SubcommunitySummary } from './subcommunity-summary';

/** Context of a community for a model. */
export interface ModelContext {
  readonly row: CommunityRow;
  /** Kept as the report's `context_hash`. */
  readonly key: string;
  /** The tables. */
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
  /** Items by their numbers in the tables, which count from 1. */
  readonly shown: Readonly<Record<Dataset, readonly CitableItem[]>>;
  /** Kept with the report. */
  readonly hashes: ReportHashes;
  /** Documents whose words are shown. */
  readonly documentIds: readonly string[];
}

/** A context with the rating of the community by counting, for where a model gives none. */
export interface RatedContext extends ModelContext {
  readonly rating: Rating;
}

/** Passages in place of a sub-community. */
const PASSAGES = 4;

/** A sub-community in the context of its parent. */
export interface SubcommunityPart {
  readonly outline: Outline;
  /** The text of the valid report, or a summary where there is none. */
  readonly content: string | SubcommunitySummary;
  readonly standIn: StandIn;
}

/** Renders the context of a community, with the reports or summaries of its sub-communities in their places. */
export function renderContext(
  { row, key, page }: Outline,
  hashes: ReportHashes,
  choice: ContextChoice,
  parts: readonly SubcommunityPart[],
): ModelContext {
  const reports = parts.map(({ content }) =>
    typeof content === 'string' ? oneLine(clipToTokens(plainText(content), partTokens(choice))) : content.text,
  );
  const text = pageText(page, reports);
  const shown = { ...page.lines, Reports: parts.map(citableReport) };
  return { row, key, text, tokens: estimateTokens(text), shown, hashes, documentIds: documentIdsOf(hashes.documents) };
}

/** A report without its citations and the marks of its headings. */
const plainText = (content: string): string => withoutCitations(content).replace(/^#+ (.*)$/gmu, '$1.');

function citableReport({ outline, content }: SubcommunityPart): CitableItem {
  const { community } = outline.row;
  const spans = typeof content === 'string' ? spansOf(outline) : firstSpans(content.lines);
  return { id: String(community), reference: community, names: [], spans: spans.slice(0, PASSAGES) };
}

function spansOf({ page, standIns }: Outline): readonly Span[] {
  const { Relationships, Entities } = page.lines;
  return distinct([...firstSpans([...Relationships, ...Entities]), ...standIns.flatMap(spansOf)]);
}

const firstSpans = (lines: readonly ContextLine[]): readonly Span[] =>
  distinct(lines.flatMap(({ spans }) => spans.slice(0, 1)));

const distinct = (spans: readonly Span[]): readonly Span[] => [
  ...new Map(spans.map((span) => [`${span.document_id}:${String(span.start)}`, span])).values(),
];
