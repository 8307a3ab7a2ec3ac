import type { Pooling } from '../../../core/models/catalogue/embedding-models';

/**
 * One unit vector per row of a model's output of `rows × tokens × dims` numbers; `lengths` says how many tokens of a row are no padding.
 */
export function poolRows(
  states: Float32Array,
  lengths: readonly number[],
  dims: number,
  pooling: Pooling,
): Float32Array[] {
  const tokens = states.length / dims / lengths.length;
  return lengths.map((length, row) => {
    const vector = new Float32Array(dims);
    const counted = pooling === 'cls' ? 1 : length;
    for (let token = 0; token < counted; token++) {
      const start = (row * tokens + token) * dims;
      for (let i = 0; i < dims; i++) vector[i] = (vector[i] ?? 0) + (states[start + i] ?? 0);
    }
    normalise(vector);
    return vector;
  });
}

/** Row-major unit vectors of `texts` texts: the mean direction of each one's parts. `owners` names the text of each vector. */
export function joinParts(
  vectors: readonly Float32Array[],
  owners: readonly number[],
  texts: number,
  dims: number,
): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(texts * dims);
  vectors.forEach((vector, part) => {
    const start = (owners[part] ?? 0) * dims;
    for (let i = 0; i < dims; i++) joined[start + i] = (joined[start + i] ?? 0) + (vector[i] ?? 0);
  });
  for (let text = 0; text < texts; text++) normalise(joined.subarray(text * dims, (text + 1) * dims));
  return joined;
}

/** Scales a vector to length 1 where it stands; one of zeros stays. */
function normalise(vector: Float32Array): void {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length === 0) return;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / length;
}
