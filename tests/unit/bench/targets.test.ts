import { describe, expect, it } from 'vitest';
import { missedTargets } from '../../../bench/lib/targets';

describe('figures of a bench', () => {
  it('are missed outside of where they are to lie, and nowhere else', () => {
    const missed = missedTargets([
      { name: 'just enough', value: 0.9, atLeast: 0.9 },
      { name: 'too little', value: 0.8994, atLeast: 0.9 },
      { name: 'just not too much', value: 12, atMost: 12 },
      { name: 'too much', value: 12.5, atMost: 12 },
    ]);
    expect(missed).toEqual(['too little: 0.899, at least 0.9', 'too much: 12.5, at most 12']);
  });

  it('are missed where nothing was measured', () => {
    expect(missedTargets([{ name: 'time', value: Number.NaN, atMost: 1 }])).toEqual(['time: NaN, at most 1']);
  });
});
