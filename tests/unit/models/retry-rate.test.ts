import { describe, expect, it } from 'vitest';
import { callsPerReply, rateAfter, type RetryRate } from '../../../src/core/models/retry-rate';
import { withRetries } from '../../../src/core/index/planning';

/** The rate after these replies: `+` valid, `-` of no use. */
const after = (replies: string): RetryRate | undefined =>
  [...replies].reduce<RetryRate | undefined>((rate, sign) => rateAfter(rate, sign === '+'), undefined);

describe('the calls that a reply of use takes', () => {
  it('are one where nothing was seen, or nothing went wrong', () => {
    expect(callsPerReply(undefined, 3)).toBe(1);
    expect(callsPerReply(after('+++++'), 3)).toBe(1);
  });

  it('follow the share of useless replies, up to the attempts that are made', () => {
    expect(callsPerReply(after('+-'.repeat(40)), 3)).toBeCloseTo(1.75, 1);
    expect(callsPerReply(after('-'.repeat(200)), 3)).toBeGreaterThan(2.8);
    expect(callsPerReply(after('-'.repeat(200)), 3)).toBeLessThanOrEqual(3);
  });

  it('are not trebled by one bad reply, and forget what is long past', () => {
    expect(callsPerReply(after('-'), 3)).toBeLessThan(1.5);
    expect(callsPerReply(after('-'.repeat(20) + '+'.repeat(300)), 3)).toBeLessThan(1.01);
  });

  it('stand in the price of a step, with the tokens', () => {
    const part = {
      step: 'model reading',
      title: 'Extracting entities',
      purpose: 'reading',
      items: 39,
      calls: 39,
      promptTokens: 3_900,
      replyTokens: 390,
      guessed: false,
    } as const;
    expect(withRetries(part, 1.64)).toEqual({ ...part, calls: 64, retries: 25, promptTokens: 6_396, replyTokens: 640 });
    expect(withRetries(part, 1)).toEqual(part);
  });
});
