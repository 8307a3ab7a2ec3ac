import type { QueueEvent } from '../../core/models/queue/chat-queue';
import { isAbort } from '../words/errors';
import { language } from '../words/language.svelte';

/** How a call of the chosen model stands for which a person waits. */
export type CallState =
  | { readonly kind: 'idle' | 'done' | 'stopped' }
  /** `doing`: what the model does before it writes; empty while it writes. */
  | { readonly kind: 'running'; readonly doing: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** A call of the chosen model that a person watches and can stop. */
export class WatchedCall {
  state = $state.raw<CallState>({ kind: 'idle' });
  readonly running = $derived(this.state.kind === 'running');
  readonly doing = $derived(this.state.kind === 'running' ? this.state.doing : '');
  readonly failure = $derived(this.state.kind === 'failed' ? this.state.reason : '');
  #stop = new AbortController();

  /** Makes the call and passes on its events; `reasonOf` words a failure. Never rejects. */
  async run<Event>(
    start: (signal: AbortSignal) => Promise<AsyncIterable<Event>>,
    take: (event: Event) => void,
    reasonOf: (error: unknown) => string,
  ): Promise<void> {
    this.#stop = new AbortController();
    this.state = { kind: 'running', doing: language.words.models.trial.starting };
    try {
      for await (const event of await start(this.#stop.signal)) take(event);
      this.state = { kind: 'done' };
    } catch (error) {
      this.state = isAbort(error) ? { kind: 'stopped' } : { kind: 'failed', reason: reasonOf(error) };
    }
  }

  /** Notes what the model does now. */
  follow(event: QueueEvent): void {
    if (event.kind === 'waiting') this.#show(language.words.models.trial.waiting);
    if (event.kind === 'loading') this.#show(event.progress.words);
    if (event.kind === 'working') this.#show(event.words);
    if (event.kind === 'restart') this.#show(event.reason);
    if (event.kind === 'delta') this.#show('');
  }

  stop(): void {
    this.#stop.abort(new DOMException('Stopped', 'AbortError'));
  }

  #show(doing: string): void {
    this.state = { kind: 'running', doing };
  }
}
