import type { AllTables, CommunityReportRow } from '../../../src/core/tables/tables';
import type { SourceFile } from '../../../src/core/ports/documents';
import { table } from '../table';
import { linkingModel } from './answers';
import { benchCollection, type BenchCollection, type Parameters } from './collection';
import { letters } from './letters';
import { CALL_STEPS, ledgerModel, type LedgerModel } from './ledger-model';

const DOCUMENTS = 200;
/** Documents that are changed, one after the other; the one after each is deleted. */
const CHANGED = [117, 40, 77];

/** Pairs of names in one call at most. */
const PAIRS = 8;

/** Calls of a model because of a change, and the comparison of its tables with those of an index made anew. */
interface Change {
  readonly name: string;
  readonly calls: Readonly<Record<string, number>>;
  /** Most calls that the tables justify; no plan has a part in this. */
  readonly due: Due;
  /** Reports by a model that stand. */
  readonly wanted: number;
  readonly equal: Readonly<Record<string, boolean>>;
}

/** Calls, counted from the tables before and after a change. */
interface Due {
  /** The passages of the document, each read once and asked once for claims where these are wanted. */
  readonly reading: number;
  /** Pairs of names decided on since, as many to a call as are asked about in one. */
  readonly names: number;
  /** Reports by a model that did not stand before. */
  readonly reports: number;
}

/** Adds, changes and deletes documents of many, one by one; the last change of each kind is compared with an index made anew. */
export async function measureChanges(
  documents: number,
  parameters: Parameters,
  places: readonly number[] = CHANGED,
): Promise<readonly Change[]> {
  const make = await letters();
  const model = ledgerModel(linkingModel(), { counted: false, window: 8192 });
  const collection = await benchCollection(model);
  let files = Array.from({ length: documents }, (_, at) => make(at));
  await collection.add(files);
  await collection.index(parameters);
  const put = async (file: SourceFile): Promise<string> => {
    files = [...files.filter(({ path }) => path !== file.path), file];
    await collection.add([file], 'replace');
    return file.path;
  };
  const drop = async (path: string): Promise<string> => {
    files = files.filter((file) => file.path !== path);
    const { documents: rows } = await collection.engine.view();
    const ids = rows.filter((row) => row.path === path).map(({ id }) => id);
    for await (const _ of collection.engine.removeDocuments(ids));
    return path;
  };
  const steps: readonly (readonly [name: string, act: () => Promise<string>, last: boolean])[] = [
    ...places.map((_, n) => ['add', () => put(make(documents + n)), n === places.length - 1] as const),
    ...places.map((at, n) => ['change', () => put(make(at, 1)), n === places.length - 1] as const),
    ...places.map((at, n) => ['delete', () => drop(make(at + 1).path), n === places.length - 1] as const),
  ];
  const passes = parameters['model reading']?.['claims'] === true ? 2 : 1;
  const changes: Change[] = [];
  let before = await collection.tables();
  for (const [name, act, last] of steps) {
    const answered = model.calls.length;
    const path = await act();
    await collection.index(parameters);
    const tables = await collection.tables();
    changes.push({
      name,
      calls: callsSince(model, answered),
      due: dueBetween(before, tables, { path, passes }),
      wanted: byModel(tables).length,
      equal: last ? equalTo(tables, await fresh(files, parameters)) : {},
    });
    before = tables;
  }
  return changes;
}

function dueBetween(before: AllTables, after: AllTables, { path, passes }: ReadOnce): Due {
  const ids = new Set(after.documents.filter((row) => row.source_path === path).map(({ id }) => id));
  const known = new Set(before.edits.map(({ id }) => id));
  const decided = after.edits.filter(({ id, kind }) => !known.has(id) && (kind === 'alias' || kind === 'distinct'));
  const written = new Set(byModel(before).map(nameOf));
  return {
    reading: passes * after.text_units.filter(({ document_id }) => ids.has(document_id)).length,
    names: Math.ceil(decided.length / PAIRS),
    reports: byModel(after).filter((row) => !written.has(nameOf(row))).length,
  };
}

interface ReadOnce {
  readonly path: string;
  /** Calls on a passage. */
  readonly passes: number;
}

const byModel = ({ community_reports: reports }: AllTables): readonly CommunityReportRow[] =>
  reports.filter(({ method }) => method !== 'extractive');

/** Names a report by its community and context. */
const nameOf = ({ community, context_hash }: CommunityReportRow): string => `${String(community)} ${context_hash}`;

async function fresh(files: readonly SourceFile[], parameters: Parameters): Promise<AllTables> {
  const collection: BenchCollection = await benchCollection(
    ledgerModel(linkingModel(), { counted: false, window: 8192 }),
  );
  await collection.add(files);
  await collection.index(parameters);
  return collection.tables();
}

function callsSince({ calls }: LedgerModel, from: number): Readonly<Record<string, number>> {
  const some = calls.slice(from);
  return Object.fromEntries(CALL_STEPS.map((step) => [step, some.filter((call) => call.step === step).length]));
}

const COMPARED = ['extractions', 'entities', 'relationships', 'covariates'] as const;

/** Equal but for the numbers given in the order of arrival, and the order of rows and of lists of ids. */
function equalTo(tables: AllTables, other: AllTables): Readonly<Record<string, boolean>> {
  return Object.fromEntries(COMPARED.map((name) => [name, canonical(tables[name]) === canonical(other[name])]));
}

const canonical = (rows: Iterable<object>): string =>
  [...rows]
    .map((row) =>
      JSON.stringify({ ...row, human_readable_id: 0 }, (key, value: unknown) =>
        key.endsWith('_ids') && Array.isArray(value) ? [...(value as string[])].sort() : value,
      ),
    )
    .sort()
    .join('\n');

/** Prints the cost of one document of many, when it is added, changed and deleted. */
export async function printIncremental(): Promise<void> {
  const claims = { 'model reading': { budget: 100, claims: true } };
  const settings: readonly (readonly [string, Parameters])[] = [
    ['names not asked about, all reports', { ...claims, 'model resolution': { resolve: false }, ...reports('all') }],
    ['as by default', { ...claims, ...reports('top') }],
  ];
  const rows: string[][] = [];
  const all: string[][] = [];
  for (const [name, parameters] of settings) {
    const changes = await measureChanges(DOCUMENTS, parameters);
    rows.push(...changes.map((change) => [name, ...cellsOf(change)]));
    const shares = changes.map(dirtyShare);
    all.push([name, ...[Math.min(...shares), meanOf(shares), Math.max(...shares)].map(percent)]);
  }
  console.log(`\nOne of ${String(DOCUMENTS)} documents, read with claims`);
  console.log(
    table(['run', 'change', 'calls', 'due by the tables', 'dirty reports', 'against an index made anew'], rows),
  );
  console.log('\nDirty reports');
  console.log(table(['run', 'fewest', 'mean', 'most'], all));
}

function cellsOf(change: Change): readonly string[] {
  const { name, calls, due, wanted, equal } = change;
  const made = Object.entries(calls).flatMap(([step, count]) => (count > 0 ? `${step} ${String(count)}` : []));
  const most = due.reading + due.names + due.reports;
  const sum = Object.values(calls).reduce((total, count) => total + count, 0);
  return [
    name,
    `${String(sum)}: ${made.join(', ')}`,
    `${String(most)}${sum > most ? ' EXCEEDED' : ''}: reading ${String(due.reading)}, names ${String(due.names)}, reports ${String(due.reports)}`,
    `${String(due.reports)} of ${String(wanted)} (${percent(dirtyShare(change))})`,
    Object.entries(equal)
      .map(([compared, same]) => `${compared} ${same ? 'equal' : 'DIFFER'}`)
      .join(', '),
  ];
}

/** Returns the share of reports written because of a change, or asked for in vain. */
const dirtyShare = ({ calls, due, wanted }: Change): number =>
  Math.max(calls['reports'] ?? 0, due.reports) / Math.max(1, wanted);

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const reports = (which: 'all' | 'top'): Parameters => ({ 'model reports': { reports: which } });
