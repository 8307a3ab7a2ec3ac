import { embeddedLayout, projectByUmap } from '../../src/adapters/layout/umap-layout';
import { nestedLayout } from '../../src/core/map/nested-layout';
import type { LayoutJob, Positions } from '../../src/core/ports/layout';
import { finish } from '../../src/core/work';

/** Arranges a map at once, as the layout worker does in turns. */
export function arrangeMap(job: LayoutJob): Positions {
  const { layout } = job;
  return finish(layout === 'embedding' ? embeddedLayout(job, projectByUmap) : nestedLayout({ ...job, layout }));
}
