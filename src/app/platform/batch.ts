/** Applies a stream in bundles, so that a thousand events are a few page tasks: the first at once, then every `interval` ms. */
export function batcher<T>(apply: (items: readonly T[]) => void, interval = 100) {
  let waiting: T[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return;
    const items = waiting;
    waiting = [];
    apply(items);
    timer = setTimeout(flush, interval);
  };
  const add = (item: T): void => {
    waiting.push(item);
    if (timer === undefined) flush();
  };
  return { add, flush };
}
