import { joinTitles } from '../../text/join-titles';
import { groupBy } from '../../arrays';
import { clipToTokens, oneLine } from '../../text/clip';
import type { ContextChoice, ContextLine } from './context-page';
import { partTokens, type Outline } from './outline';
import { hashContext, hashLines, type ContextHashes, type StandIn } from './report-line-hashes';
import type { ModelTables } from './report-tables';

/** Substitute in the context for a sub-community without a valid report by a model. */
export interface SubcommunitySummary {
  /** On one line. */
  readonly text: string;
  /** The lines of its page from which the text is made. */
  readonly lines: readonly ContextLine[];
}

/** Entities that name a group. */
const NAMED = 3;

/** Summarises a sub-community by its names and best sentences, then those of its own parts, up to so many tokens. */
function summariseSubcommunity(outline: Outline, tokens: number): SubcommunitySummary {
  const statements = statementsOf(outline);
  const text = oneLine(clipToTokens(statements.map((one) => one.text).join(' '), tokens));
  let start = 0;
  const lines = statements.flatMap((one) => {
    const isShown = start < text.length;
    start += one.text.length + 1;
    return isShown ? one.lines : [];
  });
  return { text, lines: [...new Set(lines)] };
}

interface Statement {
  readonly text: string;
  /** Lines with these words. */
  readonly lines: readonly ContextLine[];
}

function statementsOf({ page, standIns }: Outline): readonly Statement[] {
  const { Entities, Relationships } = page.lines;
  const named = Entities.slice(0, NAMED);
  const title = joinTitles(named.map(({ names }) => names[0]?.[0] ?? ''));
  const byText = groupBy([...Relationships, ...Entities], ({ statement }) => statement);
  const own = Array.from(byText, ([text, lines]) => ({ text: oneLine(text), lines }));
  return [{ text: title && `${title}.`, lines: named }, ...own, ...standIns.flatMap(statementsOf)].filter(
    ({ text }) => text !== '',
  );
}

/** Summaries of outlines, each made once, and hashes of what outlines show. */
export interface OutlineHashes {
  /** Summarises a sub-community. */
  summary(outline: Outline, choice: ContextChoice): SubcommunitySummary;
  /** The stand-in that this summary makes. */
  byLines(outline: Outline, choice: ContextChoice): StandIn;
  /** Hashes of a context as it is now, if the same kind of stand-in is used for each sub-community as in the report. */
  of(outline: Outline, choice: ContextChoice, kindOf: (community: number) => StandIn['by']): ContextHashes;
}

/** Hashes outlines on one state of the tables. */
export function outlineHashes(tables: ModelTables): OutlineHashes {
  const summaries = new Map<Outline, SubcommunitySummary>();
  const summary: OutlineHashes['summary'] = (outline, choice) => {
    const made = summaries.get(outline) ?? summariseSubcommunity(outline, partTokens(choice));
    summaries.set(outline, made);
    return made;
  };
  const byLines: OutlineHashes['byLines'] = (outline, choice) => ({
    by: 'lines',
    community: outline.row.community,
    hashes: hashLines(tables, summary(outline, choice).lines),
  });
  const of: OutlineHashes['of'] = (outline, choice, kindOf) => {
    const standIns = outline.standIns.map((child): StandIn => {
      const { community } = child.row;
      if (kindOf(community) === 'lines') return byLines(child, choice);
      return { by: 'report', community, hashes: of(child, choice, kindOf) };
    });
    return hashContext(tables, outline, standIns);
  };
  return { summary, byLines, of };
}
