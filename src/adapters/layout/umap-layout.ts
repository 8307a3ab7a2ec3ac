import { UMAP } from 'umap-js';
import type { Project } from '../../core/map/embedded-layout';

export { embeddedLayout } from '../../core/map/embedded-layout';

/** Rounds in which places settle; UMAP itself takes 200 for large graphs. */
const EPOCHS = 200;

/** UMAP (McInnes, Healy, Melville 2018), by `umap-js`. Marks stand well apart, as names are written beside them. */
export const projectByUmap: Project = (vectors, { random, neighbours }) => {
  const umap = new UMAP({ nComponents: 2, nNeighbors: neighbours, minDist: 0.75, spread: 1, nEpochs: EPOCHS, random });
  const steps = umap.initializeFit(vectors);
  return {
    steps,
    step: () => void umap.step(),
    places: () => umap.getEmbedding().map(([x = 0, y = 0]) => [x, y] as const),
  };
};
