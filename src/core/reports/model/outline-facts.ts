import { contextFacts, lineFacts, type ContextFacts, type StandingIn } from './context-facts';
import type { ContextChoice } from './context-key';
import { digestOf, type Digest } from './digest';
import type { ModelTables } from './model-tables';
import type { Outline } from './outline';
import { tokensOfPart } from './render-context';

/** What outlines say, short enough to be kept with a report; each digest is made once. */
export interface OutlineFacts {
  /** What is told of a sub-community on which no model reported. */
  digest(outline: Outline, choice: ContextChoice): Digest;
  /** The same as what stands in for that sub-community. */
  byLines(outline: Outline, choice: ContextChoice): StandingIn;
  /** The facts as they are now of what a report was told: of its parts, and of theirs, in the same way. */
  of(outline: Outline, choice: ContextChoice, by: (community: number) => StandingIn['by']): ContextFacts;
}

/** Facts on one state of the tables. */
export function outlineFacts(tables: ModelTables): OutlineFacts {
  const digests = new Map<Outline, Digest>();
  const digest: OutlineFacts['digest'] = (outline, choice) => {
    const made = digests.get(outline) ?? digestOf(outline, tokensOfPart(choice));
    digests.set(outline, made);
    return made;
  };
  const byLines: OutlineFacts['byLines'] = (outline, choice) => ({
    by: 'lines',
    community: outline.row.community,
    facts: lineFacts(tables, digest(outline, choice).lines),
  });
  const of: OutlineFacts['of'] = (outline, choice, by) => {
    const standIns = outline.standIns.map((child): StandingIn => {
      const { community } = child.row;
      if (by(community) === 'lines') return byLines(child, choice);
      return { by: 'report', community, facts: of(child, choice, by) };
    });
    return contextFacts(tables, outline, standIns);
  };
  return { digest, byLines, of };
}
