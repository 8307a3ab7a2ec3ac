import type { Question } from '../../request/question';
import type { LightragMode } from './parameters';

/** Modes that search the graph. */
export type GraphMode = Exclude<LightragMode, 'lightrag-naive' | 'lightrag-bypass'>;

/** Targets of a search in the graph. Passages are ranked by the question itself. */
export interface Sought {
  /** Finds entities. */
  readonly entities?: Question | undefined;
  /** Finds relationships. */
  readonly relationships?: Question | undefined;
}

/** Keywords as questions of their own. Missing where none was named. */
interface ReadKeywords {
  readonly low?: Question | undefined;
  readonly high?: Question | undefined;
}

/** Targets of a mode where each list of keywords has some. */
const TARGETS: Readonly<Record<GraphMode, (low?: Question, high?: Question) => Sought>> = {
  'lightrag-local': (low) => ({ entities: low }),
  'lightrag-global': (_, high) => ({ relationships: high }),
  'lightrag-hybrid': (low, high) => ({ entities: low, relationships: high }),
  'lightrag-mix': (low, high) => ({ entities: low, relationships: high }),
};

/**
 * Targets of a mode: low-level keywords find entities, high-level ones relationships. A mode without any of its own keywords takes the other list
 * (family-2 3.1). Without any keyword the question is sought by its own words. (LightRAG then answers nothing if it is long.)
 */
export function soughtIn(mode: GraphMode, { low, high }: ReadKeywords, question: Question): Sought {
  const targets = TARGETS[mode];
  const own = targets(low, high);
  if (own.entities ?? own.relationships) return own;
  return low || high ? { entities: low, relationships: high } : targets(question, question);
}
