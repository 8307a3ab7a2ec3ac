import type { ExtractionRun } from '../../core/engine/model-index/revert';
import { isByTitle } from '../../core/provenance';
import { count, counted } from '../words/numbers';
import { getDialogs, type Dialogs } from '../dialogs.svelte';
import { getEngine, type ConnectEngine } from '../engine';
import { getLibrary, type Library } from '../library/library.svelte';
import { getNotices } from '../notices.svelte';
import { getModelIndexing, type ModelIndexing } from './model-indexing.svelte';

/** Gives what asks, then takes back what the model whose reading stands has made, or what all of them have. */
export function getRevert(): (which: 'last' | 'all') => void {
  const needs = {
    engine: getEngine(),
    dialogs: getDialogs(),
    library: getLibrary(),
    modelIndexing: getModelIndexing(),
  };
  const notices = getNotices();
  return (which) => void notices.attempt('Taking back an index', () => confirmRevert(needs, which));
}

interface Needs {
  readonly engine: ConnectEngine;
  readonly dialogs: Dialogs;
  readonly library: Library;
  readonly modelIndexing: ModelIndexing;
}

async function confirmRevert({ engine, dialogs, library, modelIndexing }: Needs, which: 'last' | 'all'): Promise<void> {
  const layers = await (await engine()).extractionRuns();
  const last = library.view?.model;
  const gone =
    which === 'all' || !last
      ? layers
      : layers.filter(({ layer, reads }) => layer === last.layer || (!reads && isByTitle(layer, last.title)));
  const earlier = layers.filter((one) => one.passages + one.readSince > 0 && !gone.includes(one)).at(-1);
  const sure = await dialogs.confirm({
    title: earlier
      ? `Take back what ${last?.title ?? 'the last model'} made?`
      : 'Go back to the graph without a model?',
    text: `${removalWords(gone)} ${earlier ? `What ${earlier.layer} read stands again.` : 'What was found without a model stands again.'} Your documents, conversations and your own changes of names stay. The model’s replies are kept on this device: what is asked again in the same words costs nothing.`,
    action: 'Take it back',
  });
  if (!sure) return;
  await modelIndexing.takeBack(gone.map(({ layer }) => layer));
}

/** What is removed, in words. */
function removalWords(layers: readonly ExtractionRun[]): string {
  const sum = (name: 'passages' | 'readSince' | 'records' | 'decisions' | 'reports'): number =>
    layers.reduce((total, layer) => total + layer[name], 0);
  const parts = [
    ...(sum('passages') > 0 ? [`the reading of ${counted(sum('passages'), 'passage')}`] : []),
    ...(sum('readSince') > 0 ? [counted(sum('readSince'), 'earlier reading')] : []),
    ...(sum('records') > 0 ? [counted(sum('records'), 'record')] : []),
    ...(sum('decisions') > 0 ? [`${counted(sum('decisions'), 'decision')} on names`] : []),
    ...(sum('reports') > 0 ? [counted(sum('reports'), 'report')] : []),
  ];
  if (parts.length === 0) return 'Nothing that it read is kept yet; only the run is forgotten.';
  return `This removes ${parts.join(', ')} by ${layers.map(({ layer }) => layer).join(' and ')}, and reports that no longer hold.${shares(layers)}`;
}

/** Who read how many of the passages, where several did. */
function shares(layers: readonly ExtractionRun[]): string {
  const readers = layers.filter(({ passages }) => passages > 0);
  if (readers.length < 2) return '';
  return ` Of the passages, ${readers.map(({ layer, passages }) => `${count(passages)} are read by ${layer}`).join(', ')}.`;
}
