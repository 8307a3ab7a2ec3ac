import type { Answer } from '../../core/search/events';

/** Ids of the reports that a model was shown for an answer, those that weighed most first. */
export function usedReports({ trace }: Answer): readonly string[] {
  const items = trace.sections.flatMap((section) => section.items);
  return items
    .filter(({ kind, used }) => kind === 'report' && used)
    .sort((a, b) => b.score - a.score)
    .map(({ id }) => id);
}
