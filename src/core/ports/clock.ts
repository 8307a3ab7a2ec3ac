/** Time handed to the core, which has no clock of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves in a later task, so that other work gets its turn. */
  yield(): Promise<void>;
}
