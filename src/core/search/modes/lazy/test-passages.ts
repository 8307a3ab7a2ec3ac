import { message, type Message } from '../../../message';
import type { Hit } from '../../../vectors/top-k';
import type { SearchEvent } from '../../events';
import { isModelFailure, type Retrieval } from '../../writer/search-run';
import { lazyChoices, withNextBudget } from './parameters';
import { countPassages, neighboursIn, placedPassages } from './ranking';
import { RELEVANT, type Tester } from './testers';
import { RelevanceWalk, type WalkBatch } from './walk';

/** Passages that a budget of tests found relevant, and those that it did not. */
export interface TestedPassages {
  /** The likeliest first. */
  readonly relevant: readonly Hit[];
  readonly irrelevant: readonly Hit[];
  readonly notes: readonly Message[];
}

/** Search whose passages are tested. */
export interface TestedSearch {
  readonly retrieval: Retrieval;
  readonly tester: Tester;
  readonly emit: (event: SearchEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Spends the budget on passages, telling what it bought so far. One that a person stops keeps that. As many batches are under way as keep all
 * seats of the tester busy; which are tested depends on their number, and not on how long a test takes.
 */
export async function testPassages({ retrieval, tester, emit, signal }: TestedSearch): Promise<TestedPassages> {
  const choices = lazyChoices(retrieval.request.parameters?.lazy);
  const placed = placedPassages(retrieval);
  const walk = new RelevanceWalk(placed, neighboursIn(retrieval, choices.neighbours), choices);
  const rankOf = new Map(placed.map(({ slot }, rank) => [slot, rank]));
  const scores = new Map<number, number>();
  const tell = (isOver: boolean): void => {
    const relevant = [...scores.values()].filter((score) => score >= RELEVANT).length;
    const untested = isOver ? countPassages(retrieval) - scores.size : 0;
    const more = untested > 0 && !signal.aborted ? withNextBudget(retrieval.request) : undefined;
    const bought = { made: scores.size, most: choices.budget, relevant, ...walk.communities };
    const left = { ...(untested > 0 && { untested }), ...(more && { more }) };
    emit({ kind: 'tests', tests: { by: tester.title, ...bought, ...left } });
    emit({
      kind: 'working',
      words: message`Testing passages: ${scores.size} of at most ${choices.budget} tested, ${relevant} of them relevant.`,
    });
  };
  const most = tester.parallel === 1 ? 1 : tester.parallel + choices.batch;
  const underWay: { readonly batch: WalkBatch; readonly found: Promise<readonly number[]> }[] = [];
  try {
    for (;;) {
      const tests = underWay.reduce((sum, { batch: { slots } }) => sum + slots.length, 0);
      const batch = tests < most ? walk.next() : null;
      if (batch) {
        const found = tester.test(batch.slots);
        found.catch(() => undefined); // awaited below; this keeps a failure from being reported as unhandled
        underWay.push({ batch, found });
        continue;
      }
      const first = underWay.shift();
      if (!first) break;
      const found = await first.found;
      first.batch.slots.forEach((slot, at) => scores.set(slot, found[at] ?? 0));
      walk.take(
        first.batch,
        found.map((score) => score >= RELEVANT),
      );
      tell(false);
    }
  } catch (error) {
    await Promise.allSettled(underWay.map(({ found }) => found)); // no test runs on while the answer is written
    if (!signal.aborted || isModelFailure(signal.reason) || scores.size === 0) throw error;
  }
  tell(true);
  const tested = [...scores].sort(([a, one], [b, other]) => other - one || (rankOf.get(a) ?? 0) - (rankOf.get(b) ?? 0));
  const hits = tested.map(([id, score]) => ({ id, score }));
  const relevant = hits.filter(({ score }) => score >= RELEVANT);
  return { relevant, irrelevant: hits.slice(relevant.length), notes: tester.notes() };
}
