import { hasTrait } from '../../core/errors';
import type { ChatUsage } from '../../core/models/chat-model';
import type { QueueEvent } from '../../core/models/queue/chat-queue';
import type { ConnectEngine } from '../engine';
import { explain, isAbort } from '../words/errors';
import { modelsWords } from '../words/screens/models-words';
import { messageText } from '../words/messages';

/** A first word with the chosen model. */
export class ModelTrial {
  readonly call = new WatchedCall();
  text = $state('');
  /** True if the answer was longer than a trial takes. */
  cut = $state(false);
  usage = $state.raw<ChatUsage | null>(null);
  /** Since the last word while it runs; signs of life are no words. */
  readonly silence = new IdleTimer();
  readonly #engine: ConnectEngine;

  constructor(engine: ConnectEngine) {
    this.#engine = engine;
  }

  async ask(prompt: string): Promise<void> {
    Object.assign(this, { text: '', cut: false, usage: null });
    this.silence.begin();
    await this.call.run(
      async (signal) => (await this.#engine()).tryModel(prompt, { signal }),
      (event) => this.#take(event),
      withRemedy,
    );
    this.silence.end();
  }

  #take(event: QueueEvent): void {
    if (event.kind !== 'working') this.silence.heard();
    this.call.follow(event);
    if (event.kind === 'restart') this.text = '';
    if (event.kind === 'delta') this.text += event.text;
    if (event.kind !== 'reply') return;
    const { text, usage, finish } = event.reply;
    Object.assign(this, { text, usage, cut: finish === 'length' });
  }
}

function withRemedy(error: unknown): string {
  const { what } = explain(modelsWords().trial.model, error);
  return hasTrait(error, 'worth another try') ? modelsWords().trial.retry(what) : what;
}

/** Milliseconds of silence that are not shown. */
const SHORT = 5_000;

/** Counts the seconds of silence. */
class IdleTimer {
  /** Whole seconds; 0 while it is too short to be shown. */
  seconds = $state(0);
  #since = 0;
  #ticking: ReturnType<typeof setInterval> | undefined;

  begin(): void {
    this.end();
    this.heard();
    this.#ticking = setInterval(() => {
      const silent = Date.now() - this.#since;
      this.seconds = silent < SHORT ? 0 : Math.floor(silent / 1000);
    }, 1000);
  }

  heard(): void {
    this.#since = Date.now();
    this.seconds = 0;
  }

  end(): void {
    clearInterval(this.#ticking);
    this.seconds = 0;
  }
}

/** State of a call of the chosen model for which a person waits. */
type CallState =
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
    this.state = { kind: 'running', doing: modelsWords().trial.starting };
    try {
      for await (const event of await start(this.#stop.signal)) take(event);
      this.state = { kind: 'done' };
    } catch (error) {
      this.state = isAbort(error) ? { kind: 'stopped' } : { kind: 'failed', reason: reasonOf(error) };
    }
  }

  /** Notes what the model does now. */
  follow(event: QueueEvent): void {
    if (event.kind === 'waiting') this.#show(modelsWords().trial.waiting);
    if (event.kind === 'loading') this.#show(messageText(event.progress.words));
    if (event.kind === 'working') this.#show(messageText(event.words));
    if (event.kind === 'restart') this.#show(messageText(event.reason));
    if (event.kind === 'delta') this.#show('');
  }

  stop(): void {
    this.#stop.abort(new DOMException('Stopped', 'AbortError'));
  }

  #show(doing: string): void {
    this.state = { kind: 'running', doing };
  }
}
