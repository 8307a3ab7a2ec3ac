import type { IndexEvent } from './api/indexing';

export type Emit = (event: IndexEvent) => void;

interface Stop {
  readonly signal: AbortSignal;
  abort(): void;
}

/**
 * Runs work that emits events and hands them out one by one. A progress event that nobody has taken yet is replaced by a newer one, so a
 * slow reader never holds up the work. A reader that leaves early stops the work through the signal.
 */
export function streamEvents(run: (emit: Emit) => Promise<void>, stop: Stop): AsyncGenerator<IndexEvent> {
  return stream(run, stop, (event) => event.kind === 'stage' || event.kind === 'model');
}

/** The same for any events; those that `isProgress` are replaced by newer ones of their kind. */
export async function* stream<E extends { readonly kind: string }>(
  run: (emit: (event: E) => void) => Promise<void>,
  stop: Stop,
  isProgress: (event: E) => boolean = () => false,
): AsyncGenerator<E> {
  const waiting: E[] = [];
  let wake: () => void = () => undefined;
  let over = false;
  const emit = (event: E): void => {
    if (waiting.at(-1)?.kind === event.kind && isProgress(event)) waiting.pop();
    waiting.push(event);
    wake();
  };
  const finished = run(emit).finally(() => {
    over = true;
    wake();
  });
  finished.catch(() => undefined); // awaited below; this keeps an early failure from being reported as unhandled
  try {
    for (;;) {
      const event = waiting.shift();
      if (event) yield event;
      else if (over) break;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
    await finished;
  } finally {
    if (!over) stop.abort();
  }
}
