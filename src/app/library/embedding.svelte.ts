import { createContext } from 'svelte';
import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { IndexEvent } from '../../core/engine/session/index-events';
import type { EmbeddingPlan } from '../../core/engine/indexing/embedding-plan';
import { explain, isAbort } from '../words/errors';
import type { ConnectEngine } from '../engine';
import { language } from '../words/language.svelte';

type Stage = Extract<IndexEvent, { kind: 'stage' }>;

/** A person's pause leaves it idle. */
type EmbeddingState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly stage: Stage | null }
  | { readonly phase: 'failed'; readonly reason: string };

/** Making the vectors of the open collection, in the background: everything else continues meanwhile. */
export class Embedding {
  state = $state.raw<EmbeddingState>({ phase: 'idle' });
  plan = $state.raw<EmbeddingPlan | null>(null);
  readonly #engine: ConnectEngine;
  readonly #adopt: (view: CollectionView) => void;
  #stop = new AbortController();
  #looking = new AbortController();
  /** The collection whose embedding a person paused, or that failed: it is not begun again by itself. */
  #left: string | null = null;

  constructor(engine: ConnectEngine, adopt: (view: CollectionView) => void) {
    this.#engine = engine;
    this.#adopt = adopt;
  }

  /** Plans the work for the chosen model. An earlier look is ended: only the last one counts. */
  async look(): Promise<void> {
    const { signal } = this.#lookAnew();
    try {
      const engine = await this.#engine();
      signal.throwIfAborted();
      const plan = await engine.embeddingPlan({ signal });
      if (!signal.aborted) this.plan = plan;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** There is nothing to plan. */
  forget(): void {
    this.#lookAnew();
    this.plan = null;
  }

  #lookAnew(): AbortController {
    this.#looking.abort(new DOMException('Another look began', 'AbortError'));
    return (this.#looking = new AbortController());
  }

  /** Continues embedding that was begun and is not complete, such as after a reload or after documents were added. */
  goOn(view: CollectionView): void {
    const { embeddings, writable, upToDate, collection } = view;
    const begun = embeddings !== null && !embeddings.complete;
    if (begun && writable && upToDate && this.#left !== collection.id) void this.start(collection.id);
  }

  async start(collection: string): Promise<void> {
    if (this.state.phase === 'running') return;
    this.#stop = new AbortController();
    this.state = { phase: 'running', stage: null };
    this.#left = null;
    try {
      const engine = await this.#engine();
      for await (const event of engine.embed({ signal: this.#stop.signal })) {
        if (event.kind === 'stage') this.state = { phase: 'running', stage: event };
        if (event.kind === 'committed') this.#adopt(event.view);
      }
      this.state = { phase: 'idle' };
    } catch (error) {
      this.#left = collection;
      this.state = isAbort(error)
        ? { phase: 'idle' }
        : { phase: 'failed', reason: explain(language.words.library.embedding.title, error).what };
    }
    await this.look().catch(() => undefined); // shown at the next look
  }

  pause(): void {
    this.#stop.abort(new DOMException('Paused', 'AbortError'));
  }
}

export const [getEmbedding, setEmbedding] = createContext<Embedding>();
