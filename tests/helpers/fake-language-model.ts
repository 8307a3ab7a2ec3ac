import type {
  LanguageModelFactory,
  LanguageModelSession,
  Prompt,
} from '../../src/adapters/models/prompt-api/language-model';

type Availability = Awaited<ReturnType<LanguageModelFactory['availability']>>;

/** A `LanguageModel` as the specification describes it, with a model that answers by rule. */
export interface FakeLanguageModel extends LanguageModelFactory {
  state: Availability;
  /** Tokens of the window; a word is a token. */
  window: number;
  /** Pieces of the next replies; a promise is waited for. */
  pieces: readonly (string | Promise<unknown>)[];
  /** Fractions that a download tells. */
  progress: readonly number[];
  /** Error of `create`, or of the stream after its pieces. */
  createError?: Error;
  streamError?: Error;
  /** Options of every session, in order. */
  readonly created: NonNullable<Parameters<LanguageModelFactory['create']>[0]>[];
  readonly prompted: { readonly input: readonly Prompt[] | string; readonly options: PromptOptions }[];
  /** Sessions that were not destroyed yet. */
  readonly open: number;
}

type PromptOptions = NonNullable<Parameters<LanguageModelSession['promptStreaming']>[1]>;

export function fakeLanguageModel(more: Partial<FakeLanguageModel> = {}): FakeLanguageModel {
  let open = 0;
  const fake: FakeLanguageModel = {
    state: 'available',
    window: 100,
    pieces: ['Boats ', 'float.'],
    progress: [0, 0.5, 1],
    created: [],
    prompted: [],
    get open() {
      return open;
    },
    availability: async () => fake.state,
    create: async (options = {}) => {
      fake.created.push(options);
      options.signal?.throwIfAborted();
      if (fake.state === 'unavailable') throw new DOMException('The device is not eligible.', 'NotAllowedError');
      if (fake.createError) throw fake.createError;
      if (fake.state !== 'available') await download(fake, options);
      const used = wordsIn(options.initialPrompts ?? []);
      if (used > fake.window) throw new DOMException('The initial prompts are too large.', 'QuotaExceededError');
      open++;
      return session(fake, used, () => open--);
    },
    ...more,
  };
  return fake;
}

async function download(
  fake: FakeLanguageModel,
  { monitor, signal }: NonNullable<Parameters<LanguageModelFactory['create']>[0]>,
): Promise<void> {
  const target = new EventTarget();
  monitor?.(target);
  for (const loaded of fake.progress) {
    target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }));
    await new Promise((resolve) => setTimeout(resolve));
    signal?.throwIfAborted();
  }
  fake.state = 'available';
}

function session(fake: FakeLanguageModel, initial: number, closed: () => void): LanguageModelSession {
  const life = new AbortController();
  let used = initial;
  return {
    get contextWindow() {
      return fake.window;
    },
    get contextUsage() {
      return used;
    },
    measureContextUsage: async (input) => wordsIn(input),
    promptStreaming: (input, options = {}) => {
      if (life.signal.aborted) throw new DOMException('The session has been destroyed.', 'InvalidStateError');
      fake.prompted.push({ input, options });
      const { signal } = options;
      return stream(fake, AbortSignal.any([life.signal, ...(signal ? [signal] : [])]), (words) => (used += words));
    },
    destroy: () => {
      if (!life.signal.aborted) closed();
      life.abort(new DOMException('The session has been destroyed.', 'AbortError'));
    },
  };
}

function stream(fake: FakeLanguageModel, signal: AbortSignal, use: (words: number) => void): ReadableStream<string> {
  const rest = [...fake.pieces];
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  stopped.catch(() => undefined); // it may never be waited for
  return new ReadableStream({
    pull: async (controller) => {
      for (let piece = rest.shift(); piece !== undefined; piece = rest.shift()) {
        if (typeof piece !== 'string') await Promise.race([piece, stopped]);
        else {
          use(1);
          return controller.enqueue(piece);
        }
      }
      if (fake.streamError) throw fake.streamError;
      controller.close();
    },
  });
}

const wordsIn = (input: readonly Prompt[] | string): number =>
  (typeof input === 'string' ? input : input.map(({ content }) => content).join(' ')).split(/\s+/u).filter(Boolean)
    .length;
