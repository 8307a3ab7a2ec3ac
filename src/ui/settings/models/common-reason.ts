import type { ModelCard } from '../../../app/models/models.svelte';

/** What most of these cards give as their reason; null where no two give the same. */
export function commonReason(cards: readonly ModelCard[]): string | null {
  const times = new Map<string, number>();
  for (const { fit } of cards) times.set(fit.reason, (times.get(fit.reason) ?? 0) + 1);
  const [most] = [...times].sort(([, a], [, b]) => b - a);
  return most && most[1] > 1 ? most[0] : null;
}
