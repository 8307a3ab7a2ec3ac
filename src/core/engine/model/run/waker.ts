/** Ends waits before their time. */
export interface Waker {
  /** Ends every wait that goes on. */
  wake(): void;
  /** A signal that aborts at the next `wake`. */
  next(): AbortSignal;
}

export function createWaker(): Waker {
  let current = new AbortController();
  return {
    wake: () => {
      current.abort();
      current = new AbortController();
    },
    next: () => current.signal,
  };
}
