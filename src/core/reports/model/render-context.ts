import type { CommunityRow, Span } from '../../tables/tables';
import { estimateTokens } from '../../text/tokens';
import { withoutCitations } from './citations';
import { clipToTokens, oneLine } from './clip-text';
import { documentIdsOf, type StandingIn, type WrittenFrom } from './context-facts';
import type { ContextChoice } from './context-key';
import type { ContextLine } from './context-line';
import { pageText } from './context-page';
import type { Dataset } from './dataset';
import type { Digest } from './digest';
import { roomOf, type Outline } from './outline';

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
  readonly facts: WrittenFrom;
  /** Documents whose words are shown. */
  readonly documentIds: readonly string[];
}

/** Passages that stand for a sub-community. */
const PASSAGES = 4;
/** Tokens of a row of the table of reports besides the report. */
const ROW = 8;

/** Tokens that what is told of a sub-community may take. */
export const tokensOfPart = (choice: ContextChoice): number => roomOf(choice) - ROW;

/** A sub-community in the prompt on the one that holds it. */
export interface Part {
  readonly outline: Outline;
  /** The text of the report that stands, or what is told where none does. */
  readonly content: string | Digest;
  readonly standsIn: StandingIn;
}

/** Fills the places of sub-communities with what was reported on them, as long as that stands, else with their own best sentences. */
export function renderContext(
  { row, key, page }: Outline,
  facts: WrittenFrom,
  choice: ContextChoice,
  parts: readonly Part[],
): ModelContext {
  const reports = parts.map(({ content }) =>
    typeof content === 'string' ? oneLine(clipToTokens(quoted(content), tokensOfPart(choice))) : content.text,
  );
  const text = pageText(page, reports);
  const shown = { ...page.lines, Reports: parts.map(shownReport) };
  return { row, key, text, tokens: estimateTokens(text), shown, facts, documentIds: documentIdsOf(facts.documents) };
}

const quoted = (content: string): string => withoutCitations(content).replace(/^#+ (.*)$/gmu, '$1.');

function shownReport({ outline, content }: Part): Shown {
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
