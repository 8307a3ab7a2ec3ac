import type { CommunityRow, Span } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import { withoutCitations } from '../model/citations';
import { clipToTokens, oneLine } from '../../text/clip';
import { documentIdsOf, type StandIn, type ReportHashes } from './report-line-hashes';
import { type ContextChoice, type ContextLine, pageText, type Dataset } from './context-page';
import type { SubcommunitySummary } from './subcommunity-summary';
import { partTokens, type Outline } from './outline';

/** Something that the prompt shows under a number, which is its place from 1. */
export interface CitableItem {
  /** Stable id of an entity, relationship or claim; the number of a community. */
  readonly id: string;
  /** The number by which it is known outside of the prompt. */
  readonly reference: number;
  /** Names that must all occur, one spelling of each, where a text means it. */
  readonly names: readonly (readonly string[])[];
  /** Where it is read, best first. */
  readonly spans: readonly Span[];
}

/** What a model is shown of a community. */
export interface ModelContext {
  readonly row: CommunityRow;
  /** Kept as the report's `context_hash`. */
  readonly key: string;
  /** The tables. */
  readonly text: string;
  /** Estimated. */
  readonly tokens: number;
  readonly shown: Readonly<Record<Dataset, readonly CitableItem[]>>;
  /** Kept with the report. */
  readonly facts: ReportHashes;
  /** Documents whose words are shown. */
  readonly documentIds: readonly string[];
}

/** Passages that stand for a sub-community. */
const PASSAGES = 4;

/** A sub-community in the prompt on the one that holds it. */
export interface SubcommunityPart {
  readonly outline: Outline;
  /** The text of the report that stands, or what is told where none does. */
  readonly content: string | SubcommunitySummary;
  readonly standsIn: StandIn;
}

/** Fills the places of sub-communities with what was reported on them, as long as that stands, else with their own best sentences. */
export function renderContext(
  { row, key, page }: Outline,
  facts: ReportHashes,
  choice: ContextChoice,
  parts: readonly SubcommunityPart[],
): ModelContext {
  const reports = parts.map(({ content }) =>
    typeof content === 'string' ? oneLine(clipToTokens(quoted(content), partTokens(choice))) : content.text,
  );
  const text = pageText(page, reports);
  const shown = { ...page.lines, Reports: parts.map(shownReport) };
  return { row, key, text, tokens: estimateTokens(text), shown, facts, documentIds: documentIdsOf(facts.documents) };
}

const quoted = (content: string): string => withoutCitations(content).replace(/^#+ (.*)$/gmu, '$1.');

function shownReport({ outline, content }: SubcommunityPart): CitableItem {
  const { community } = outline.row;
  const spans = typeof content === 'string' ? spansOf(outline) : spansOfLines(content.lines);
  return { id: String(community), reference: community, names: [], spans: spans.slice(0, PASSAGES) };
}

function spansOf({ page, standIns }: Outline): readonly Span[] {
  const { Relationships, Entities } = page.lines;
  return distinct([...spansOfLines([...Relationships, ...Entities]), ...standIns.flatMap(spansOf)]);
}

const spansOfLines = (lines: readonly ContextLine[]): readonly Span[] =>
  distinct(lines.flatMap(({ spans }) => spans.slice(0, 1)));

const distinct = (spans: readonly Span[]): readonly Span[] => [
  ...new Map(spans.map((span) => [`${span.document_id}:${String(span.start)}`, span])).values(),
];
