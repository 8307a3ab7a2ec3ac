import { unitsRead, type WantedReading } from '../../extract/model/markers';
import type { UnitToRead } from '../../extract/model/reading';
import { NO_MODEL } from '../../extract/mention-records';
import type { ReadingChoices } from '../../index/model/reading-step';
import { readingOrder } from '../../index/model/reading-order';
import type { CallOptions } from '../../ports';
import type { ExtractionRow } from '../../tables/tables';
import { runWork } from '../../work';
import type { EngineEnv } from '../env';
import type { OpenCollection } from '../open-collection';
import { keptExtractions } from './kept-extractions';

/** Passages still to be read, in order. */
export interface ReadingTodo {
  readonly units: readonly PlannedUnit[];
  /** Passages of the plan that are read already. */
  readonly done: number;
  /** Passages of the collection. */
  readonly all: number;
}

export interface PlannedUnit extends UnitToRead {
  /** True where everything is derived again after it. */
  readonly mark: boolean;
}

/** What of the choices decides about passages. */
export const wantedOf = (
  { budget, again }: ReadingChoices,
  round: number,
): Pick<ReadingChoices, 'budget' | 'again'> & { readonly round: number } => ({ budget, again, round });

/** All passages, as if none were read. */
export const EVERYTHING = { layer: '', depth: 'compact', claims: false, again: true, round: 1, budget: 1 } as const;

/** Parts of the plan after which the tables are brought up to date. */
const MARKS = 10;
/** Passages at least between two of them. */
const LEAST_BETWEEN = 8;

/** What the plan of this share leaves to read. It depends on the documents and on what was read before, not on how far an earlier run came. */
export async function readingTodo(
  open: OpenCollection,
  wanted: WantedReading & { readonly budget: number },
  call: CallOptions & { readonly env: Pick<EngineEnv, 'clock'> },
): Promise<ReadingTodo> {
  const extractions = await keptExtractions(open);
  const mentions = extractions.filter((row) => row.layer === NO_MODEL);
  const { tables } = open;
  const read = unitsRead(extractions, wanted);
  const order = await runWork(readingOrder(tables.text_units, mentions, wanted.budget, read), {
    clock: call.env.clock,
    ...(call.signal && { signal: call.signal }),
  });
  const marked = lastBeforeMarks(order.map(({ id }) => !read.has(id)));
  const left = order.flatMap((unit, at) => (read.has(unit.id) ? [] : [{ unit, mark: marked.has(at) }]));
  const mentionsOf = groupByUnit(mentions, new Set(left.map(({ unit }) => unit.id)));
  const documentOf = new Map(tables.documents.map((row) => [row.id, row]));
  const units = left.flatMap(({ unit, mark }) => {
    const document = documentOf.get(unit.document_id);
    return document ? [{ document, unit, mark, mentions: mentionsOf.get(unit.id) ?? [] }] : [];
  });
  return { units, done: order.length - left.length, all: tables.text_units.length };
}

/** Of the places that are open, the last one at or before each mark. */
function lastBeforeMarks(open: readonly boolean[]): ReadonlySet<number> {
  const between = Math.max(LEAST_BETWEEN, Math.ceil(open.length / MARKS));
  const places = new Set<number>();
  let last = -1;
  for (const [at, isOpen] of open.entries()) {
    if (isOpen) last = at;
    if ((at + 1) % between === 0 && last >= 0) places.add(last);
  }
  return places;
}

function groupByUnit(
  mentions: readonly ExtractionRow[],
  wanted: ReadonlySet<string>,
): ReadonlyMap<string, readonly ExtractionRow[]> {
  const groups = new Map<string, ExtractionRow[]>();
  for (const row of mentions) {
    if (!wanted.has(row.text_unit_id)) continue;
    const group = groups.get(row.text_unit_id);
    if (group) group.push(row);
    else groups.set(row.text_unit_id, [row]);
  }
  return groups;
}
