import type { EngineApi } from '../../core/engine/api';
import { hasTrait } from '../../core/errors';
import type { ChatReply, ChatUsage } from '../../core/models/chat-model';
import { explain, isAbort } from '../words';
import { Silence } from './silence.svelte';

/** A first word with the chosen model. */
export class Trial {
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
  readonly silence = new Silence();
  readonly #engine: () => Promise<EngineApi>;
  #stop = new AbortController();

  constructor(engine: () => Promise<EngineApi>) {
    this.#engine = engine;
  }

  async ask(prompt: string): Promise<void> {
    this.#stop = new AbortController();
    Object.assign(this, {
      text: '',
      doing: 'Starting the model',
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
        if (event.kind === 'waiting') this.doing = 'Waiting for what runs before it';
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
