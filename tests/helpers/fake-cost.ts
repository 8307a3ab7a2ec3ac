import type { RunMode, SearchRequest } from '../../src/core/search/request/search-request';
import type { SearchCost } from '../../src/core/search/search-cost';

const CALLS: Readonly<Partial<Record<RunMode, number>>> = { global: 8, drift: 10 };

/** Some cost of a question for a chosen model; a broad question is for Global. */
export function fakeCost({ mode, method, question }: SearchRequest, model: string | null): SearchCost {
  const run = mode !== 'auto' ? mode : question.includes('themes') ? 'global' : 'local';
  const reason =
    mode === 'auto' ? `${run === 'global' ? 'Global' : 'Local'}, because of the question.` : 'You chose it.';
  const head = { mode: run, reason, model };
  if (model === null || method === 'evidence')
    return { ...head, calls: 0, promptTokens: 0, outputTokens: 0, seconds: 0 };
  const calls = CALLS[run] ?? 2;
  return { ...head, calls, promptTokens: 3456 * calls, outputTokens: 600 * calls, seconds: 21 * calls };
}
