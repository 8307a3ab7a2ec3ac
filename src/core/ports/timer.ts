/** Timers handed to the core, which has none of its own. */
export interface Timer {
  /** Calls `act` once after so many milliseconds; returns how to call it off. */
  after(milliseconds: number, act: () => void): () => void;
}
