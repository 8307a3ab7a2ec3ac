import { editOf, isDecision, keysOf } from '../../graph/edits/edit-values';
import { isMarker, readingLayers, READ } from '../../extract/extraction-status';
import { titleOfLayer } from '../../provenance';
import type { Counts } from '../../derivation/derivation';
import { DERIVATIONS } from '../../index/pipeline';
import type { AllTables, EditRow, ExtractionRow } from '../../tables/tables';
import { ModelError } from '../../errors';
import { message } from '../../message';
import { isUndoOrRedo, lastUndoOrRedo } from '../../graph/edits/edit-log';
import type { ModelRunState } from '../../ports/index-state';
import type { ReadingTally } from '../../extract/model/reading';
import { bringUpToDate } from '../indexing/index-run';
import type { RunContext } from '../session/index-events';
import type { CollectionStore } from '../collections/collection-store';
import { countsOfReading } from './asking/cached-replies';
import { keptRecords } from './run-record';
import { newRun } from './run-state';
import { addCounts, NO_SPENDING, addSpending, earlierSpending } from './asking/spending';

/** Output of one extraction run in the open collection: of a model with a version of its prompts. */
export interface ExtractionRun {
  readonly layer: string;
  /** True if it was asked to read passages. */
  readonly reads: boolean;
  /** Passages with its reading: those that the collection's readers are counted by. */
  readonly passages: number;
  /** Passages that it has read and another layer since. */
  readonly readSince: number;
  /** Names, relations and claims that it read in them. */
  readonly records: number;
  /** Pairs of names that it decided on. */
  readonly decisions: number;
  /** Rows of each derivation that it made, by the name under which a run counts them; reports that are set aside as well. */
  readonly made: Counts;
}

/** Derivations whose rows say what made them. */
const REVERTIBLE = DERIVATIONS.flatMap(({ counts, revert }) => (revert ? [{ name: counts.made, revert }] : []));

/** The runs of models, in the order of time. */
export function listExtractionRuns(tables: AllTables): readonly ExtractionRun[] {
  const { extractions, edits } = tables;
  const passages = passagesRead(extractions, new Set(tables.text_units.map(({ id }) => id)));
  const standing = readingLayers(extractions);
  const records = new Map<string, number>();
  for (const row of extractions) {
    if (passages.has(row.layer) && !isMarker(row)) records.set(row.layer, (records.get(row.layer) ?? 0) + 1);
  }
  const made = REVERTIBLE.map(({ name, revert }) => ({ name, layers: revert.layers(tables) }));
  const written = made.flatMap(({ layers }) => layers);
  const readers = [...passages.keys()];
  const decided = edits.flatMap((row) => decidedUnder(row, readers) ?? []);
  return [...new Set([...readers, ...written])].map((layer) => {
    const read = [...(passages.get(layer) ?? [])];
    const own = read.filter((id) => standing.get(id) === layer).length;
    return {
      layer,
      reads: passages.has(layer),
      passages: own,
      readSince: read.length - own,
      records: records.get(layer) ?? 0,
      decisions: decided.filter((one) => one === layer).length,
      made: Object.fromEntries(made.map(({ name, layers }) => [name, layers.filter((one) => one === layer).length])),
    };
  });
}

/** Existing passages by the layer that read them. None for a layer whose readings all failed. */
function passagesRead(
  extractions: readonly ExtractionRow[],
  units: ReadonlySet<string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const passages = new Map<string, Set<string>>();
  for (const row of extractions.filter(isMarker)) {
    const read = passages.get(row.layer) ?? new Set();
    passages.set(row.layer, read);
    if (row.kind === READ && units.has(row.text_unit_id)) read.add(row.text_unit_id);
  }
  return passages;
}

/**
 * The layer of a model's decision on two names. Undefined for an edit by a person. Where the row names no layer, or one that is gone, the
 * model's first one of the `readers`.
 */
export function decidedUnder(row: EditRow, readers: readonly string[]): string | undefined {
  const edit = editOf(row);
  if (!edit || !isDecision(edit)) return undefined;
  const { by, layer } = edit.value;
  if (layer !== undefined && readers.includes(layer)) return layer;
  return readers.find((reader) => titleOfLayer(reader) === by) ?? layer ?? by;
}

/** Lists the extraction runs of the open collection. */
export async function extractionRuns(store: CollectionStore): Promise<readonly ExtractionRun[]> {
  const [extractions, edits] = await Promise.all([store.read('extractions'), store.read('edits')]);
  return listExtractionRuns({ ...store.tables, extractions, edits });
}

/**
 * Removes what models made under these layers: records, decisions on names, reports. The graph is derived again, from an earlier model's
 * reading where there is one. Edits by a person and cached replies stay. Throws ModelError while a model indexes.
 */
export async function revertRuns(context: RunContext, layers: readonly string[]): Promise<void> {
  const { open } = context;
  const gone = new Set(layers);
  const { records } = open.store.snapshot;
  const [extractions, edits] = await Promise.all([open.store.read('extractions'), open.store.read('edits')]);
  const kept = extractions.filter(({ layer }) => !gone.has(layer));
  const readers = [...new Set(extractions.filter(isMarker).map(({ layer }) => layer))];
  const titles = new Set(layers.map(titleOfLayer));
  const isGone = (row: EditRow): boolean => {
    const layer = decidedUnder(row, readers);
    if (layer === undefined) return false;
    return readers.includes(layer) ? gone.has(layer) : titles.has(titleOfLayer(layer));
  };
  const earlier = lastReading(kept);
  await open.store.commit((state) => {
    if (state.model?.phase === 'running' || open.store.snapshot.records !== records) throw stillIndexing();
    return {
      replace: {
        extractions: kept,
        edits: withoutDecisions(edits, isGone),
        ...Object.assign({}, ...REVERTIBLE.map(({ revert }) => revert.without(open.tables, gone))),
      },
      state: { derived: false, model: earlier, ...keptRecords(state), ...earlierSpending(state, earlier?.spent) },
    };
  });
  await bringUpToDate(context);
}

const stillIndexing = (): ModelError =>
  new ModelError(message`A model is indexing. Nothing was taken back. Stop it first, then try again.`, {
    traits: ['says what was kept'],
  });

/** A person's last word on a decision that is removed becomes an edit of its own. */
function withoutDecisions(edits: readonly EditRow[], isGone: (row: EditRow) => boolean): readonly EditRow[] {
  const gone = new Map(edits.filter(isGone).map((row) => [row.id, row]));
  const last = new Set(lastUndoOrRedo(edits).values());
  return edits.flatMap((row) => {
    if (gone.has(row.id)) return [];
    const decision = isUndoOrRedo(row) ? gone.get(row.key) : undefined;
    if (!decision) return [row];
    return last.has(row) ? ownWord(row, decision) : [];
  });
}

/** Undoing a merge becomes keeping the names apart, and redoing it becomes merging them. */
function ownWord(turn: EditRow, decision: EditRow): readonly EditRow[] {
  const edit = editOf(decision);
  if (!edit || !isDecision(edit)) return [];
  const [key, other] = keysOf(edit);
  const row = { ...turn, key, value: JSON.stringify(other) };
  if (edit.kind === 'alias') return [{ ...row, kind: turn.kind === 'undo' ? 'apart' : 'merge' }];
  return turn.kind === 'redo' && edit.value.homonym !== true ? [{ ...row, kind: 'apart' }] : [];
}

const distinct = (rows: readonly ExtractionRow[]): ReadonlySet<string> => new Set(rows.map((row) => row.text_unit_id));

/** The state of the latest reading then; undefined where no model has read. */
function lastReading(extractions: readonly ExtractionRow[]): ModelRunState | undefined {
  const layer = extractions.findLast(isMarker)?.layer;
  if (layer === undefined) return undefined;
  const markers = extractions.filter((row) => row.kind === READ && row.layer === layer);
  const tallies = markers.map(({ attributes }) => JSON.parse(attributes) as ReadingTally);
  const spent = tallies.map(({ calls, promptTokens, completionTokens, seconds }) => ({
    calls,
    promptTokens,
    completionTokens,
    seconds,
  }));
  return {
    ...newRun(layer, titleOfLayer(layer)),
    phase: 'done',
    spent: spent.reduce(addSpending, NO_SPENDING),
    // A passage whose claims were asked for later has two markers.
    found: { ...tallies.map(countsOfReading).reduce(addCounts, {}), passages: distinct(markers).size },
  };
}
