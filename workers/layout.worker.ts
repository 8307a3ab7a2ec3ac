import { browserClock } from '../src/adapters/browser-env';
import { startWorker, transfer } from '../src/channel';
import { nestedLayout } from '../src/core/map/nested-layout';
import type { LayoutMaker } from '../src/core/ports/layout';
import { runWork } from '../src/core/work';

startWorker((): LayoutMaker => ({
  arrange: async (job, options) => {
    const positions = await runWork(nestedLayout(job), { ...options, clock: browserClock() });
    return transfer(
      positions,
      Object.values(positions).map(({ buffer }: Float32Array) => buffer),
    );
  },
}));
