/** A person's choices among the questions that a mode asks on its way, by their words; they may change while it runs. */
export interface Steering {
  readonly stopped: ReadonlySet<string>;
  readonly pursued: ReadonlySet<string>;
  /** Calls the listener with each question that is stopped from now on; returns what ends that. Missing where nobody steers while the search runs. */
  readonly onStopped?: (listener: (question: string) => void) => () => void;
}

/** Steers nothing. */
export const NO_STEERING: Steering = { stopped: new Set(), pursued: new Set() };
