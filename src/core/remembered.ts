/** What is found out about an object, kept for as long as the object is there; the object must not change. */
export function remembered<K extends object, V>(find: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (key) => {
    const made = known.get(key) ?? { value: find(key) };
    known.set(key, made);
    return made.value;
  };
}
