import { describe, expect, test } from 'vitest';
import { joinParts, poolRows, cutText } from '../../../src/adapters/models/transformers/embedding-session';
import fc from 'fast-check';

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

const CLS = -1;
const SEP = -2;
const PREFIX = [-3, -4];
const frame = { before: [CLS], prefix: PREFIX, after: [SEP] };

describe('cutting a text for a model', () => {
  test('leaves a short text whole, between its special tokens', () => {
    expect(cutText(7, [...PREFIX, 1, 2], frame, 10)).toEqual([{ text: 7, tokens: [CLS, ...PREFIX, 1, 2, SEP] }]);
  });

  test('makes one part of an empty text', () => {
    expect(cutText(0, [], { ...frame, prefix: [] }, 10)).toEqual([{ text: 0, tokens: [CLS, SEP] }]);
  });

  test('repeats the prefix in every part, loses no token and keeps the parts about equal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 5, max: 60 }), (length, maxTokens) => {
        const body = Array.from({ length }, (_, i) => i);
        const parts = cutText(0, [...PREFIX, ...body], frame, maxTokens).map(({ tokens }) => tokens);
        const bodies = parts.map((tokens) => tokens.slice(3, -1));
        expect(bodies.flat()).toEqual(body);
        for (const tokens of parts) {
          expect(tokens.length).toBeLessThanOrEqual(maxTokens);
          expect(tokens.slice(0, 3)).toEqual([CLS, ...PREFIX]);
          expect(tokens.at(-1)).toBe(SEP);
        }
        const sizes = bodies.map((tokens) => tokens.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('does without the prefix where the tokenizer melted it into the first word', () => {
    expect(cutText(0, [9, 1, 2, 3], frame, 4).map(({ tokens }) => tokens)).toEqual([
      [CLS, 9, 1, SEP],
      [CLS, 2, 3, SEP],
    ]);
  });
});
