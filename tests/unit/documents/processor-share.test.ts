import { describe, expect, it } from 'vitest';
import { countLoops, processorShare } from '../../../src/adapters/documents/processor-share';

describe('the share of a processor', () => {
  it('is what an idle worker gets done, of the most that it ever got done', async () => {
    const shareOf = processorShare();
    const measured = async (loops: number): Promise<number> => shareOf({ countLoops: () => Promise.resolve(loops) });
    expect([await measured(800), await measured(1000), await measured(250), await measured(0)]).toEqual([
      1, 1, 0.25, 0,
    ]);
  });

  it('is counted in loops until so much time has passed', () => {
    let time = 0;
    expect(countLoops(20, () => (time += 0.5))).toBe(39);
  });
});
