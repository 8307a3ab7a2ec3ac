import { hasTrait } from '../../core/errors';
import type { ChatReply, ChatUsage } from '../../core/models/chat-model';
import { explain, isAbort } from '../words/errors';
import type { ConnectEngine } from '../engine';

/** A first word with the chosen model. */
export class ModelTrial {
  text = $state('');
  /** What the model is doing before it writes. */
  doing = $state('');
  running = $state(false);
  /** Whether the person stopped it before its end. */
  stopped = $state(false);
  /** Whether the answer was longer than a trial takes. */
  cut = $state(false);
  failure = $state('');
  usage = $state.raw<ChatUsage | null>(null);
  /** Since the last word while it runs; signs of life are no words. */
  readonly silence = new IdleTimer();
  readonly #engine: ConnectEngine;
  #stop = new AbortController();

  constructor(engine: ConnectEngine) {
    this.#engine = engine;
  }

  async ask(prompt: string): Promise<void> {
    this.#stop = new AbortController();
    Object.assign(this, {
      text: '',
      doing: 'Starting the model.',
      running: true,
      stopped: false,
      cut: false,
      failure: '',
      usage: null,
    });
    this.silence.begin();
    try {
      const engine = await this.#engine();
      for await (const event of engine.tryModel(prompt, { signal: this.#stop.signal })) {
        if (event.kind !== 'working') this.silence.heard();
        if (event.kind === 'waiting') this.doing = 'Waiting for what runs before it.';
        if (event.kind === 'loading') this.doing = event.progress.words;
        if (event.kind === 'working') this.doing = event.words;
        if (event.kind === 'restart') Object.assign(this, { text: '', doing: event.reason });
        if (event.kind === 'delta') Object.assign(this, { text: this.text + event.text, doing: '' });
        if (event.kind === 'reply') this.#take(event.reply);
      }
    } catch (error) {
      if (isAbort(error)) this.stopped = true;
      else this.failure = withRemedy(error);
    } finally {
      this.silence.end();
      Object.assign(this, { running: false, doing: '' });
    }
  }

  #take({ text, usage, finish }: ChatReply): void {
    Object.assign(this, { text, usage, cut: finish === 'length' });
  }

  stop(): void {
    this.#stop.abort(new DOMException('Stopped', 'AbortError'));
  }
}

function withRemedy(error: unknown): string {
  const { what } = explain('The model', error);
  return hasTrait(error, 'worth another try') ? `${what} Try it again.` : what;
}

/** Milliseconds of silence that are nothing to tell. */
const SHORT = 5_000;

/** How long nothing has been heard, counted while it lasts. */
class IdleTimer {
  /** Whole seconds; 0 while it is too short to be told. */
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
