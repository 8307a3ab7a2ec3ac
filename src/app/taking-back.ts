import type { ModelLayer } from '../core/engine/model/take-back/layers';
import { isByTitle } from '../core/graph/who-wrote';
import { counted } from './numbers';
import type { Session } from './session.svelte';

/** Asks, then takes back what the model whose reading stands has made, or what all of them have. */
export async function askToTakeBack(session: Session, which: 'last' | 'all'): Promise<void> {
  const { notices, dialogs, indexing, library } = session;
  await notices.attempt('Taking back an index', async () => {
    const engine = await session.engine();
    const layers = await engine.modelLayers();
    const last = library.view?.model;
    const gone =
      which === 'all' || !last
        ? layers
        : layers.filter(
            ({ layer, passages }) => layer === last.layer || (passages.length === 0 && isByTitle(layer, last.title)),
          );
    const earlier = layers.filter((layer) => layer.passages.length > 0 && !gone.includes(layer)).at(-1);
    const sure = await dialogs.confirm({
      title: earlier
        ? `Take back what ${last?.title ?? 'the last model'} made?`
        : 'Go back to the graph without a model?',
      text: `${goes(gone)} ${earlier ? `What ${earlier.layer} read stands again.` : 'What was found without a model stands again.'} Your documents, conversations and your own changes of names stay. The model’s replies are kept on this device: what is asked again in the same words costs nothing.`,
      action: 'Take it back',
    });
    if (!sure) return;
    await indexing.run('Taking back an index', (from) => from.takeBack(gone.map(({ layer }) => layer)));
    session.modelIndexing.forget();
  });
}

/** What is removed, in words. */
function goes(layers: readonly ModelLayer[]): string {
  if (layers.length === 0) return 'Nothing that it read is kept yet; only the run is forgotten.';
  const sum = (name: 'records' | 'decisions' | 'reports'): number =>
    layers.reduce((total, layer) => total + layer[name], 0);
  const passages = new Set(layers.flatMap((layer) => layer.passages)).size;
  const parts = [
    `the reading of ${counted(passages, 'passage')} (${counted(sum('records'), 'record')})`,
    ...(sum('decisions') > 0 ? [`${counted(sum('decisions'), 'decision')} on names`] : []),
    ...(sum('reports') > 0 ? [counted(sum('reports'), 'report')] : []),
  ];
  return `This removes ${parts.join(', ')} by ${layers.map(({ layer }) => layer).join(' and ')}, and reports that no longer hold.`;
}
