import { ModelError } from '../../core/errors';
import { message } from '../../core/message';
import type { ChatChoice } from '../../core/models/chat-model';
import type { ChatHost, ChatProvider } from '../../core/models/hosts';
import { abortable, createMutex } from '../../core/async';

interface ChatHostParts {
  readonly probe: ChatHost['probe'];
  /** Each is made when it is first needed. */
  readonly providers: Partial<Record<ChatChoice['provider'], () => Promise<ChatProvider>>>;
}

/** One host for the models of several providers, of which one at a time holds a model and answers. */
export function createChatHost({ probe, providers }: ChatHostParts): ChatHost {
  const made = new Map<ChatChoice['provider'], Promise<ChatProvider>>();
  const mutex = createMutex();
  let holder: ChatChoice['provider'] | undefined;

  const provider = (name: ChatChoice['provider']): Promise<ChatProvider> => {
    const known = made.get(name);
    if (known) return known;
    const make = providers[name];
    if (!make) return Promise.reject(new ModelError(message`Models of “${name}” do not run here.`));
    const making = make().catch((cause: unknown) => {
      made.delete(name);
      throw new ModelError(message`The part of Burrow that runs this model could not be loaded. Reload the page.`, {
        cause,
      });
    });
    made.set(name, making);
    return making;
  };
  let freed: Promise<unknown> = Promise.resolve();

  /** Called under the mutex. Resolves when no provider holds memory, not even one that an earlier caller did not wait for. */
  const free = (): Promise<void> => {
    const provider = holder && made.get(holder);
    holder = undefined;
    const done = freed.then(async () => (await provider)?.unload());
    freed = done.catch(() => undefined); // thrown to this caller; the next one tries all the same
    return done;
  };
  /** A call of a provider from beginning to end, alone: no provider runs two at a time. */
  const alone = async function* <T>(
    { provider: name }: ChatChoice,
    signal: AbortSignal | undefined,
    call: (provider: ChatProvider) => AsyncIterable<T>,
  ): AsyncGenerator<T> {
    const release = await mutex.acquire(signal);
    try {
      if (holder !== name) await abortable(free(), signal);
      holder = name;
      yield* call(await provider(name));
    } finally {
      release();
    }
  };

  return {
    probe,
    describe: async (choice) => (await provider(choice.provider)).describe(choice),
    load: (choice, options = {}) => alone(choice, options.signal, (provider) => provider.load(choice, options)),
    generate: (choice, request, options = {}) =>
      alone(choice, options.signal, (provider) => provider.generate(choice, request, options)),
    unload: () => mutex.run(free),
  };
}
