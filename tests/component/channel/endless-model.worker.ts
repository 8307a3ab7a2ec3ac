import { attachable, startWorker } from '../../../src/channel';
import type { ChatEvent } from '../../../src/core/models/chat-model';
import type { ChatHost } from '../../../src/core/models/hosts';

/** A model that writes until it is stopped, and tells for how many callers it is writing. */
export interface EndlessModel extends Pick<ChatHost, 'describe' | 'generate'> {
  writing(): Promise<number>;
  /** Ends without a word. */
  vanish(): Promise<never>;
}

let writing = 0;

startWorker(() =>
  attachable<EndlessModel>({
    describe: (choice) =>
      Promise.resolve({
        choice,
        title: 'Endless',
        capabilities: { contextWindow: 4096, shapes: 'none', prefixReuse: 'none', parallel: 1, seed: false },
      }),
    async *generate(): AsyncGenerator<ChatEvent> {
      writing++;
      try {
        for (;;) {
          yield { kind: 'delta', text: 'on and ' };
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      } finally {
        writing--;
      }
    },
    writing: () => Promise.resolve(writing),
    vanish: () => {
      close();
      return new Promise(() => undefined);
    },
  }),
);
