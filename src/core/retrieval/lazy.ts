/** A value that is made when it is first asked for. */
export interface Lazy<T> {
  (): T;
  /** The value, if it was asked for. */
  readonly made: () => T | undefined;
}

/** Makes a value at the first call, or hands on one that there is already. */
export function lazy<T>(make: () => T, ready?: T): Lazy<T> {
  let value = ready;
  return Object.assign(() => (value ??= make()), { made: () => value });
}
