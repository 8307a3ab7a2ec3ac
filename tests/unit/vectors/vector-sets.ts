import { randomNumbers } from '../../../src/core/random';

/** Row-major vectors and a query, made so that a search could go wrong in one way. */
export interface VectorSet {
  readonly dims: number;
  readonly vectors: Float32Array;
  readonly query: Float32Array;
}

type Make = (rows: number, dims: number, seed: number) => VectorSet;

const filled = (length: number, value: (at: number) => number): Float32Array =>
  Float32Array.from({ length }, (_, at) => value(at));

const random: Make = (rows, dims, seed) => {
  const next = randomNumbers(seed);
  const value = (): number => next() - 0.5;
  return { dims, vectors: filled(rows * dims, value), query: filled(dims, value) };
};

/** Rows near few centres: many scores lie close together. */
const clustered: Make = (rows, dims, seed) => {
  const next = randomNumbers(seed);
  const centres = random(3, dims, seed + 1).vectors;
  const centreOf = filled(rows, () => Math.floor(next() * 3));
  const vectors = filled(rows * dims, (at) => {
    const centre = centreOf[Math.floor(at / dims)] ?? 0;
    return (centres[centre * dims + (at % dims)] ?? 0) + (next() - 0.5) * 0.001;
  });
  return { dims, vectors, query: vectors.slice(0, dims) };
};

/** Every row three times, and some with nothing but zeros. */
const tied: Make = (rows, dims, seed) => {
  const base = random(Math.ceil(rows / 3), dims, seed);
  const vectors = filled(rows * dims, (at) => {
    const row = Math.floor(at / dims);
    return row % 7 === 0 ? 0 : (base.vectors[Math.floor(row / 3) * dims + (at % dims)] ?? 0);
  });
  return { dims, vectors, query: base.query };
};

/** Lengths from 1e-30 to 1e30 beside each other. */
const unequal: Make = (rows, dims, seed) => {
  const next = randomNumbers(seed);
  const scales = filled(rows, () => 10 ** Math.round(60 * next() - 30));
  const { vectors, query } = random(rows, dims, seed + 1);
  return { dims, vectors: vectors.map((value, at) => value * (scales[Math.floor(at / dims)] ?? 1)), query };
};

/** One number of a row is so large that the codes of its others are 0. */
const spiked: Make = (rows, dims, seed) => {
  const { vectors, query } = random(rows, dims, seed);
  return { dims, vectors: vectors.map((value, at) => (at % dims === 0 ? 1000 + value : value)), query };
};

const emptyQuery: Make = (rows, dims, seed) => ({ ...random(rows, dims, seed), query: new Float32Array(dims) });

export const MAKERS: Readonly<Record<string, Make>> = { random, clustered, tied, unequal, spiked, emptyQuery };
