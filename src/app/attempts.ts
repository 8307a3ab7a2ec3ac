export interface Attempts<T> {
  /** The attempt in progress or the last one; one that failed is made again. */
  make(): Promise<T>;
  /** Resolves with the first attempt that succeeds, whichever that is; never rejects. */
  readonly first: Promise<T>;
}

/** Begins an attempt at once and makes it again whenever it is asked for after a failure. */
export function attempts<T>(attempt: () => Promise<T>): Attempts<T> {
  let succeed: (value: T) => void = () => undefined;
  const first = new Promise<T>((resolve) => (succeed = resolve));
  const begin = async (): Promise<T> => {
    const value = await attempt();
    succeed(value);
    return value;
  };
  let last = begin();
  last.catch(() => undefined); // told by `make`, whose caller is the first to need it
  const make = (): Promise<T> => (last = last.catch(begin));
  return { make, first };
}
