import { describe, expect, it } from 'vitest';
import { suggest } from '../../../src/core/index/planning';
import { inEnglish } from '../../../src/core/message';

describe('The suggested way of reading', () => {
  it.each([
    ['Qwen3-1.7B-q4f16_1-MLC', 'compact'],
    ['SmolLM2 360M', 'compact'],
    ['llama3.1:8b', 'full'],
    ['qwen2.5:72b-instruct', 'full'],
    ['gemma', 'compact'],
    ['gpt-4bit', 'compact'],
  ])('for %s is %s', (model, depth) => {
    expect(suggest(model, 1000).depth).toBe(depth);
  });

  it('reads less of more', () => {
    expect([5_000, 100_000, 900_000, 5_000_000].map((tokens) => suggest('x:8b', tokens).budget)).toEqual([
      100, 60, 30, 10,
    ]);
  });

  it('says why', () => {
    expect(inEnglish(suggest('Qwen3 1.7B', 5_000).words)).toBe(
      'By its name this model has 1.7 billion parameters. Compact suits it: small models name things well and describe them badly. Of a collection of this size it would read every passage.',
    );
  });
});
