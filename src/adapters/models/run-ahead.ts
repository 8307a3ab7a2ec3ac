import type { ChatEvent } from '../../core/models/chat-model';

/**
 * Runs a generator ahead of its reader, so that an engine never waits for a busy page; texts that nobody has taken yet are joined.
 * `stop` is called when the reader leaves before the end, and must make the generator end soon.
 */
export async function* runAhead<R>(
  source: AsyncGenerator<ChatEvent, R>,
  stop: () => void,
): AsyncGenerator<ChatEvent, R> {
  const waiting: ChatEvent[] = [];
  let wake: () => void = () => undefined;
  let over = false;
  const run = async (): Promise<R> => {
    for (;;) {
      const item = await source.next();
      if (item.done) return item.value;
      put(waiting, item.value);
      wake();
    }
  };
  const finished = run().finally(() => {
    over = true;
    wake();
  });
  finished.catch(() => undefined); // awaited below; this keeps an early failure from being reported as unhandled
  try {
    for (;;) {
      const event = waiting.shift();
      if (event) yield event;
      else if (over) return await finished;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    if (!over) {
      stop();
      await finished.catch(() => undefined); // the reader has left and wants no error
    }
  }
}

function put(waiting: ChatEvent[], event: ChatEvent): void {
  const last = waiting.at(-1);
  if (event.kind !== 'delta' || last?.kind !== 'delta') waiting.push(event);
  else waiting[waiting.length - 1] = { kind: 'delta', text: last.text + event.text };
}
