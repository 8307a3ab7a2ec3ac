import { ModelError } from '../../../errors';
import { editOf, isDecision, keysOf } from '../../../graph/edits/edit-values';
import { isMarker, READ } from '../../../extract/extraction-status';
import { isUndoOrRedo, lastUndoOrRedo } from '../../../graph/edits/edit-log';
import { titleOfLayer } from '../../../provenance';
import type { ModelRunState } from '../../../ports/index-state';
import { withoutLayers } from '../../../reports/staleness/archived-report';
import type { EditRow, ExtractionRow } from '../../../tables/tables';
import type { ReadingTally } from '../../../extract/model/reading';
import { bringUpToDate, type RunContext } from '../../index-run';
import type { OpenCollection } from '../../open-collection';
import { countsOfReading } from '../reading-counts';
import { addCounts, NOTHING_SPENT, plus, spentBeside } from '../asking/spending';
import { decidedUnder, modelLayers, type ModelLayer } from './layers';

/** What models have made of the open collection. */
export async function layersOf({ store, tables }: OpenCollection): Promise<readonly ModelLayer[]> {
  const [extractions, edits] = await Promise.all([store.read('extractions'), store.read('edits')]);
  return modelLayers({ ...tables, extractions, edits });
}

/**
 * Takes out what models made under these layers: records, decisions on names, reports; the graph is derived again, from an earlier model's
 * reading where there is one. What a person did stays, and so do the kept replies. Throws ModelError while a model indexes.
 */
export async function takeBack(context: RunContext, layers: readonly string[]): Promise<void> {
  const { open } = context;
  const gone = new Set(layers);
  const { recordsVersion } = open;
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
  await open.commit((state) => {
    if (state.model?.phase === 'running' || open.recordsVersion !== recordsVersion) throw stillIndexing();
    return {
      replace: {
        extractions: kept,
        edits: withoutDecisions(edits, isGone),
        community_reports: withoutLayers(open.tables.community_reports, gone),
      },
      state: { derived: false, model: earlier, ...spentBeside(state, earlier?.spent) },
    };
  });
  await bringUpToDate(context);
}

const stillIndexing = (): ModelError =>
  new ModelError('A model is indexing. Nothing was taken back. Stop it first, then try again.', {
    traits: ['says what was kept'],
  });

/** What a person last said of a decision that goes is the person's own word from then on. */
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

/** Who undid a merge keeps the two names apart, and who did it again merges them. */
function ownWord(turn: EditRow, decision: EditRow): readonly EditRow[] {
  const edit = editOf(decision);
  if (!edit || !isDecision(edit)) return [];
  const [key, other] = keysOf(edit);
  const said = { ...turn, key, value: JSON.stringify(other) };
  if (edit.kind === 'alias') return [{ ...said, kind: turn.kind === 'undo' ? 'apart' : 'merge' }];
  return turn.kind === 'redo' && edit.value.homonym !== true ? [{ ...said, kind: 'apart' }] : [];
}

const distinct = (rows: readonly ExtractionRow[]): ReadonlySet<string> => new Set(rows.map((row) => row.text_unit_id));

/** The state of the reading that stands then; undefined where no model has read. */
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
    phase: 'done',
    layer,
    title: titleOfLayer(layer),
    spent: spent.reduce(plus, NOTHING_SPENT),
    // A passage whose claims were asked for later has two markers.
    found: { ...tallies.map(countsOfReading).reduce(addCounts, {}), passages: distinct(markers).size },
  };
}
