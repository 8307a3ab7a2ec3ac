import type { ExtractionRun } from '../../core/engine/model-index/revert';
import { isByTitle } from '../../core/provenance';
import { listed } from '../words/numbers';
import { getDialogs, type Dialogs } from '../dialogs.svelte';
import { getEngine, type ConnectEngine } from '../engine';
import { getLibrary, type Library } from '../library/library.svelte';
import { getNotices } from '../notices.svelte';
import { getModelIndexing, type ModelIndexing } from './model-indexing.svelte';
import { language } from '../words/language.svelte';
import { modelIndexWords } from '../words/screens/model-index-words';

/** Returns a function that asks the person, then reverts the output of the current reading model, or of all models. */
export function getRevert(): (which: 'last' | 'all') => void {
  const needs = {
    engine: getEngine(),
    dialogs: getDialogs(),
    library: getLibrary(),
    modelIndexing: getModelIndexing(),
  };
  const notices = getNotices();
  return (which) => void notices.attempt(language.words.library.doing.revertModel, () => confirmRevert(needs, which));
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
  const words = modelIndexWords().revert;
  const sure = await dialogs.confirm({
    title: earlier ? words.lastTitle(last?.title ?? words.lastModel) : words.allTitle,
    text: words.text(removalWords(gone), earlier ? words.earlier(earlier.layer) : words.automatic),
    action: words.action,
  });
  if (!sure) return;
  await modelIndexing.takeBack(gone.map(({ layer }) => layer));
}

/** Describes the removed rows. */
function removalWords(layers: readonly ExtractionRun[]): string {
  const sum = (name: 'passages' | 'readSince' | 'records' | 'decisions'): number =>
    layers.reduce((total, layer) => total + layer[name], 0);
  const made = new Map<string, number>();
  for (const [name, rows] of layers.flatMap((layer) => Object.entries(layer.made)))
    made.set(name, (made.get(name) ?? 0) + rows);
  const words = modelIndexWords().revert;
  const kinds: Readonly<Record<string, (rows: number) => string>> = words.made;
  const parts = [
    ...(sum('passages') > 0 ? [words.readings(sum('passages'))] : []),
    ...(sum('readSince') > 0 ? [words.earlierReadings(sum('readSince'))] : []),
    ...(sum('records') > 0 ? [words.records(sum('records'))] : []),
    ...(sum('decisions') > 0 ? [words.decisions(sum('decisions'))] : []),
    ...[...made].flatMap(([name, rows]) => (rows > 0 ? [(kinds[name] ?? words.other)(rows, name)] : [])),
  ];
  if (parts.length === 0) return words.nothing;
  const models = listed(layers.map(({ layer }) => layer));
  return withShares(words.removes(parts.join(', '), models), layers);
}

/** With who read how many of the passages, where several did. */
function withShares(text: string, layers: readonly ExtractionRun[]): string {
  const words = modelIndexWords().revert;
  const readers = layers.filter(({ passages }) => passages > 0);
  if (readers.length < 2) return text;
  return words.shares(text, readers.map(({ layer, passages }) => words.share(passages, layer)).join(', '));
}
