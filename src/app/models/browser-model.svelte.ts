import { hasTrait, reasonOf } from '../../core/errors';
import type { Message } from '../../core/message';
import type { LoadProgress } from '../../core/models/chat-model';
import type { ChatHost } from '../../core/models/hosts';
import { isAbort } from '../words/errors';

const BUILT_IN = { provider: 'prompt-api', model: 'built-in' } as const;

/** Availability of the browser's own model, with the reason where it is missing. */
export type BrowserModelState =
  { readonly kind: 'usable' } | { readonly kind: 'fetchable' | 'missing'; readonly reason: Message };

/** Asks the browser about its own model. */
export const lookAtBrowserModel = (host: ChatHost): Promise<BrowserModelState> =>
  host.describe(BUILT_IN).then(
    () => ({ kind: 'usable' }),
    (error: unknown) => ({
      kind: hasTrait(error, 'worth another try') ? 'fetchable' : 'missing',
      reason: reasonOf(error),
    }),
  );

/** The model that the browser itself fetches and keeps: on a click, with its progress. */
export class BrowserModel {
  progress = $state.raw<LoadProgress | null>(null);
  failure = $state.raw<Message>('');
  readonly #host: ChatHost | null;
  #stop = new AbortController();

  constructor(host: ChatHost | null) {
    this.#host = host;
  }

  /** Must be called by a click: the browser demands one. True once the model can be chosen. */
  async fetch(): Promise<boolean> {
    if (!this.#host || this.progress) return false;
    this.#stop = new AbortController();
    this.failure = '';
    try {
      for await (const progress of this.#host.load(BUILT_IN, { signal: this.#stop.signal })) this.progress = progress;
      return true;
    } catch (error) {
      if (!isAbort(error)) this.failure = reasonOf(error);
      return false;
    } finally {
      this.progress = null;
    }
  }

  stop(): void {
    this.#stop.abort(new DOMException('Stopped', 'AbortError'));
  }
}
