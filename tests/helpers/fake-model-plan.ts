import type { CollectionView } from '../../src/core/engine/collections/collection-view';
import type { IndexEvent } from '../../src/core/engine/session/index-events';
import { newRun } from '../../src/core/engine/model-index/run-state';
import { MODEL_STEPS } from '../../src/core/index/pipeline';
import type { ModelPlan } from '../../src/core/engine/model-index/plan/model-plan';
import type { IndexState, RunFailure } from '../../src/core/ports/index-state';

export const MODEL = 'Qwen3 1.7B';
export const LAYER = `${MODEL} (compact 1)`;
const ALL = 42;
const DONE = 14;

/** A plan that costs what was chosen, at 1,000 tokens read and 100 written per call. */
export function planOf(parameters: IndexState['parameters'], over: Partial<ModelPlan> = {}): ModelPlan {
  const { budget = 60, depth = 'compact', claims = false } = parameters['model reading'] ?? {};
  const planned = Math.ceil((ALL * Number(budget)) / 100);
  const items = Math.max(0, planned - DONE);
  const calls = items * (claims === true ? 2 : 1) * (depth === 'full' ? 2 : 1);
  return {
    title: MODEL,
    reporter: MODEL,
    layer: LAYER,
    depth: depth === 'full' ? 'full' : 'compact',
    passages: { all: ALL, planned, done: DONE },
    readers: [{ title: MODEL, passages: over.passages?.done ?? DONE }],
    steps: MODEL_STEPS.map(({ name }) => name),
    parts: calls === 0 ? [] : [readingPart(items, calls), reportsPart],
    seconds: null,
    reportSeconds: null,
    bytes: 120_000,
    suggestion: { depth: 'compact', budget: 100, words: 'For a small model: compact, of every passage.' },
    offers: { readAgain: null, writeAgain: null, allReports: null },
    ...over,
  };
}

const readingPart = (items: number, calls: number): ModelPlan['parts'][number] => ({
  step: 'model reading',
  title: 'Extracting entities',
  purpose: 'reading',
  items,
  calls,
  promptTokens: calls * 1000,
  replyTokens: calls * 100,
  guessed: false,
});

const reportsPart: ModelPlan['parts'][number] = {
  step: 'model reports',
  title: 'Writing reports',
  purpose: 'reports',
  items: 5,
  calls: 5,
  promptTokens: 9000,
  replyTokens: 2000,
  guessed: true,
};

type Run = NonNullable<CollectionView['model']>;

type Over = Partial<Omit<Run, 'phase'>> & { readonly phase?: Run['phase']; readonly failure?: RunFailure | null };

export function runOf({ phase = 'running', failure = null, ...over }: Over = {}): Run {
  const facts = {
    ...newRun(LAYER, MODEL),
    spent: { calls: 14, promptTokens: 18_000, completionTokens: 2_000, seconds: 60 },
    found: {
      passages: 14,
      entities: 120,
      relationships: 79,
      claims: 1,
      'failed replies': 2,
      'repaired: cut': 3,
      'repaired: unwrapped': 4,
      'rejected: no such sentence': 5,
      unread: 1,
    },
    ...over,
  };
  return phase === 'done' ? { ...facts, phase } : { ...facts, phase, failure };
}

/** Progress of a run while so many of 25 passages are read. */
export function progressAt(done: number, over: Partial<Extract<IndexEvent, { kind: 'model' }>> = {}): IndexEvent {
  return {
    kind: 'model',
    step: 'model reading',
    title: 'Extracting entities',
    done,
    early: 0,
    total: 25,
    tokensDone: done * 1000,
    tokens: 25_000,
    secondsLeft: 720,
    words: '',
    waiting: false,
    run: runOf(),
    ...over,
  };
}
