interface HandOutOptions<E> {
  /** Called when the reader leaves before the end; must make the task end soon. */
  readonly stop: () => void;
  /** Makes one of two things that nobody took yet; undefined keeps both. */
  readonly join?: (last: E, next: E) => E | undefined;
  /** Signs of life for times in which the task tells nothing. */
  readonly signs?: Signs<E>;
}

export interface Signs<E> {
  /** After so many milliseconds without a word. */
  readonly everyMs: number;
  /** What to tell then, by what was told last and for how many milliseconds nothing came. */
  readonly sign: (last: E, silentMs: number) => E;
  /** Silence, in milliseconds, after which no more signs are given; missing: the task watches over itself. */
  readonly forMs?: number;
}

/**
 * Runs a task that tells things by callback and hands them out in order, so that the task never waits for its reader. Ends as the task does;
 * who leaves early waits until the task has ended, whose error is then of no interest any more.
 */
export async function* handOut<E, R>(
  run: (tell: (item: E) => void) => Promise<R>,
  { stop, join, signs }: HandOutOptions<E>,
): AsyncGenerator<E, R> {
  const waiting: E[] = [];
  let over = false;
  let wake: () => void = () => undefined;
  const put = (item: E): void => {
    const last = waiting.at(-1);
    const joined = last === undefined ? undefined : join?.(last, item);
    if (joined === undefined) waiting.push(item);
    else waiting[waiting.length - 1] = joined;
    wake();
  };
  const pulse = createPulse(signs, put);
  const task = run((item) => {
    pulse.heard(item);
    put(item);
  }).finally(() => {
    pulse.end();
    over = true;
    wake();
  });
  const quiet = task.catch(() => undefined); // awaited below; this keeps an early failure from being reported as unhandled
  try {
    for (;;) {
      const [item] = waiting.splice(0, 1);
      if (item !== undefined) yield item;
      else if (over) return await task;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  } finally {
    if (!over) stop();
    await quiet;
  }
}

interface Pulse<E> {
  heard(item: E): void;
  end(): void;
}

/** Before the first word it is still: nothing is known to be alive yet. */
function createPulse<E>(signs: Signs<E> | undefined, put: (item: E) => void): Pulse<E> {
  if (!signs) return { heard: () => undefined, end: () => undefined };
  const { everyMs, sign, forMs = Infinity } = signs;
  let last: E | undefined;
  let silentTicks = -1;
  const tick = (): void => {
    silentTicks++;
    if (last !== undefined && silentTicks > 0 && silentTicks * everyMs <= forMs) put(sign(last, silentTicks * everyMs));
  };
  const timer = setInterval(tick, everyMs);
  return {
    heard: (item) => {
      last = item;
      silentTicks = -1;
    },
    end: () => clearInterval(timer),
  };
}
