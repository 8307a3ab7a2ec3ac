import { joinTitles } from '../../graph/communities/community-title';
import { clipToTokens, oneLine } from '../../text/clip';
import type { ContextLine, ContextChoice } from './context-page';
import { partTokens, type Outline } from './outline';
import { hashContext, hashLines, type ContextHashes, type StandIn } from './report-line-hashes';
import type { ModelTables } from './report-tables';

/** What is said of a sub-community that no model has reported on. */
export interface SubcommunitySummary {
  /** On one line. */
  readonly text: string;
  /** The lines of its page of which some word stands in the text. */
  readonly lines: readonly ContextLine[];
}

/** Entities that name a group. */
const NAMED = 3;

/** The names and the best sentences of a group, and those of its parts, as far as they fit into so many tokens. */
function summariseSubcommunity(outline: Outline, tokens: number): SubcommunitySummary {
  const said = statementsOf(outline);
  const text = oneLine(clipToTokens(said.map((one) => one.text).join(' '), tokens));
  let start = 0;
  const lines = said.flatMap((one) => {
    const isShown = start < text.length;
    start += one.text.length + 1;
    return isShown ? one.lines : [];
  });
  return { text, lines: [...new Set(lines)] };
}

interface Statement {
  readonly text: string;
  /** Lines that say it. */
  readonly lines: readonly ContextLine[];
}

function statementsOf({ page, standIns }: Outline): readonly Statement[] {
  const { Entities, Relationships } = page.lines;
  const named = Entities.slice(0, NAMED);
  const title = joinTitles(named.map(({ names }) => names[0]?.[0] ?? ''));
  const saying = new Map<string, ContextLine[]>();
  for (const line of [...Relationships, ...Entities]) {
    const lines = saying.get(line.statement);
    if (lines) lines.push(line);
    else saying.set(line.statement, [line]);
  }
  const own = [...saying].map(([text, lines]) => ({ text: oneLine(text), lines }));
  return [{ text: title && `${title}.`, lines: named }, ...own, ...standIns.flatMap(statementsOf)].filter(
    ({ text }) => text !== '',
  );
}

/** What outlines say, short enough to be kept with a report; each digest is made once. */
export interface OutlineHashes {
  /** What is told of a sub-community on which no model reported. */
  digest(outline: Outline, choice: ContextChoice): SubcommunitySummary;
  /** The same as what stands in for that sub-community. */
  byLines(outline: Outline, choice: ContextChoice): StandIn;
  /** The facts as they are now of what a report was told: of its parts, and of theirs, in the same way. */
  of(outline: Outline, choice: ContextChoice, by: (community: number) => StandIn['by']): ContextHashes;
}

/** Facts on one state of the tables. */
export function outlineHashes(tables: ModelTables): OutlineHashes {
  const digests = new Map<Outline, SubcommunitySummary>();
  const digest: OutlineHashes['digest'] = (outline, choice) => {
    const made = digests.get(outline) ?? summariseSubcommunity(outline, partTokens(choice));
    digests.set(outline, made);
    return made;
  };
  const byLines: OutlineHashes['byLines'] = (outline, choice) => ({
    by: 'lines',
    community: outline.row.community,
    facts: hashLines(tables, digest(outline, choice).lines),
  });
  const of: OutlineHashes['of'] = (outline, choice, by) => {
    const standIns = outline.standIns.map((child): StandIn => {
      const { community } = child.row;
      if (by(community) === 'lines') return byLines(child, choice);
      return { by: 'report', community, facts: of(child, choice, by) };
    });
    return hashContext(tables, outline, standIns);
  };
  return { digest, byLines, of };
}
