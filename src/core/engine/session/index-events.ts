import type { Message } from '../../message';
import type { SourceNeed } from '../../ports/documents';
import { COLLECTION_STEPS } from '../../index/pipeline';
import type { Stage } from '../../index/step';
import type { ModelRunState } from '../../ports/index-state';
import type { CollectionView } from '../collections/collection-view';
import type { EngineEnv } from '../env';
import type { OpenCollection } from '../collections/open-collection';

/** Takes the events of a run as they happen. */
export type Emit = (event: IndexEvent) => void;

export const READING: Stage = { title: 'Reading documents', share: 0.68, unit: 'documents' };

export const PREPARING: Stage = { title: 'Preparing search', share: 0.05, unit: '' };

export const SAVING: Stage = { title: 'Saving tables', share: 0.03, unit: 'rows' };

/** Stages of a run, in order. */
const STAGES: readonly Stage[] = [READING, ...COLLECTION_STEPS, SAVING, PREPARING];

/** Reports progress of a stage. `part` is its share that is done, by default done / total. The fraction of the whole run never falls. */
export type StageProgress = (stage: Stage, done: number, total: number, part?: number) => void;

export function stageProgress(emit: Emit): StageProgress {
  let fraction = 0;
  return (stage, done, total, part = total > 0 ? done / total : 1) => {
    const before = STAGES.slice(0, STAGES.indexOf(stage)).reduce((sum, earlier) => sum + earlier.share, 0);
    fraction = Math.max(fraction, Math.min(1, before + stage.share * part));
    emit({ kind: 'stage', stage: stage.title, done, total, unit: stage.unit, fraction });
  };
}

/** Progress of a source into the collection. */
type SourceState =
  | 'queued'
  | 'reading'
  | 'read'
  | 'duplicate'
  | 'changed'
  | 'failed'
  /** Waits for a person's answer. */
  | 'asks'
  | 'removed'
  /** No source, but a part of the collection that was damaged on disk and mended. */
  | 'repaired';

/**
 * A source that changed its state. `reason` explains it (`duplicate`, `changed`, `failed`). `again`: a failed source is
 * worth another try.
 */
export interface SourceChange {
  readonly path: string;
  readonly state: SourceState;
  readonly reason?: Message;
  readonly again?: boolean;
  /** Something that only a person can tell (`asks`). */
  readonly need?: SourceNeed;
  readonly documentIds?: readonly string[];
}

/** Events of a run that changes the index. */
export type IndexEvent =
  /** Changes of sources, in their order. */
  | { readonly kind: 'sources'; readonly sources: readonly SourceChange[] }
  /** Progress of a named stage; `done` and `total` count `unit`, where it has one. `fraction` is of the whole run, 0 to 1. */
  | {
      readonly kind: 'stage';
      readonly stage: string;
      readonly done: number;
      readonly total: number;
      readonly unit: string;
      readonly fraction: number;
    }
  /** Progress of indexing with a model: things done of a step, and tokens of the whole plan. */
  | {
      readonly kind: 'model';
      /** Name of the step. */
      readonly step: string;
      readonly title: string;
      readonly done: number;
      /** Finished items that wait for slower ones before them to be committed. */
      readonly early: number;
      readonly total: number;
      readonly tokensDone: number;
      readonly tokens: number;
      /** By the measured speed; null until there is one. */
      readonly secondsLeft: number | null;
      /** Reason for waiting, in words; empty while replies come. */
      readonly words: Message;
      /** True while it waits to try again, which `wakeModelIndex` ends. */
      readonly waiting: boolean;
      readonly run: ModelRunState | null;
    }
  /** A person's edit is durable; what follows from it is not derived yet. `undo` takes it back by its id. */
  | { readonly kind: 'edited'; readonly id: string; readonly words: Message }
  /** A generation is durable: everything in the view survives a crash. */
  | { readonly kind: 'committed'; readonly view: CollectionView };

/** Context of a run: the open collection, the engine's environment, and its listener for events. */
export interface RunContext {
  readonly open: OpenCollection;
  readonly env: EngineEnv;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** Settles when no more sources of this run come. Missing means that all are here. */
  readonly coming?: Promise<void>;
  /** Returns the amount of sources that are not queued yet. */
  readonly toCome?: () => Amount;
}

/** Sources and their bytes together. */
export interface Amount {
  readonly sources: number;
  readonly bytes: number;
}

/** Merges events that nobody has taken yet: all changes of sources, and only the newest progress. */
export function mergeEvents(last: IndexEvent, next: IndexEvent): IndexEvent | undefined {
  if (last.kind === 'sources' && next.kind === 'sources') {
    return { kind: 'sources', sources: [...last.sources, ...next.sources] };
  }
  return last.kind === next.kind && isProgress(next) ? next : undefined;
}

/** Progress and sources do not wait for each other's turn. What is durable keeps its place. */
export const mayPass = (last: IndexEvent, next: IndexEvent): boolean => isNews(last) && isNews(next);

const isProgress = ({ kind }: IndexEvent): boolean => kind === 'stage' || kind === 'model';
const isNews = (event: IndexEvent): boolean => event.kind === 'sources' || isProgress(event);
