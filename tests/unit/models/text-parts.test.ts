import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText } from '../../../src/adapters/models/transformers/text-parts';

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
