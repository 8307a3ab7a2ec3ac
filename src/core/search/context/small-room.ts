import type { ContextShares } from './context';

/** Tokens for which GraphRAG's shares are meant. */
const ROOMY = 12_000;
const LEAST = 1 / 3;

/**
 * Shares as they do good in so many tokens. Passages are long: where half of a small room goes to reports and the graph, two or three passages
 * are left, fewer than basic search shows. There these take less, a third of their share at least, and passages the rest.
 */
export function inSmallRoom({ reports, graph, sources }: ContextShares, tokens: number): ContextShares {
  const part = Math.min(1, Math.max(LEAST, tokens / ROOMY));
  return { reports: reports * part, graph: graph * part, sources: sources + (reports + graph) * (1 - part) };
}
