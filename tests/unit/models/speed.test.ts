import { describe, expect, it } from 'vitest';
import type { ChatChoice, ChatUsage } from '../../../src/core/models/chat-model';
import { keepSpeed, knownSpeed, secondsFor, speedAfter } from '../../../src/core/models/speed';
import { memorySettings } from '../../helpers/memory-replies';

const usage = (over: Partial<ChatUsage>): ChatUsage => ({
  promptTokens: 1000,
  completionTokens: 100,
  seconds: 7,
  exact: true,
  ...over,
});

describe('The speed of a model', () => {
  it('is what the engine says it is', () => {
    const stated = { prefillRate: 500, decodeRate: 20 };
    expect(speedAfter(undefined, usage(stated))).toEqual({ prefill: 500, decode: 20 });
  });

  it('is slower than the engine says where a call takes longer than its work', () => {
    const stated = { prefillRate: 500, decodeRate: 20, seconds: 14 };
    expect(speedAfter(undefined, usage(stated))).toEqual({ prefill: 250, decode: 10 });
  });

  it('is that of the whole call where the reply came all at once', () => {
    const whole = usage({ seconds: 2, firstToken: 2 });
    expect(speedAfter(undefined, whole)).toEqual({ prefill: 550, decode: 550 });
    expect(speedAfter(undefined, usage({ seconds: 2 }))).toEqual({ prefill: 550, decode: 550 });
  });

  it('follows a server that becomes slow, though its replies come all at once', () => {
    let speed = speedAfter(undefined, usage({ seconds: 0.1, firstToken: 0.1 }));
    for (let call = 0; call < 10; call++) speed = speedAfter(speed, usage({ seconds: 2, firstToken: 2 }));
    expect(speed && secondsFor(speed, { promptTokens: 10_000, replyTokens: 1_000 }, 1)).toBeGreaterThan(18);
  });

  it('else follows from the time to the first word and the time after it', () => {
    expect(speedAfter(undefined, usage({ firstToken: 2 }))).toEqual({ prefill: 500, decode: 20 });
  });

  it('moves slowly with each call, and not at all with one that tells nothing', () => {
    const before = { prefill: 500, decode: 20 };
    const after = speedAfter(before, usage({ prefillRate: 1000, decodeRate: 40, seconds: 3.5 }));
    expect(after?.prefill).toBeCloseTo(571.4, 1);
    expect(after?.decode).toBeCloseTo(22.86, 2);
    expect(speedAfter(before, usage({ seconds: 0 }))).toBe(before);
  });

  it('is not hidden by a call that was answered at once', () => {
    let speed = speedAfter(undefined, usage({ prefillRate: 1_000_000, decodeRate: 1_000_000, seconds: 0.0011 }));
    for (let call = 0; call < 10; call++) speed = speedAfter(speed, usage({ prefillRate: 500, decodeRate: 20 }));
    expect(speed?.prefill).toBeLessThan(550);
    expect(speed?.decode).toBeLessThan(22);
  });

  it('of a reply that came in one piece explains the whole time of its call', () => {
    const speed = speedAfter(undefined, usage({ seconds: 2, firstToken: 1.999, decodeRate: 100_000 }));
    expect(secondsFor(speed ?? { prefill: 1e9, decode: 1e9 }, { promptTokens: 1000, replyTokens: 100 }, 1)).toBeCloseTo(
      2,
    );
  });

  it('gives the seconds of a plan, shared by calls that run at the same time', () => {
    const load = { promptTokens: 1000, replyTokens: 100 };
    expect(secondsFor({ prefill: 500, decode: 20 }, load, 1)).toBe(7);
    expect(secondsFor({ prefill: 500, decode: 20 }, load, 7)).toBe(1);
  });

  it('is kept for each model and address apart', async () => {
    const settings = memorySettings();
    const here: ChatChoice = { provider: 'server', model: 'm', address: 'http://localhost:1' };
    await keepSpeed(settings, here, { prefill: 1, decode: 2 });
    expect(await knownSpeed(settings, here)).toEqual({ prefill: 1, decode: 2 });
    expect(await knownSpeed(settings, { ...here, address: 'http://localhost:2' })).toBeUndefined();
  });
});
