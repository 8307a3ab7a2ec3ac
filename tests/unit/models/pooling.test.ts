import { describe, expect, test } from 'vitest';
import { joinParts, poolRows } from '../../../src/adapters/models/transformers/pooling';

/** Two rows of three tokens of two numbers; the first row ends with a padded token. */
const STATES = Float32Array.of(3, 0, 0, 4, 100, 100, 1, 0, 0, 0, 0, 0);

describe('pooling', () => {
  test('takes the direction of the mean of the tokens that are no padding', () => {
    const [first, second] = poolRows(STATES, [2, 3], 2, 'mean');
    expect(first?.[0]).toBeCloseTo(0.6);
    expect(first?.[1]).toBeCloseTo(0.8);
    expect([...(second ?? [])]).toEqual([1, 0]);
  });

  test('takes the first token where the model was trained so', () => {
    expect(poolRows(STATES, [2, 3], 2, 'cls').map((vector) => [...vector])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });
});

describe('joining the parts of texts', () => {
  test('gives each text the mean direction of its parts, whatever their order', () => {
    const joined = joinParts([Float32Array.of(0, 1), Float32Array.of(1, 0), Float32Array.of(1, 0)], [1, 0, 1], 2, 2);
    expect([...joined.subarray(0, 2)]).toEqual([1, 0]);
    expect(joined[2]).toBeCloseTo(Math.SQRT1_2);
    expect(joined[3]).toBeCloseTo(Math.SQRT1_2);
  });

  test('leaves a text without direction at zero instead of dividing by it', () => {
    expect([...joinParts([Float32Array.of(1, 0), Float32Array.of(-1, 0)], [0, 0], 1, 2)]).toEqual([0, 0]);
  });
});
