import type { TableChange } from '../../src/core/ports/collections';
import type { VectorField, VectorStore } from '../../src/core/vectors/vector-store';

/** A vector with what it belongs to, as a generation in memory holds it. */
export interface MemoryVector {
  readonly field: VectorField;
  readonly model: string;
  readonly id: string;
  readonly hash: string;
  readonly document: string;
  readonly numbers: readonly number[];
}

/** The vectors after a change, by the rules of the real storage. */
export function changedVectors(before: readonly MemoryVector[], change: TableChange): readonly MemoryVector[] {
  const removed = new Set(change.removeDocuments);
  const stay = before.filter(({ field, model, id, document }) => {
    const own = change.vectors?.find((one) => one.field === field && one.model === model);
    if (own?.keep && !own.keep.includes(id)) return false;
    return !removed.has(document) && (change.keepModels?.includes(model) ?? true);
  });
  const added = (change.vectors ?? []).flatMap(({ field, model, dims, append }) =>
    (append?.ids ?? []).map((id, at) => ({
      field,
      model,
      id,
      hash: append?.hashes[at] ?? '',
      document: append?.documents?.[at] ?? '',
      numbers: [...(append?.vectors.subarray(at * dims, (at + 1) * dims) ?? [])],
    })),
  );
  const keyOf = ({ field, model, id }: MemoryVector): string => `${field} ${model} ${id}`;
  return [...new Map([...stay, ...added].map((one) => [keyOf(one), one])).values()];
}

export function memoryVectors(all: () => readonly MemoryVector[]): VectorStore {
  const read: VectorStore['read'] = async (field, model) => {
    const own = all().filter((one) => one.field === field && one.model === model);
    const dims = own[0]?.numbers.length;
    if (dims === undefined) return undefined;
    return {
      field,
      model,
      dims,
      ids: own.map(({ id }) => id),
      hashes: own.map(({ hash }) => hash),
      vectors: Float32Array.from(own.flatMap(({ numbers }) => numbers)),
    };
  };
  return {
    sets: () => {
      const sets = new Map<string, { field: VectorField; model: string; dims: number; rows: number; bytes: number }>();
      for (const { field, model, numbers } of all()) {
        const key = `${field} ${model}`;
        const set = sets.get(key) ?? { field, model, dims: numbers.length, rows: 0, bytes: 0 };
        sets.set(key, { ...set, rows: set.rows + 1, bytes: set.bytes + 4 * numbers.length });
      }
      return [...sets.values()];
    },
    read,
  };
}
