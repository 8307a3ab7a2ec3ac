import { connect, spawnFrom, startWorker } from '../../../src/channel';
import { ParseError } from '../../../src/core/errors';

/** A worker that gets into every kind of trouble when asked. */
export interface Trouble {
  echo(words: string): Promise<string>;
  refuse(): Promise<never>;
  loopForEver(): Promise<never>;
  blockFor(milliseconds: number): Promise<string>;
  crash(): Promise<never>;
  /** Ends without a word. */
  vanish(): Promise<never>;
  /** Makes a sibling loop for ever, ends it, and returns the outcome of its call. */
  endHangingSibling(): Promise<string>;
}

startWorker(({ host }): Trouble => ({
  echo: (words) => Promise.resolve(words),
  refuse: () => Promise.reject(new ParseError('Not readable.', { detail: 'a.txt', cause: new RangeError('byte 9') })),
  loopForEver: () => {
    for (;;);
  },
  blockFor: (milliseconds) => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    return Promise.resolve('done');
  },
  crash: () => {
    setTimeout(() => {
      throw new Error('out of order');
    });
    return new Promise(() => undefined);
  },
  vanish: () => {
    close();
    return new Promise(() => undefined);
  },
  endHangingSibling: async () => {
    if (!host) throw new Error('no host');
    const { port, terminate } = await spawnFrom(host)('read');
    const sibling = connect<Trouble>(port);
    const call = sibling.loopForEver().catch((error: unknown) => String(error));
    await terminate();
    sibling.close();
    return call;
  },
}));
