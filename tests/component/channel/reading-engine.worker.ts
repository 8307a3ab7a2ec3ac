import { startWorker } from '../../../src/channel';
import { engineModels } from '../../../src/adapters/engine-models';

/** An engine that reads what the chosen model writes, and breaks down when asked. */
export interface ReadingEngine {
  /** Resolves with the first piece; goes on reading. */
  read(): Promise<string>;
  crash(): Promise<never>;
}

startWorker(({ host }): ReadingEngine => ({
  read: async () => {
    if (!host) throw new Error('no host');
    const model = await engineModels(host).chat();
    const events = model?.generate({ messages: [], maxTokens: 1, temperature: 0 })[Symbol.asyncIterator]();
    const first = await events?.next();
    void (async () => {
      while (events && !(await events.next()).done);
    })();
    return first?.done === false && first.value.kind === 'delta' ? first.value.text : '';
  },
  crash: () => {
    setTimeout(() => {
      throw new Error('out of order');
    });
    return new Promise(() => undefined);
  },
}));
