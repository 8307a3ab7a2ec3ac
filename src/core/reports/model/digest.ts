import { joinTitles } from '../../graph/communities/community-title';
import { clipToTokens, oneLine } from './clip-text';
import type { ContextLine } from './context-line';
import type { Outline } from './outline';

/** What is said of a sub-community that no model has reported on. */
export interface Digest {
  /** On one line. */
  readonly text: string;
  /** The lines of its page of which some word stands in the text. */
  readonly lines: readonly ContextLine[];
}

/** Entities that name a group. */
const NAMED = 3;

/** The names and the best sentences of a group, and those of its parts, as far as they fit into so many tokens. */
export function digestOf(outline: Outline, tokens: number): Digest {
  const said = sayings(outline);
  const text = oneLine(clipToTokens(said.map((one) => one.text).join(' '), tokens));
  let start = 0;
  const lines = said.flatMap((one) => {
    const isShown = start < text.length;
    start += one.text.length + 1;
    return isShown ? one.lines : [];
  });
  return { text, lines: [...new Set(lines)] };
}

interface Saying {
  readonly text: string;
  /** Lines that say it. */
  readonly lines: readonly ContextLine[];
}

function sayings({ page, standIns }: Outline): readonly Saying[] {
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
  return [{ text: title && `${title}.`, lines: named }, ...own, ...standIns.flatMap(sayings)].filter(
    ({ text }) => text !== '',
  );
}
