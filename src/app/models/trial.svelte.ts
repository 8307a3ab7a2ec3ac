import type { EngineApi } from '../../core/engine/api';
import type { ChatUsage } from '../../core/models/chat-model';
import { explain, isAbort } from '../words';

/** A first word with the chosen model. */
export class Trial {
  text = $state('');
  /** What the model is doing before it writes. */
  doing = $state('');
  running = $state(false);
  /** Whether the person stopped it before its end. */
  stopped = $state(false);
  failure = $state('');
  usage = $state.raw<ChatUsage | null>(null);
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
      failure: '',
      usage: null,
    });
    try {
      const engine = await this.#engine();
      for await (const event of engine.tryModel(prompt, { signal: this.#stop.signal })) {
        if (event.kind === 'waiting') this.doing = 'Waiting for what runs before it';
        if (event.kind === 'loading') this.doing = event.progress.words;
        if (event.kind === 'working') this.doing = event.words;
        if (event.kind === 'restart') Object.assign(this, { text: '', doing: event.reason });
        if (event.kind === 'delta') Object.assign(this, { text: this.text + event.text, doing: '' });
        if (event.kind === 'reply') Object.assign(this, { text: event.reply.text, usage: event.reply.usage });
      }
    } catch (error) {
      if (isAbort(error)) this.stopped = true;
      else this.failure = explain('The model', error).what;
    } finally {
      Object.assign(this, { running: false, doing: '' });
    }
  }

  stop(): void {
    this.#stop.abort(new DOMException('Stopped', 'AbortError'));
  }
}
