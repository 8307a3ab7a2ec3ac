import { type Codes, FACTS } from '../../core/vectors/codes';
import type { StoredVectors } from './vector-file';

/** All rows in order; of an id that is there twice, the later one. With codes where all parts have them. */
export function joined(parts: readonly StoredVectors[]): StoredVectors {
  const ids = parts.flatMap((part) => part.ids);
  const coded = parts.flatMap(({ codes }) => codes ?? []);
  const all = {
    ids,
    hashes: parts.flatMap((part) => part.hashes),
    documents: parts.flatMap((part) => part.documents),
    vectors: concatenated(
      parts.map((part) => part.vectors),
      (length) => new Float32Array(length),
    ),
    ...(coded.length === parts.length && coded.length > 0 && { codes: joinedCodes(coded) }),
  };
  const last = new Map(ids.map((id, row) => [id, row]));
  if (last.size === ids.length) return all;
  const rows = ids.flatMap((id, row) => (last.get(id) === row ? [row] : []));
  return picked(all, rows);
}

/** These rows only. */
export function picked(
  { ids, hashes, documents, vectors, codes }: StoredVectors,
  rows: readonly number[],
): StoredVectors {
  const of = (list: readonly string[]): string[] => (list.length === 0 ? [] : rows.map((row) => list[row] ?? ''));
  const dims = vectors.length / ids.length;
  return {
    ids: of(ids),
    hashes: of(hashes),
    documents: of(documents),
    vectors: pickedNumbers(vectors, new Float32Array(rows.length * dims), rows),
    ...(codes && { codes: pickedCodes(codes, rows) }),
  };
}

function joinedCodes(parts: readonly Codes[]): Codes {
  return {
    facts: concatenated(
      parts.map(({ facts }) => facts),
      (length) => new Float32Array(length),
    ),
    codes: concatenated(
      parts.map(({ codes }) => codes),
      (length) => new Int8Array(length),
    ),
  };
}

function pickedCodes({ facts, codes }: Codes, rows: readonly number[]): Codes {
  const padded = codes.length / (facts.length / FACTS);
  return {
    facts: pickedNumbers(facts, new Float32Array(rows.length * FACTS), rows),
    codes: pickedNumbers(codes, new Int8Array(rows.length * padded), rows),
  };
}

type Numbers = Float32Array | Int8Array;

function concatenated<T extends Numbers>(parts: readonly T[], create: (length: number) => T): T {
  const all = create(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Copies rows of as many numbers as fill `to`. */
function pickedNumbers<T extends Numbers>(from: T, to: T, rows: readonly number[]): T {
  const size = rows.length === 0 ? 0 : to.length / rows.length;
  for (const [at, row] of rows.entries()) to.set(from.subarray(row * size, (row + 1) * size), at * size);
  return to;
}
