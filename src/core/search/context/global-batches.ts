import { randomNumbers, randomOrder } from '../../graph/random';
import type { SearchIndex } from '../../retrieval/index';
import { DEFAULT_LEVEL } from '../parameters';
import {
  assemble,
  cut,
  unusedRow,
  usedRow,
  cleaned,
  lineTokens,
  tableHead,
  tableRow,
  type TableForm,
} from './context-table';
import type { BuiltContext, ContextRow, ContextTable, Entry, Statement } from './context';
import { reportEntry, reportsWithin, type RankedReport } from './report-entries';
import type { Scope } from './scope';

/** Which reports go into batches, and how. */
export interface BatchChoice {
  /** Estimated tokens of each batch at most. */
  readonly tokens: number;
  /** Level whose roll-up is read (spec B0); default 2. */
  readonly level?: number;
  /** Row numbers of the reports in its place, such as those that were found to matter. */
  readonly rows?: readonly number[];
  readonly scope: Scope;
  /** Batches at most: then those reports are read that come first in `preferred`, and after them those that weigh most. */
  readonly batches?: number;
  /** Row numbers of reports, the best for the question first. */
  readonly preferred?: readonly number[];
}

/** Reports as they are sent to the map calls, and those that are not. */
export interface GlobalBatches {
  readonly batches: readonly BuiltContext[];
  /** Reports that are in no batch, in the order in which they would be read. */
  readonly left: readonly ContextRow[];
}

/** Of the shuffle. */
const SEED = 86;

/** The content comes last, so that a line's tokens are those of its beginning and of its content. */
const FORM: TableForm = { dataset: 'Reports', columns: ['title', 'occurrence weight', 'rank', 'content'] };

/** A number that is at least as long as any in a batch. */
const MANY = 999_999;

interface Weighed {
  readonly entry: Entry;
  readonly rank: number;
  /** Cells between number and content. */
  readonly first: readonly (string | number)[];
  readonly content: Content;
  /** Estimated tokens of its line, never too few. */
  readonly tokens: number;
}

/**
 * The reports of a level in batches for the map calls (GraphRAG B2): shuffled by the seed, packed in that order, and in each batch the
 * weightiest first. No batch is over the budget: a report that is too long for one is cut at the end of a sentence.
 */
export function globalBatches(index: SearchIndex, choice: BatchChoice): GlobalBatches {
  const { tokens: budget, batches: most = Infinity, scope } = choice;
  const weighed = weigh(index, choice, scope);
  const packed = packWithin(weighed, budget - lineTokens(tableHead(FORM)), most);
  const built = packed.map((batch) => buildTable(batch, budget, scope)).filter(({ tokens }) => tokens > 0);
  const read = new Set(built.flatMap(({ rows }) => rows.map(({ row }) => row)));
  return {
    batches: built.map((table) => assemble([table], budget, { Reports: FORM })),
    left: weighed.filter(({ entry }) => !read.has(entry.row)).map(({ entry, tokens }) => unusedRow(entry, tokens)),
  };
}

/** The preferred ones first, then the weightiest. */
function weigh(
  index: SearchIndex,
  { rows, level = DEFAULT_LEVEL, preferred = [] }: BatchChoice,
  scope: Scope,
): readonly Weighed[] {
  const places = new Map(preferred.map((row, at) => [row, at]));
  const place = ({ entry }: Weighed): number => places.get(entry.row) ?? places.size;
  const ranked = (rows ?? index.communities.rollUp(level)).map((row) => ({
    row,
    score: index.communities.occurrence[row] ?? 0,
  }));
  return reportsWithin(index, ranked, scope)
    .flatMap((one) => weighedReport(index, one, scope) ?? [])
    .sort((a, b) => place(a) - place(b) || byWeight(a, b));
}

const whole = new WeakMap<SearchIndex, Map<number, Weighed | null>>();

/** Made once for each state of the index where no documents were chosen: ten thousand reports are ten megabytes. */
function weighedReport(index: SearchIndex, one: RankedReport, scope: Scope): Weighed | null {
  const known = scope.everything ? (whole.get(index) ?? new Map<number, Weighed | null>()) : undefined;
  const before = known?.get(one.row);
  if (before !== undefined) return before;
  const entry = reportEntry(index, one, scope);
  const made = entry && weighedEntry(entry, index.tables.communityReports[one.row]?.rank ?? 0);
  if (known) whole.set(index, known.set(one.row, made));
  return made;
}

const byWeight = (a: Weighed, b: Weighed): number =>
  b.entry.score - a.entry.score || b.rank - a.rank || a.entry.row - b.entry.row;

function weighedEntry(entry: Entry, rank: number): Weighed {
  const { title, score, wordings } = entry;
  const text = cleaned(wordings[0]?.text ?? '');
  const content = { text, tokens: lineTokens(`|${text}`) };
  const first = [title, Math.round(score * 100) / 100, Math.round(rank * 10) / 10];
  const tokens = lineTokens(tableRow([MANY, ...first])) + content.tokens;
  return { entry: { ...entry, cells: (words) => [...first, words] }, rank, first, content, tokens };
}

interface Content {
  readonly text: string;
  /** Of the text with the bar before it. */
  readonly tokens: number;
}

/** As many of the first reports as go into so many batches, shuffled before they are packed. */
function packWithin(weighed: readonly Weighed[], room: number, most: number): readonly (readonly Weighed[])[] {
  if (room <= 0) return [];
  const size = ({ tokens }: Weighed): number => Math.min(tokens, room);
  let capacity = room * most;
  for (;;) {
    const taken = firstOf(weighed, size, capacity);
    const packed = pack(shuffled(taken.toSorted(byWeight)), size, room);
    if (packed.length <= most) return packed;
    capacity -= packed
      .slice(most)
      .flat()
      .reduce((sum, one) => sum + size(one), 0);
  }
}

function firstOf(weighed: readonly Weighed[], size: (one: Weighed) => number, capacity: number): readonly Weighed[] {
  let sum = 0;
  const end = weighed.findIndex((one) => (sum += size(one)) > capacity);
  return end < 0 ? weighed : weighed.slice(0, end);
}

function shuffled<T>(items: readonly T[]): readonly T[] {
  return [...randomOrder(items.length, randomNumbers(SEED))].flatMap((at) => items.slice(at, at + 1));
}

function pack(
  items: readonly Weighed[],
  size: (one: Weighed) => number,
  room: number,
): readonly (readonly Weighed[])[] {
  const batches: Weighed[][] = [];
  let left = 0;
  for (const item of items) {
    const last = batches.at(-1);
    if (last && size(item) <= left) last.push(item);
    else {
      batches.push([item]);
      left = room;
    }
    left -= size(item);
  }
  return batches;
}

function buildTable(batch: readonly Weighed[], budget: number, scope: Scope): ContextTable {
  const head = lineTokens(tableHead(FORM));
  const rows = batch.toSorted(byWeight).flatMap((one, at) => rowOf(one, at + 1, budget - head, scope) ?? []);
  const tokens = rows.reduce((sum, row) => sum + row.tokens, head);
  return { dataset: 'Reports', rows, budget, tokens: rows.length === 0 ? 0 : tokens };
}

function rowOf({ entry, first, content, tokens }: Weighed, number: number, room: number, scope: Scope) {
  if (tokens > room) {
    const some = cut(entry, number, room);
    return some && usedRow(entry, { ...some, number }, scope);
  }
  const line = `${tableRow([number, ...first])}|${content.text}`;
  const statements = (): readonly Statement[] => entry.wordings[0]?.statements() ?? [];
  return usedRow(entry, { line, tokens, statements, number }, scope);
}
