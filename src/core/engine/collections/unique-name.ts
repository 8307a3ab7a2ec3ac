import type { CollectionRecord } from '../../ports/collections';

/** The name, numbered when another collection has it already. */
export function uniqueName(name: string, others: readonly CollectionRecord[]): string {
  const taken = new Set(others.map((record) => record.name));
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(free)) return free;
  }
}
