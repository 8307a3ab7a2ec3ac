/**
 * Runs a task that tells things by callback and hands all of them out in order. Who stops listening early calls `stop` and waits until
 * the task has ended; its error is then of no interest any more.
 */
export async function* inOrder<E>(
  run: (emit: (item: E) => void) => Promise<void>,
  stop: () => void,
): AsyncGenerator<E> {
  const waiting: E[] = [];
  let over = false;
  let wake: () => void = () => undefined;
  const task = run((item) => {
    waiting.push(item);
    wake();
  }).finally(() => {
    over = true;
    wake();
  });
  const quiet = task.catch(() => undefined);
  try {
    for (;;) {
      const [item] = waiting.splice(0, 1);
      if (item !== undefined) yield item;
      else if (over) return await task;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    stop();
    await quiet;
  }
}
