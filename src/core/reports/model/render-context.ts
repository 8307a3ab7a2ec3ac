import { joinTitles } from '../../graph/community-title';
import type { CommunityReportRow, CommunityRow, Span } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import { withoutCitations } from './citations';
import { clipToTokens, oneLine } from './clip-text';
import { pageText } from './context-page';
import { DATASETS, type Dataset } from './dataset';
import type { Outline } from './outline';

/** Something that the prompt shows under a number, which is its place from 1. */
export interface Shown {
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
  readonly shown: Readonly<Record<Dataset, readonly Shown[]>>;
  /** Documents whose words are shown. */
  readonly documentIds: readonly string[];
}

/** Passages that stand for a sub-community. */
const PASSAGES = 4;
/** Tokens of a row of the table of reports besides the report. */
const ROW = 8;

/** Fills the places of sub-communities with their reports where a model wrote them from the same state, else with their own best sentences. */
export function renderContext(
  outline: Outline,
  room: number,
  reportOf: (community: number) => CommunityReportRow | undefined,
): ModelContext {
  const { row, key, page, standIns } = outline;
  const reports = standIns.map((child) => contentOf(child, reportOf(child.row.community), room - ROW));
  const text = pageText(page, reports);
  const shown = { ...page.lines, Reports: standIns.map(shownReport) };
  return { row, key, text, tokens: estimateTokens(text), shown, documentIds: documentsOf(outline) };
}

/** Only a report on what the key covers may be quoted: else a document's words could outlast it in the report of a parent. */
function contentOf(child: Outline, report: CommunityReportRow | undefined, tokens: number): string {
  const valid = report !== undefined && report.context_hash === child.key;
  return oneLine(clipToTokens(valid ? plain(report.full_content) : digest(child), tokens));
}

const plain = (content: string): string => withoutCitations(content).replace(/^#+ (.*)$/gmu, '$1.');

function digest(outline: Outline): string {
  const { Entities, Relationships } = outline.page.lines;
  const title = joinTitles(Entities.slice(0, 3).map(({ names }) => names[0]?.[0] ?? ''));
  const own = [...Relationships, ...Entities].map(({ statement }) => statement);
  const statements = [...new Set(own), ...outline.standIns.map(digest)].filter(Boolean);
  return [title && `${title}.`, ...statements].filter(Boolean).join(' ');
}

function shownReport(outline: Outline): Shown {
  const { row } = outline;
  return { id: String(row.community), reference: row.community, names: [], spans: spansOf(outline).slice(0, PASSAGES) };
}

function spansOf({ page, standIns }: Outline): readonly Span[] {
  const { Relationships, Entities } = page.lines;
  const own = [...Relationships, ...Entities].flatMap(({ spans }) => spans.slice(0, 1));
  const all = [...own, ...standIns.flatMap(spansOf)];
  return [...new Map(all.map((span) => [`${span.document_id}:${String(span.start)}`, span])).values()];
}

function documentsOf({ page, standIns }: Outline): readonly string[] {
  const own = DATASETS.flatMap((dataset) => page.lines[dataset].flatMap(({ documentIds }) => documentIds));
  return [...new Set([...own, ...standIns.flatMap(documentsOf)])].sort();
}
