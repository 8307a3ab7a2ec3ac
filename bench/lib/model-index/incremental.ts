import type { AllTables } from '../../../src/core/index/index-tables';
import type { SourceFile } from '../../../src/core/ports';
import { table } from '../table';
import { linkingModel } from './answers';
import { benchCollection, type BenchCollection, type Parameters } from './collection';
import { letters } from './letters';
import { CALL_STEPS, ledgerModel, type LedgerModel } from './ledger-model';

const DOCUMENTS = 200;
/** Documents that are changed, one after the other; the one after each is deleted. */
const CHANGED = [117, 40, 77];

/** What a change asked of the model, and whether the tables are those of an index made anew. */
export interface Change {
  readonly name: string;
  readonly calls: Readonly<Record<string, number>>;
  /** Calls that reading the passages of the document takes. */
  readonly own: number;
  readonly wanted: number;
  readonly equal: Readonly<Record<string, boolean>>;
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
  const steps: readonly (readonly [name: string, act: () => Promise<void>, last: boolean])[] = [
    ...places.map((_, n) => ['add', () => put(make(documents + n)), n === places.length - 1] as const),
    ...places.map((at, n) => ['change', () => put(make(at, 1)), n === places.length - 1] as const),
    ...places.map((at, n) => ['delete', () => drop(make(at + 1).path), n === places.length - 1] as const),
  ];
  const put = async (file: SourceFile): Promise<void> => {
    files = [...files.filter(({ path }) => path !== file.path), file];
    await collection.add([file], 'replace');
  };
  const drop = async (path: string): Promise<void> => {
    files = files.filter((file) => file.path !== path);
    const { documents: rows } = await collection.engine.view();
    const ids = rows.filter((row) => row.path === path).map(({ id }) => id);
    for await (const _ of collection.engine.removeDocuments(ids));
  };
  const changes: Change[] = [];
  for (const [name, act, last] of steps) {
    const before = model.calls.length;
    await act();
    const plan = await collection.engine.modelPlan(parameters);
    await collection.index(parameters);
    const tables = await collection.tables();
    changes.push({
      name,
      calls: callsSince(model, before),
      own: plan?.parts.find(({ step }) => step === 'reading')?.calls ?? 0,
      wanted: tables.community_reports.filter(({ method }) => method !== 'extractive').length,
      equal: last ? equalTo(tables, await fresh(files, parameters)) : {},
    });
  }
  return changes;
}

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

const canonical = (rows: readonly object[]): string =>
  rows
    .map((row) =>
      JSON.stringify({ ...row, human_readable_id: 0 }, (key, value: unknown) =>
        key.endsWith('_ids') && Array.isArray(value) ? [...(value as string[])].sort() : value,
      ),
    )
    .sort()
    .join('\n');

/** What one document of many costs, when it is added, changed and deleted. */
export async function printIncremental(): Promise<void> {
  const claims = { 'model reading': { budget: 100, claims: true } };
  const settings: readonly (readonly [string, Parameters])[] = [
    ['names not asked about, all reports', { ...claims, 'model resolution': { resolve: false }, ...reports('all') }],
    ['as by default', { ...claims, ...reports('top') }],
  ];
  const rows: string[][] = [];
  for (const [name, parameters] of settings) {
    for (const change of await measureChanges(DOCUMENTS, parameters)) {
      const calls = Object.entries(change.calls).flatMap(([step, count]) =>
        count > 0 ? `${step} ${String(count)}` : [],
      );
      const dirty = change.calls['reports'] ?? 0;
      const equal = Object.entries(change.equal).map(([table, same]) => `${table} ${same ? 'equal' : 'DIFFER'}`);
      rows.push([
        name,
        change.name,
        calls.join(', '),
        String(change.own),
        `${String(dirty)} of ${String(change.wanted)} (${((100 * dirty) / Math.max(1, change.wanted)).toFixed(1)} %)`,
        equal.join(', '),
      ]);
    }
  }
  console.log(`\nOne of ${String(DOCUMENTS)} documents, read with claims`);
  console.log(table(['run', 'change', 'calls', 'reading it', 'reports written', 'against an index made anew'], rows));
}

const reports = (which: 'all' | 'top'): Parameters => ({ 'model reports': { reports: which } });
