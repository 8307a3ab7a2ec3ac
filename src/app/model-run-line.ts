import type { CollectionView } from '../core/engine/api/collections';
import type { ModelIndexing } from './model-indexing.svelte';
import { stepTitle } from './model-steps';
import { finePercentage } from './numbers';

type Shown = Pick<ModelIndexing, 'running' | 'leaving' | 'takingBack' | 'failure' | 'progress' | 'fraction'>;

/** A run that is being left, in words. */
export const LEAVING = {
  ending: 'Pausing after the calls in flight…',
  paused: 'Pausing…',
  stopped: 'Stopping…',
} as const;

/** How a model's run stands, in a line; empty where there is none, or it has come to its end. */
export function runLine(run: Shown, view: Pick<CollectionView, 'model' | 'writable'> | null): string {
  if (run.leaving) return LEAVING[run.leaving];
  if (run.takingBack) return 'Taking back an index…';
  if (run.running) return workingLine(run);
  const { phase, reason } = view?.model ?? {};
  if (phase === 'running' && view?.writable === false) return 'Another tab indexes with a model';
  if (run.failure !== '' || (phase === 'paused' && reason)) return 'Indexing with a model ended early: see why';
  return phase === 'paused' || phase === 'running' ? 'Indexing with a model is paused' : '';
}

function workingLine({ progress, fraction }: Shown): string {
  if (!progress) return 'Indexing with a model: starting…';
  return `Indexing with a model: ${stepTitle(progress.step).toLowerCase()} · ${finePercentage(fraction)}`;
}
