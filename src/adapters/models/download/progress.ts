import type { CallOptions } from '../../../core/ports/platform';

/**
 * Runs `work` and gives what it reports as a stream, each time only the latest: who looks rarely misses nothing but steps. Leaving the
 * stream, or aborting, aborts the work and waits for its end. Throws what the work throws.
 */
export async function* latest<T>(
  work: (report: (state: T) => void, signal: AbortSignal) => Promise<void>,
  { signal }: CallOptions = {},
): AsyncGenerator<T, void, undefined> {
  const leaving = new AbortController();
  let news: { readonly state: T } | undefined;
  let wake = Promise.withResolvers<void>();
  let over = false;
  const report = (state: T) => {
    news = { state };
    wake.resolve();
  };
  const all = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal;
  const run = work(report, all).finally(() => {
    over = true;
    wake.resolve();
  });
  run.catch(() => undefined); // thrown below, when everything reported is told
  try {
    for (;;) {
      await wake.promise;
      wake = Promise.withResolvers<void>();
      const told = news;
      news = undefined;
      if (told) yield told.state;
      else if (over) break;
      if (over) wake.resolve();
    }
    await run;
  } finally {
    leaving.abort(new DOMException('Nobody listens any more.', 'AbortError'));
    await run.catch(() => undefined);
  }
}
