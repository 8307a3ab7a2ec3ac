/** Options of every long call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** Time handed to the core, which has no clock of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves in a later task, so that other work gets its turn. */
  yield(): Promise<void>;
}

/** Timers handed to the core, which has none of its own. */
export interface Timer {
  /** Calls `act` once after so many milliseconds; returns how to call it off. */
  after(milliseconds: number, act: () => void): () => void;
}

/** Choices of the person that hold for all collections, by name. Values are plain data. */
export interface SettingStore {
  get(name: string): Promise<unknown>;
  /** Changes parts of a value, or removes those that are undefined, and leaves the others, in one step over all tabs; resolves with the whole. */
  change(name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown>;
}
