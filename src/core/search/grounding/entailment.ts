import type { CallOptions } from '../../platform';
import type { EntailmentModel, EntailmentPair, EntailmentScores } from '../../models/encoders';
import type { Thresholds } from './calibration';
import type { Premise, ReadPremise } from './evidence-index';
import type { Difference } from './guards';
import type { VerdictReason } from './verdict';

/** Verdicts of models on pairs. Those requested longest ago are dropped first. */
export interface VerdictCache {
  get(model: string, pair: EntailmentPair): EntailmentScores | undefined;
  set(model: string, pair: EntailmentPair, scores: EntailmentScores): void;
}

/** A sentence that words could not decide, with the premises to be asked about, the nearest first. */
export interface Undecided<P extends Premise> {
  readonly hypothesis: string;
  readonly candidates: readonly UndecidedBy<P>[];
}

interface UndecidedBy<P extends Premise> {
  readonly read: ReadPremise<P>;
  readonly score: number;
  readonly reason: Difference['reason'];
}

/** Decision of a model; `premises` support or contradict the sentence, the best first. */
interface Decided<P extends Premise> {
  readonly verdict: 'supported' | 'contradicted';
  readonly reason: VerdictReason;
  readonly premises: readonly P[];
}

/** Premises asked about at first, for all sentences at once; the others follow for those that are still open. */
const FIRST = 3;
/** Premises that are shown of a supported sentence at the most. */
const MOST_SHOWN = 3;
/** A premise can contradict that has so much of what the nearest one has; strange ones are called contradictions by chance. */
const NEARLY_NEAREST = 0.7;
/** UTF-16 units of a neighbour that a model is shown at the most. */
const LONGEST_NEIGHBOUR = 300;

/** A cache of at most `most` pairs, in memory. */
export function verdictCache(most = 20_000): VerdictCache {
  const kept = new Map<string, EntailmentScores>();
  const keyOf = (model: string, { premise, hypothesis }: EntailmentPair): string =>
    JSON.stringify([model, premise, hypothesis]);
  return {
    get: (model, pair) => {
      const key = keyOf(model, pair);
      const scores = kept.get(key);
      if (scores) kept.delete(key);
      if (scores) kept.set(key, scores);
      return scores;
    },
    set: (model, pair, scores) => {
      const key = keyOf(model, pair);
      kept.delete(key);
      kept.set(key, scores);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
    },
  };
}

/**
 * Asks a model about sentences; null where it is not sure, or where nothing was to be decided. Throws the model's
 * errors, and the signal's reason when aborted.
 */
export async function judgeAll<P extends Premise>(
  sentences: readonly (Undecided<P> | null)[],
  model: EntailmentModel,
  thresholds: Thresholds,
  cache: VerdictCache,
  options: CallOptions,
): Promise<readonly (Decided<P> | null)[]> {
  const decided = sentences.map((): Decided<P> | null => null);
  if (Math.min(thresholds.entailment, thresholds.contradiction) > 1) return decided;
  for (const [from, to] of [
    [0, FIRST],
    [FIRST, model.mostPremises ?? Infinity],
  ] as const) {
    if (from >= to) break;
    const open = sentences.map((one, at) => (one && decided[at]?.verdict !== 'supported' ? one : null));
    const pairs = open.flatMap((one) => (one ? one.candidates.slice(from, to).map((by) => pairOf(one, by)) : []));
    await askFor(pairs, model, cache, options);
    open.forEach((one, at) => {
      if (one) decided[at] = decide(one, to, (pair) => cache.get(model.id, pair), thresholds);
    });
  }
  return decided;
}

/** Judges every unknown pair, in calls of the model's own size. */
async function askFor(
  pairs: readonly EntailmentPair[],
  model: EntailmentModel,
  cache: VerdictCache,
  options: CallOptions,
): Promise<void> {
  const unknown = new Map<string, EntailmentPair>();
  for (const pair of pairs) {
    if (!cache.get(model.id, pair)) unknown.set(JSON.stringify([pair.premise, pair.hypothesis]), pair);
  }
  const all = [...unknown.values()];
  const size = Math.max(1, model.batchSize);
  for (let from = 0; from < all.length; from += size) {
    options.signal?.throwIfAborted();
    const batch = all.slice(from, from + size);
    const scores = await model.judge(batch, options);
    batch.forEach((pair, at) => {
      const found = scores[at];
      if (found) cache.set(model.id, pair, found);
    });
  }
}

function decide<P extends Premise>(
  one: Undecided<P>,
  most: number,
  known: (pair: EntailmentPair) => EntailmentScores | undefined,
  { entailment, contradiction }: Thresholds,
): Decided<P> | null {
  const judged = one.candidates.slice(0, most).flatMap((by) => {
    const scores = known(pairOf(one, by));
    return scores ? [{ ...by, scores }] : [];
  });
  // What the nearest premise denies is not supported by a farther one.
  const isDenied = one.candidates[0]?.reason === 'negation';
  const supporting = (isDenied ? [] : judged)
    .filter(({ scores, reason }) => scores.entailment >= entailment && reason !== 'number' && reason !== 'negation')
    .sort((a, b) => b.scores.entailment - a.scores.entailment);
  if (supporting.length > 0) {
    const premises = supporting.slice(0, MOST_SHOWN).map(({ read }) => read.premise);
    return { verdict: 'supported', reason: 'entailment', premises };
  }
  const least = (one.candidates[0]?.score ?? 0) * NEARLY_NEAREST;
  const [against] = judged
    .filter(({ scores, score }) => scores.contradiction >= contradiction && score >= least)
    .sort((a, b) => b.scores.contradiction - a.scores.contradiction);
  if (!against || judged.some(({ scores }) => scores.entailment >= entailment)) return null;
  return { verdict: 'contradicted', reason: 'entailment', premises: [against.read.premise] };
}

/** The premise as a model reads it: its heading and neighbours explain who "she" is. */
function pairOf<P extends Premise>({ hypothesis }: Undecided<P>, { read }: UndecidedBy<P>): EntailmentPair {
  const { heading, before, text, after } = read.premise;
  const sentences = [before.slice(-LONGEST_NEIGHBOUR), text, after.slice(0, LONGEST_NEIGHBOUR)];
  const spoken = sentences.filter((one) => one !== '').join(' ');
  return { premise: heading === '' ? spoken : `${heading}\n${spoken}`, hypothesis };
}
