/** A value that is made when it is first asked for. */
export interface Lazy<T> {
  (): T;
  /** The value, if it was asked for. */
  readonly made: () => T | undefined;
}

/** Makes a value at the first call and gives the same one from then on, or hands on one that there is already. */
export function lazy<T>(make: () => T, ready?: T): Lazy<T> {
  let known: { readonly value: T } | undefined = ready === undefined ? undefined : { value: ready };
  return Object.assign(() => (known ??= { value: make() }).value, { made: () => known?.value });
}

/**
 * Adds a property to objects that is computed on access, from a source that each brings; a copy by spreading has the
 * value itself. All objects share one getter, since objects with getters of their own would share no shape.
 */
export function lateProperty<N extends string, S extends object, V, O extends object = object>(
  name: N,
  find: (source: S, owner: O) => V,
): <T extends O>(owner: T, source: S) => T & { readonly [K in N]: V } {
  const sources = new WeakMap<O, S>();
  const property: PropertyDescriptor & ThisType<O> = {
    enumerable: true,
    configurable: true,
    get() {
      const source = sources.get(this);
      return source && find(source, this);
    },
  };
  return (owner, source) => {
    sources.set(owner, source);
    return Object.defineProperty(owner, name, property) as typeof owner & { readonly [K in N]: V };
  };
}

/** Caches a result per object, for as long as the object exists; the object must not change. */
export function remembered<K extends object, V>(find: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const made = known.get(key) ?? { value: find(key) };
    known.set(key, made);
    return made.value;
  };
}
