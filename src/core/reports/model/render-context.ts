import { joinTitles } from '../../graph/community-title';
import type { CommunityRow, Span } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import { withoutCitations } from './citations';
import { clipToTokens, oneLine } from './clip-text';
import { documentIdsOf, type ContextFacts } from './context-facts';
import { pageText } from './context-page';
import type { Dataset } from './dataset';
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
  /** Kept with the report. */
  readonly facts: ContextFacts;
  /** Documents whose words are shown. */
  readonly documentIds: readonly string[];
}

/** Passages that stand for a sub-community. */
const PASSAGES = 4;
/** Tokens of a row of the table of reports besides the report. */
const ROW = 8;

/** Fills the places of sub-communities with what was reported on them, as long as that stands, else with their own best sentences. */
export function renderContext(
  outline: Outline,
  facts: ContextFacts,
  room: number,
  reported: readonly (string | undefined)[],
): ModelContext {
  const { row, key, page, standIns } = outline;
  const contents = standIns.map((child, at) => quoted(reported[at]) ?? digest(child));
  const reports = contents.map((content) => oneLine(clipToTokens(content, room - ROW)));
  const text = pageText(page, reports);
  const shown = { ...page.lines, Reports: standIns.map(shownReport) };
  return { row, key, text, tokens: estimateTokens(text), shown, facts, documentIds: documentIdsOf(facts.documents) };
}

const quoted = (content: string | undefined): string | undefined =>
  content && withoutCitations(content).replace(/^#+ (.*)$/gmu, '$1.');

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
