/** Runs a task that reports by callback, and hands its reports out one by one; of those that nobody took yet, the newest. */
export async function* relay<E, R>(run: (emit: (report: E) => void) => Promise<R>): AsyncGenerator<E, R> {
  let newest: { readonly report: E } | undefined;
  let over = false;
  let wake: () => void = () => undefined;
  const task = run((report) => {
    newest = { report };
    wake();
  }).finally(() => {
    over = true;
    wake();
  });
  task.catch(() => undefined); // awaited below; this keeps an early failure from being reported as unhandled
  for (;;) {
    const taken = newest;
    newest = undefined;
    if (taken) yield taken.report;
    else if (over) return await task;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}
