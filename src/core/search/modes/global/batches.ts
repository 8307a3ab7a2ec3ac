import { randomNumbers, randomOrder } from '../../../random';
import type { SearchIndex } from '../../../retrieval';
import { rankOf, reportAt } from '../../../retrieval/reports';
import { DEFAULT_LEVEL } from '../../search-parameters';
import {
  assemble,
  cut,
  formOf,
  unusedRow,
  usedRow,
  tableCell,
  lineTokens,
  visibleCells,
  tableHead,
  tableRow,
} from '../../context/context-table';
import type {
  BuiltContext,
  ContextRow,
  ContextTable,
  Entry,
  HiddenColumn,
  Statement,
  TableForm,
} from '../../context/context';
import { reportEntry, reportsWithin, type RankedReport, type ReportLook } from '../../context/report-entries';
import type { Scope } from '../../context/scope';

/** Selection of reports for batches, and its form. */
interface BatchChoice extends ReportLook {
  /** Estimated tokens of each batch at most. */
  readonly tokens: number;
  /** Level whose roll-up is read (spec B0); default 2. */
  readonly level?: number;
  /** Row numbers of communities whose reports are read in its place, such as those that were found to matter. */
  readonly rows?: readonly number[];
  readonly scope: Scope;
  /** Batches at most: then those reports are read that come first in `preferred`, and after them those that weigh most. */
  readonly batches?: number;
  /** Row numbers of their communities, the best for the question first. */
  readonly preferred?: readonly number[];
  /** Reports of a lower rank, from 0 to 10, are left out. */
  readonly leastRank?: number;
  /** No column of reports by default. */
  readonly hidden?: readonly HiddenColumn[];
  /** False has the weightiest fill the first batches; default true. */
  readonly shuffle?: boolean;
}

/** Reports as they are sent to the map calls, and those that are not. */
export interface GlobalBatches {
  readonly batches: readonly BuiltContext[];
  /** Reports that are in no batch, in the order in which they would be read, as far as they were composed. */
  readonly left: readonly ContextRow[];
  /** Number of reports that are in no batch. */
  readonly more: number;
}

/** Seed of the shuffle. */
const SEED = 86;

/** A number that is at least as long as any in a batch. */
const MANY = 999_999;

interface Weighed {
  readonly entry: Entry;
  readonly rank: number;
  /** Cells between number and content, which comes last: a line's tokens are those of its beginning and of its content. */
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
  const { tokens: budget, batches: most = Infinity, scope, shuffle = true } = choice;
  const form = formOf('Reports', choice.hidden ?? []);
  const room = budget - lineTokens(tableHead(form));
  const { weighed, more } = weigh(index, choice, form, room * most);
  const packed = packWithin(weighed, room, most, shuffle);
  const built = packed.map((batch) => buildTable(form, batch, budget, scope)).filter(({ tokens }) => tokens > 0);
  const read = new Set(built.flatMap(({ rows }) => rows.map(({ row }) => row)));
  return {
    batches: built.map((table) => assemble([table], budget)),
    left: weighed.flatMap(({ entry, tokens }) => (read.has(entry.row) ? [] : [unusedRow(form, entry, tokens)])),
    more,
  };
}

/** The preferred ones first, then the weightiest. No more are composed than fill so many tokens. */
function weigh(
  index: SearchIndex,
  { rows, level = DEFAULT_LEVEL, preferred = [], leastRank, scope, ...look }: BatchChoice,
  form: TableForm,
  capacity: number,
): { readonly weighed: readonly Weighed[]; readonly more: number } {
  const among = new Set(rows ?? index.communities.rollUp(level));
  const first = preferred.filter((row) => among.has(row));
  const known = new Set(first);
  const others = [...among].filter((row) => !known.has(row));
  const { occurrence } = index.communities;
  const isBefore = (a: number, b: number): number =>
    occurrence(b) - occurrence(a) || rankOf(index, b) - rankOf(index, a) || a - b;
  const ordered = [...first, ...others.sort(isBefore)];
  const all = reportsWithin(
    index,
    ordered.map((row) => ({ row, score: 0 })),
    scope,
    leastRank,
  );
  const made = madeReports(index, scope, `${look.content ?? ''} ${look.weight ?? ''} ${String(form.hidden)}`);
  const weighed: Weighed[] = [];
  let tokens = 0;
  let seen = 0;
  for (const { row } of all) {
    if (tokens > capacity) break;
    seen++;
    const one = made(row, () => {
      const ranked = { row, score: occurrence(row) };
      return weighedReport(index, ranked, form, reportEntry(index, ranked, scope, look));
    });
    if (!one) continue;
    weighed.push(one);
    tokens += one.tokens;
  }
  return { weighed, more: all.length - seen };
}

type Made = Map<number, Weighed | null>;
const whole = new WeakMap<SearchIndex, { readonly look: string; readonly made: Made }>();

/** Made once for each state of the index and look where no documents were chosen. */
function madeReports(index: SearchIndex, scope: Scope, look: string) {
  const before = whole.get(index);
  const made: Made = scope.everything && before?.look === look ? before.made : new Map();
  if (scope.everything) whole.set(index, { look, made });
  return (row: number, make: () => Weighed | null): Weighed | null => {
    const known = made.get(row);
    if (known !== undefined) return known;
    const fresh = make();
    made.set(row, fresh);
    return fresh;
  };
}

const byWeight = (a: Weighed, b: Weighed): number =>
  b.entry.score - a.entry.score || b.rank - a.rank || a.entry.row - b.entry.row;

function weighedReport(
  index: SearchIndex,
  { row }: RankedReport,
  form: TableForm,
  entry: Entry | null,
): Weighed | null {
  if (!entry) return null;
  const text = tableCell(entry.wordings[0]?.text ?? '');
  const content = { text, tokens: lineTokens(`|${text}`) };
  const first = visibleCells(form, entry.cells('')).slice(0, -1);
  const tokens = lineTokens(tableRow([MANY, ...first])) + content.tokens;
  return { entry, rank: reportAt(index, row)?.rank ?? 0, first, content, tokens };
}

interface Content {
  readonly text: string;
  /** Tokens of the text with the bar before it. */
  readonly tokens: number;
}

/** As many of the first reports as go into so many batches, shuffled or by their weight before they are packed. */
function packWithin(
  weighed: readonly Weighed[],
  room: number,
  most: number,
  shuffle: boolean,
): readonly (readonly Weighed[])[] {
  if (room <= 0) return [];
  const size = ({ tokens }: Weighed): number => Math.min(tokens, room);
  let capacity = room * most;
  for (;;) {
    const taken = firstOf(weighed, size, capacity);
    const sorted = taken.toSorted(byWeight);
    const packed = pack(shuffle ? shuffled(sorted) : sorted, size, room);
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

function buildTable(form: TableForm, batch: readonly Weighed[], budget: number, scope: Scope): ContextTable {
  const head = lineTokens(tableHead(form));
  const rows = batch.toSorted(byWeight).flatMap((one, at) => rowOf(form, one, at + 1, budget - head, scope) ?? []);
  const tokens = rows.reduce((sum, row) => sum + row.tokens, head);
  return { dataset: 'Reports', form, rows, budget, tokens: rows.length === 0 ? 0 : tokens };
}

function rowOf(
  form: TableForm,
  { entry, first, content, tokens }: Weighed,
  number: number,
  room: number,
  scope: Scope,
): ContextRow | null {
  if (tokens > room) {
    const some = cut(form, entry, number, room);
    return some && usedRow(entry, { ...some, number }, scope);
  }
  const line = `${tableRow([number, ...first])}|${content.text}`;
  const statements = (): readonly Statement[] => entry.wordings[0]?.statements() ?? [];
  return usedRow(entry, { line, tokens, statements, number }, scope);
}
