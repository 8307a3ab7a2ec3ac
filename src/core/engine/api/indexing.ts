import type { ModelStep } from '../../index/planning';
import type { ParameterDescription } from '../../parameters';
import type { CallOptions } from '../../ports/platform';
import type { ReadChoice, SourceFile } from '../../ports/documents';
import type { ModelRunState } from '../../ports/index-state';
import type { EmbeddingPlan } from '../embedding-plan';
import type { CollectionView } from './collections';

/** What is read of the open collection and derived from it without a chat model. */
export interface IndexingCalls {
  /** Keeps the sources' bytes, then reads and indexes them. Ends when everything given is indexed, refused or waiting for a choice. */
  add(sources: readonly SourceFile[], options?: AddOptions): AsyncIterable<IndexEvent>;
  /** Keeps in mind, durably, that reading and deriving wait for a person's word. Whoever runs `add` or `resume` stops it itself. */
  pause(): Promise<void>;
  /** Goes on with whatever is pending or not yet derived; that it goes on is durable before its first event. */
  resume(options?: CallOptions): AsyncIterable<IndexEvent>;
  removeDocuments(ids: readonly string[], options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Reads a source that could not be read once more. */
  retry(path: string, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Takes in an offered change of a known path, in place of the earlier document or beside it. */
  settle(path: string, how: 'replace' | 'keep both', options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Forgets a source that could not be read, was only offered, or waits to be read and is not being read. */
  dismiss(path: string): Promise<void>;
  /** Reads a tabular source of a document again, another way. */
  reread(documentId: string, choice: ReadChoice, options?: CallOptions): AsyncIterable<IndexEvent>;
  /** Parameters of the index steps and their values. */
  steps(): Promise<readonly StepDescription[]>;
  /** Sets parameters and derives what depends on them again. */
  configure(
    step: string,
    values: Readonly<Record<string, number | string | boolean>>,
    options?: CallOptions,
  ): AsyncIterable<IndexEvent>;
  /** What embedding with the chosen model would do now; null when none is chosen. */
  embeddingPlan(options?: CallOptions): Promise<EmbeddingPlan | null>;
  /**
   * Makes the vectors that are missing, beside whatever else runs; ends when all of them stand. Pausing is aborting; calling it again goes
   * on, after a reload too. Throws ModelError without an embedding model.
   */
  embed(options?: CallOptions): AsyncIterable<IndexEvent>;
}

/** How sources are added. */
export interface AddOptions extends CallOptions {
  /** What to do when a path is known but its bytes differ; default `ask`, which yields a `changed` event, keeps the old and offers the new. */
  readonly onChange?: 'ask' | 'replace' | 'keep both';
}

/** An index step with its parameters and their present values. */
export interface StepDescription {
  readonly name: string;
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly ParameterDescription[];
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
