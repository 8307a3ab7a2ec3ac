import { randomNumbers } from '../../src/core/random';

/** Unit vectors around made-up centres, row by row, and questions near some of them. */
export interface MadeUpVectors {
  readonly dims: number;
  readonly rows: number;
  readonly vectors: Float32Array;
  readonly queries: readonly Float32Array[];
}

const CENTRES = 500;
const SPREAD = 1.2;

export function madeUpVectors(rows: number, dims: number, questions: number): MadeUpVectors {
  const next = randomNumbers(11);
  const centres = Float32Array.from({ length: CENTRES * dims }, () => next() - 0.5);
  const near = (centre: number): Float32Array => {
    const vector = Float32Array.from(
      { length: dims },
      (_, at) => (centres[centre * dims + at] ?? 0) + SPREAD * (next() - 0.5),
    );
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  };
  const vectors = new Float32Array(rows * dims);
  for (let row = 0; row < rows; row++) vectors.set(near(Math.floor(next() * CENTRES)), row * dims);
  return {
    dims,
    rows,
    vectors,
    queries: Array.from({ length: questions }, () => near(Math.floor(next() * CENTRES))),
  };
}
