import { ModelError } from '../../core/errors';
import type { ChatChoice } from '../../core/models/chat-model';
import type { ChatHost, ChatProvider } from '../../core/models/hosts';

export interface ChatHostParts {
  readonly probe: ChatHost['probe'];
  /** Each is made when it is first needed. */
  readonly providers: Partial<Record<ChatChoice['provider'], () => Promise<ChatProvider>>>;
}

/** One host for the models of several providers, of which one at a time holds a model. */
export function createChatHost({ probe, providers }: ChatHostParts): ChatHost {
  const made = new Map<ChatChoice['provider'], Promise<ChatProvider>>();
  let holder: ChatChoice['provider'] | undefined;

  const provider = (name: ChatChoice['provider']): Promise<ChatProvider> => {
    const known = made.get(name);
    if (known) return known;
    const make = providers[name];
    if (!make) return Promise.reject(new ModelError(`Models of “${name}” do not run here.`));
    const making = make().catch((cause: unknown) => {
      made.delete(name);
      throw new ModelError('The part of Burrow that runs this model could not be loaded. Reload the page.', { cause });
    });
    made.set(name, making);
    return making;
  };
  const free = async (): Promise<void> => {
    const held = holder && made.get(holder);
    holder = undefined;
    await (await held)?.unload();
  };
  const hold = async ({ provider: name }: ChatChoice): Promise<ChatProvider> => {
    if (holder !== name) await free();
    holder = name;
    return provider(name);
  };

  return {
    probe,
    describe: async (choice) => (await provider(choice.provider)).describe(choice),
    load: async function* (choice, options) {
      yield* (await hold(choice)).load(choice, options);
    },
    generate: async function* (choice, request, options) {
      yield* (await hold(choice)).generate(choice, request, options);
    },
    unload: free,
  };
}
