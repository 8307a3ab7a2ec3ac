/** How a run is paused: the calls under way are answered, and none begins. */
export interface Pausing {
  /** Aborted once no call may begin. */
  readonly asked: AbortSignal;
  /** Aborted once there is nothing to wait for. */
  readonly over: AbortSignal;
  /** The run begins; it has so many calls under way. */
  begin(callsUnderWay: () => number): void;
  /** No call begins from now on; where none is under way, the run is over. */
  pause(): void;
}

/** A run that has not begun, and is not paused yet. */
export function createPausing(): Pausing {
  const asked = new AbortController();
  const over = new AbortController();
  let callsUnderWay = (): number => 0;
  return {
    asked: asked.signal,
    over: over.signal,
    begin: (calls) => void (callsUnderWay = calls),
    pause: () => {
      asked.abort();
      if (callsUnderWay() === 0) over.abort(asked.signal.reason);
    },
  };
}
