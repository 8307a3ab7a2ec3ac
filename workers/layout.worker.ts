import { browserClock } from '../src/adapters/browser-env';
import { startWorker, transfer } from '../src/channel';
import { nestedLayout } from '../src/core/map/nested-layout';
import type { LayoutJob, LayoutMaker, Positions } from '../src/core/ports/layout';
import { runWork, type Work } from '../src/core/work';

startWorker((): LayoutMaker => ({
  arrange: async (job, options) => {
    const positions = await runWork(await arranging(job), { ...options, clock: browserClock() });
    return transfer(
      positions,
      Object.values(positions).map(({ buffer }: Float32Array) => buffer),
    );
  },
}));

async function arranging(job: LayoutJob): Promise<Work<Positions>> {
  const { layout } = job;
  if (layout !== 'embedding') return nestedLayout({ ...job, layout });
  const { embeddedLayout, projectByUmap } = await import('../src/adapters/layout/umap-layout');
  return embeddedLayout(job, projectByUmap);
}
