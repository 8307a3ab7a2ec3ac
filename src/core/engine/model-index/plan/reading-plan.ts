import { collectionNames } from '../../../extract/model/passage/passage';
import { NO_MODEL } from '../../../provenance';
import {
  readingStatuses,
  type ReadingStatus,
  type WantedReading,
  readingModels,
  type ReadingModel,
} from '../../../extract/model/reading-status';
import type { UnitToRead } from '../../../extract/model/reading';
import { readingOrder } from '../../../index/reading-order';
import { readingStep } from '../../../index/model-steps';
import { tablesFor } from '../../../derivation/table-use';
import type { CallOptions } from '../../../platform';
import type { DocumentRow, ExtractionRow, TextUnitRow } from '../../../tables/tables';
import { runWork } from '../../../work';
import type { EngineEnv } from '../../env';
import type { CollectionStore } from '../../collections/collection-store';
import { cachedExtractions } from '../cached-extractions';

/** Passages still to be read. */
export interface ReadingPlan {
  /** In order. Passages that failed in an earlier round come last, so that a run which is resumed often gets on. */
  readonly units: readonly PlannedUnit[];
  /** Passages to read, without those whose claims alone are missing. */
  readonly unread: readonly PlannedUnit[];
  /** Passages of the plan that are read already. */
  readonly done: number;
  /** Passages of the plan read by another model or with other choices, whether they are read again or not. */
  readonly otherwise: readonly UnitToRead[];
  /** Passages of the collection. */
  readonly all: number;
  /** Models that have read passages of the collection, with their counts of passages. */
  readonly readers: readonly ReadingModel[];
}

export interface PlannedUnit extends UnitToRead {
  /** True where everything is derived again after it. */
  readonly mark: boolean;
  /** Empties `mentions` after reading. Those of all passages take much memory in a long run. */
  release(): void;
}

/** Tenths of the plan after which the tables are brought up to date. */
const MARKS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
/** The same for a plan of this many passages, where deriving takes long: soon at first, then less often. */
const FEWER_MARKS = [1, 3, 6, 10] as const;
const MANY_PASSAGES = 400;
/** Passages at least between two of them. */
const LEAST_BETWEEN = 8;

/** Passages that a plan is about. */
interface WantedPassages {
  /** Share of each document's passages, 0 to 1. */
  readonly budget: number;
  /** Missing: all of them, as if none were read. `again`: what was read otherwise is read again. */
  readonly wanted?: WantedReading & { readonly again: boolean };
}

/** Plans which passages to read. The plan depends on the documents and on earlier readings, not on how far an earlier run came. */
export async function planReading(
  store: CollectionStore,
  { budget, wanted }: WantedPassages,
  call: CallOptions & { readonly env: Pick<EngineEnv, 'clock'> },
): Promise<ReadingPlan> {
  const tables = tablesFor(readingStep, await oneGeneration(store));
  const { extractions } = tables;
  const mentions = extractions.filter((row) => row.layer === NO_MODEL);
  const verdicts = wanted ? readingStatuses(extractions, wanted) : new Map<string, ReadingStatus>();
  const idsOf = (...kinds: readonly ReadingStatus['kind'][]): ReadonlySet<string> =>
    new Set([...verdicts].flatMap(([id, { kind }]) => (kinds.includes(kind) ? [id] : [])));
  const otherwise = idsOf('read otherwise');
  // What is read again takes its place in a document's share as before, so that no other passage is read for it.
  const known = idsOf('read', 'read otherwise', 'tried');
  const done = wanted?.again ? idsOf('read', 'tried') : known;
  const order = await runWork(readingOrder(tables.text_units, mentions, budget, known), {
    clock: call.env.clock,
    ...(call.signal && { signal: call.signal }),
  });
  const isLeft = ({ id }: TextUnitRow): boolean => !done.has(id);
  const shown = order.filter((unit) => isLeft(unit) || otherwise.has(unit.id));
  const planned = plannedUnits(shown, {
    documents: tables.documents,
    mentions,
    verdicts,
    marked: marksIn(order, isLeft),
  });
  const toRead = planned.filter(({ unit }) => isLeft(unit));
  const due = idsOf('due', 'without claims');
  const units = [...toRead.filter(({ unit }) => !due.has(unit.id)), ...toRead.filter(({ unit }) => due.has(unit.id))];
  return {
    units,
    unread: units.filter(({ withoutClaims }) => !withoutClaims),
    done: order.filter((unit) => !isLeft(unit)).length,
    otherwise: planned.filter(({ unit }) => otherwise.has(unit.id)),
    all: tables.text_units.length,
    readers: readingModels(extractions, tables.text_units),
  };
}

interface PlannedOf {
  readonly documents: readonly DocumentRow[];
  readonly mentions: readonly ExtractionRow[];
  readonly verdicts: ReadonlyMap<string, ReadingStatus>;
  /** Ids of the text units after which everything is derived again. */
  readonly marked: ReadonlySet<string>;
}

/** Adds the cost of reading to each text unit. */
function plannedUnits(
  units: readonly TextUnitRow[],
  { documents, mentions, verdicts, marked }: PlannedOf,
): readonly PlannedUnit[] {
  const known = collectionNames(mentions);
  const mentionsOf = groupByUnit(mentions, new Set(units.map(({ id }) => id)));
  const documentOf = new Map(documents.map((row) => [row.id, row]));
  return units.flatMap((unit) => {
    const document = documentOf.get(unit.document_id);
    if (!document) return [];
    const names = mentionsOf.get(unit.id) ?? [];
    const verdict = verdicts.get(unit.id);
    const withoutClaims = verdict?.kind === 'without claims' ? { withoutClaims: verdict } : {};
    const mark = marked.has(unit.id);
    return [
      { document, unit, ...withoutClaims, mark, mentions: names, names: known, release: () => void names.splice(0) },
    ];
  });
}

/** Records from disk and tables from memory, of the same generation. */
async function oneGeneration(store: CollectionStore) {
  for (;;) {
    const { generation } = store;
    const extractions = await cachedExtractions(store);
    if (store.generation === generation) return { ...store.tables, extractions };
  }
}

/** Ids of the last ones that are left at or before each mark. */
function marksIn(order: readonly TextUnitRow[], isLeft: (unit: TextUnitRow) => boolean): ReadonlySet<string> {
  const tenth = Math.max(LEAST_BETWEEN, Math.ceil(order.length / 10));
  const marks: readonly number[] = order.length < MANY_PASSAGES ? MARKS : FEWER_MARKS;
  const marked = new Set<string>();
  let last: string | undefined;
  for (const [at, unit] of order.entries()) {
    if (isLeft(unit)) last = unit.id;
    if (marks.some((mark) => at + 1 === mark * tenth) && last !== undefined) marked.add(last);
  }
  return marked;
}

function groupByUnit(
  mentions: readonly ExtractionRow[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, ExtractionRow[]> {
  const groups = new Map<string, ExtractionRow[]>();
  for (const row of mentions) {
    if (!wanted.has(row.text_unit_id)) continue;
    const group = groups.get(row.text_unit_id);
    if (group) group.push(row);
    else groups.set(row.text_unit_id, [row]);
  }
  return groups;
}
