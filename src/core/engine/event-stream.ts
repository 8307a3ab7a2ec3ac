import type { IndexEvent } from './api';

export type Emit = (event: IndexEvent) => void;

/**
 * Runs work that emits events and hands them out one by one. A progress event that nobody has taken yet is replaced by a
 * newer one, so a slow reader never holds up the work. A reader that leaves early stops the work through the signal.
 */
export async function* streamEvents(
  run: (emit: Emit, signal: AbortSignal) => Promise<void>,
  stop: { readonly signal: AbortSignal; abort(): void },
): AsyncGenerator<IndexEvent> {
  const waiting: IndexEvent[] = [];
  let wake: () => void = () => undefined;
  let over = false;
  const emit: Emit = (event) => {
    const last = waiting.at(-1);
    if ((event.kind === 'stage' || event.kind === 'model') && last?.kind === event.kind) waiting.pop();
    waiting.push(event);
    wake();
  };
  const finished = run(emit, stop.signal).finally(() => {
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
