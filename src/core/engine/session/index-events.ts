import { COLLECTION_STEPS } from '../../index/pipeline';
import type { Stage } from '../../index/step';
import type { ModelStep } from '../../index/planning';
import type { ModelRunState } from '../../ports/index-state';
import type { CollectionView } from '../collections/collection-view';
import type { EngineEnv } from '../env';
import type { OpenCollection } from './open-collection';

export type Emit = (event: IndexEvent) => void;

interface Stop {
  readonly signal: AbortSignal;
  abort(): void;
}

/**
 * Runs work that emits events and hands them out one by one. A progress event that nobody has taken yet is replaced by a newer one, so a
 * slow reader never holds up the work. A reader that leaves early stops the work through the signal.
 */
export function streamEvents(run: (emit: Emit) => Promise<void>, stop: Stop): AsyncGenerator<IndexEvent> {
  return stream(run, stop, (event) => event.kind === 'stage' || event.kind === 'model');
}

/** The same for any events; those that `isProgress` are replaced by newer ones of their kind. */
export async function* stream<E extends { readonly kind: string }>(
  run: (emit: (event: E) => void) => Promise<void>,
  stop: Stop,
  isProgress: (event: E) => boolean = () => false,
): AsyncGenerator<E> {
  const waiting: E[] = [];
  let wake: () => void = () => undefined;
  let over = false;
  const emit = (event: E): void => {
    if (waiting.at(-1)?.kind === event.kind && isProgress(event)) waiting.pop();
    waiting.push(event);
    wake();
  };
  const finished = run(emit).finally(() => {
    over = true;
    wake();
  });
  finished.catch(() => undefined); // awaited below; this keeps an early failure from being reported as unhandled
  try {
    for (;;) {
      const event = waiting.shift();
      if (event) yield event;
      else if (over) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    await finished;
  } finally {
    if (!over) stop.abort();
  }
}

export const READING: Stage = { title: 'Reading documents', share: 0.68, unit: 'documents' };

export const PREPARING: Stage = { title: 'Preparing search', share: 0.05, unit: 'text units' };

/** Stages of a run, in order. */
const STAGES: readonly Stage[] = [READING, ...COLLECTION_STEPS, PREPARING];

/** Reports progress of a stage, `part` of it done (default done / total); the fraction of the whole run never falls. */
export type StageProgress = (stage: Stage, done: number, total: number, part?: number) => void;

export function stageProgress(emit: Emit): StageProgress {
  let fraction = 0;
  return (stage, done, total, part = total > 0 ? done / total : 1) => {
    const before = STAGES.slice(0, STAGES.indexOf(stage)).reduce((sum, earlier) => sum + earlier.share, 0);
    fraction = Math.max(fraction, Math.min(1, before + stage.share * part));
    emit({ kind: 'stage', stage: stage.title, done, total, unit: stage.unit, fraction });
  };
}

/** Where a source is on its way into the collection. */
export type SourceState = 'queued' | 'reading' | 'read' | 'duplicate' | 'changed' | 'failed' | 'removed';

/** What a run that changes the index tells while it goes on. */
export type IndexEvent =
  /** A source's own line. `reason` is there for `duplicate`, `changed` and `failed`; `documentIds` for `read`, `duplicate` and `changed`; `again` where a failed one is worth another try. */
  | {
      readonly kind: 'source';
      readonly path: string;
      readonly state: SourceState;
      readonly reason?: string;
      readonly again?: boolean;
      readonly documentIds?: readonly string[];
    }
  /** Progress of a named stage; `done` and `total` count `unit`. `fraction` is of the whole run, 0 to 1. */
  | {
      readonly kind: 'stage';
      readonly stage: string;
      readonly done: number;
      readonly total: number;
      readonly unit: string;
      readonly fraction: number;
    }
  /** How far indexing with a model is: things done of a step, and tokens of the whole plan. */
  | {
      readonly kind: 'model';
      readonly step: ModelStep;
      readonly done: number;
      /** Of those done: that wait for others before them, which take longer, to be kept. */
      readonly early: number;
      readonly total: number;
      readonly tokensDone: number;
      readonly tokens: number;
      /** By the measured speed; null until there is one. */
      readonly secondsLeft: number | null;
      /** What it waits for, in words; empty while replies come. */
      readonly words: string;
      /** True while it waits to try again, which `wakeModelIndex` ends. */
      readonly waiting: boolean;
      readonly run: ModelRunState | null;
    }
  /** A generation is durable: everything in the view survives a crash. */
  | { readonly kind: 'committed'; readonly view: CollectionView };

export interface RunContext {
  readonly open: OpenCollection;
  readonly env: EngineEnv;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

export interface ReadingRun {
  readonly open: OpenCollection;
  readonly env: EngineEnv;
  readonly emit: Emit;
  readonly progress: StageProgress;
  readonly signal: AbortSignal;
}
