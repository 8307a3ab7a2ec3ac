import type { TrialEvent } from '../core/engine/model/click/trials';
import type { ChatMessage } from '../core/models/chat-model';
import type { QueueEvent } from '../core/models/chat-queue';
import { explain, isAbort } from './words';

/** A call of a trial: the very words sent, and the reply as far as it has come. */
export interface TriedCall {
  readonly messages: readonly ChatMessage[];
  readonly reply: string;
}

/** Calls of the chosen model for which a person waits and of which nothing is kept. */
export class WatchedCalls {
  calls = $state.raw<readonly TriedCall[]>([]);
  /** What the model is doing before it writes. */
  doing = $state('');
  running = $state(false);
  stopped = $state(false);
  failure = $state('');
  #stop = new AbortController();

  async run(
    doing: string,
    start: (signal: AbortSignal) => Promise<AsyncIterable<TrialEvent>>,
    take: (event: TrialEvent) => void,
  ): Promise<void> {
    this.#stop = new AbortController();
    Object.assign(this, { calls: [], doing: 'Starting the model', running: true, stopped: false, failure: '' });
    try {
      for await (const event of await start(this.#stop.signal)) {
        if (event.kind === 'asked') this.calls = [...this.calls, { messages: event.messages, reply: '' }];
        else if (event.kind === 'replied') this.#reply(() => event.text, '');
        else if (event.kind === 'sign') this.#hear(event.event);
        else take(event);
      }
    } catch (error) {
      if (isAbort(error)) this.stopped = true;
      else this.failure = explain(doing, error).what;
    } finally {
      Object.assign(this, { running: false, doing: '' });
    }
  }

  stop(): void {
    this.#stop.abort(new DOMException('Stopped', 'AbortError'));
  }

  #hear(event: QueueEvent): void {
    if (event.kind === 'waiting') this.doing = 'Waiting for what runs before it';
    if (event.kind === 'loading') this.doing = event.progress.words;
    if (event.kind === 'working') this.doing = event.words;
    if (event.kind === 'restart') this.#reply(() => '', event.reason);
    if (event.kind === 'delta') this.#reply((reply) => reply + event.text, '');
  }

  #reply(change: (reply: string) => string, doing: string): void {
    this.doing = doing;
    const last = this.calls.at(-1);
    if (last) this.calls = [...this.calls.slice(0, -1), { ...last, reply: change(last.reply) }];
  }
}
