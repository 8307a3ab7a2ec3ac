import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/core/text/tokens';
import { hostileTexts, texts } from './texts';

const KINDS = new URL('../../fixtures/tokens/', import.meta.url);

const exact = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;
const error = (text: string): number => Math.abs(estimateTokens(text) / exact(text) - 1);

describe('estimateTokens', () => {
  it.each([
    'englishStory',
    'englishNews',
    'englishTechnical',
    'chineseStory',
    'chineseNews',
    'chineseTechnical',
  ] as const)('is within 10 % of o200k on %s', (name) => {
    expect(error(texts[name])).toBeLessThan(0.1);
  });

  it.each(readdirSync(KINDS))('is within 10 %% of o200k on English of the kind of %s', (file) => {
    expect(error(readFileSync(new URL(file, KINDS), 'utf8'))).toBeLessThan(0.1);
  });

  it.each(['japanese', 'korean', 'german', 'french', 'spanish', 'russian', 'arabic', 'hindi', 'thai'] as const)(
    'is within 15 %% of o200k on a %s sample',
    (name) => {
      expect(error(texts[name])).toBeLessThan(0.15);
    },
  );

  it('is zero for nothing and positive for every other text but a space', () => {
    expect(estimateTokens('')).toBe(0);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const tokens = estimateTokens(text);
        expect(Number.isInteger(tokens)).toBe(true);
        expect(tokens).toBeGreaterThanOrEqual(text === ' ' ? 0 : 1);
        expect(tokens).toBeLessThanOrEqual(text.length * 2 + 1);
      }),
    );
  });

  it('ends on hostile text', () => {
    for (const text of Object.values(hostileTexts)) expect(estimateTokens(text)).toBeGreaterThanOrEqual(0);
    expect(estimateTokens('x'.repeat(1_000_000))).toBeGreaterThan(100_000);
  });
});
