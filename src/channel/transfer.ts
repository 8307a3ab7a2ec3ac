const lists = new WeakMap<object, readonly Transferable[]>();

/** Marks an argument, a result or a streamed item so that the listed buffers and ports inside it move instead of being copied. */
export function transfer<T extends object>(value: T, transfers: readonly Transferable[]): T {
  lists.set(value, transfers);
  return value;
}

/** What is to be moved along with these values. A port that stands by itself always is: it cannot be copied. */
export function transfersOf(...values: readonly unknown[]): Transferable[] {
  return values.flatMap((value) => {
    if (value instanceof MessagePort) return [value];
    return typeof value === 'object' && value !== null ? (lists.get(value) ?? []) : [];
  });
}
