import type { ChatHost } from '../../../core/models/hosts';
import type { LanguageModelFactory } from './language-model';

/** The browser's own model, whose code is fetched when it is first used: the landing page does not pay for it. */
export function lazyPromptApi(factory: LanguageModelFactory): ChatHost {
  let made: Promise<ChatHost> | undefined;
  const host = (): Promise<ChatHost> =>
    (made ??= import('./prompt-api-host').then(({ createPromptApiHost }) =>
      createPromptApiHost(factory, () => performance.now()),
    ));
  return {
    probe: async () => (await host()).probe(),
    describe: async (choice) => (await host()).describe(choice),
    load: async function* (choice, options) {
      yield* (await host()).load(choice, options);
    },
    generate: async function* (choice, request, options) {
      yield* (await host()).generate(choice, request, options);
    },
    unload: async () => (await host()).unload(),
  };
}
