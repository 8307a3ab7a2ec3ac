import type { AllTables } from '../../../src/core/tables/tables';
import { INVENTED, NOBODY } from '../../../tests/helpers/gold/invented';
import { randomNumbers } from '../../../src/core/random';
import type { Gold } from '../../../scripts/lib/gold';
import { goldPairs, type Pair } from '../extraction-score';
import { matchEntities } from '../name-matches';
import { table } from '../table';
import { goldModel, spoilt, type Spoilt } from './answers';
import { benchCollection, type Parameters } from './collection';
import { costCorpus, type CostCorpus } from './cost-corpus';
import { ledgerModel, type LedgerCall } from './ledger-model';

/** Probability that a reply is spoilt, each by itself. */
const BAD = 0.15;
const SEEDS = [1, 2, 3];

export interface Disturbed {
  readonly tables: AllTables;
  readonly spoilt: readonly Spoilt[];
  readonly calls: readonly LedgerCall[];
  readonly found: Readonly<Record<string, number>>;
}

/** Indexes the text with a model of which this share of the replies is spoilt. */
export async function indexDisturbed(
  { files, gold }: Pick<CostCorpus, 'files' | 'gold'>,
  parameters: Parameters,
  { bad = BAD, seed = 1 }: { readonly bad?: number; readonly seed?: number } = {},
): Promise<Disturbed> {
  const log: Spoilt[] = [];
  const model = ledgerModel(spoilt(goldModel(gold), bad, randomNumbers(seed), log), { window: 16_384, counted: false });
  const collection = await benchCollection(model);
  await collection.add(files);
  await collection.index(parameters);
  const { model: run } = await collection.engine.view();
  return { tables: await collection.tables(), spoilt: log, calls: model.calls, found: run?.found ?? {} };
}

/** Gold entities and pairs that stand by records of a model, by number. */
export function goldReached(gold: Gold, { entities, relationships }: AllTables): Readonly<Record<Kind, Reached>> {
  const ours = entities.filter(({ method }) => method !== 'no-model');
  const at = new Map(ours.map(({ id }, number) => [id, number]));
  const matches = matchEntities(ours, gold.entities, 'strict');
  const numberOf = new Map(gold.entities.map(({ id }, number) => [id, number]));
  const wanted = new Set(
    gold.relationships.flatMap(({ source, target }) => {
      const ends: Pair = [numberOf.get(source) ?? -1, numberOf.get(target) ?? -1];
      return [pairKey(ends)];
    }),
  );
  const found = relationships
    .filter(({ method }) => method !== 'no-model')
    .map((row): Pair => [at.get(row.source_id) ?? -1, at.get(row.target_id) ?? -1]);
  return {
    entities: new Set(matches.ofGold.flatMap((by, number) => (by.length > 0 ? [String(number)] : []))),
    relationships: new Set(
      goldPairs(found, matches)
        .map(pairKey)
        .filter((key) => wanted.has(key)),
    ),
  };
}

type Kind = 'entities' | 'relationships';
type Reached = ReadonlySet<string>;
const pairKey = ([a, b]: Pair): string => (a < b ? `${String(a)} ${String(b)}` : `${String(b)} ${String(a)}`);

export const shareOf = (wanted: Reached, found: Reached): number =>
  [...wanted].filter((one) => found.has(one)).length / Math.max(1, wanted.size);

/** Records, entities, relationships and claims that hold what was invented. */
export function inventedIn({ extractions, entities, relationships, covariates }: AllTables): number {
  return [...extractions, ...entities, ...relationships, ...covariates].filter(isInvented).length;
}

const isInvented = (row: object): boolean => [INVENTED, NOBODY].some((words) => JSON.stringify(row).includes(words));

/** Records of replies that name what was invented; those with an unknown number or sentence alone are not counted. */
export const inventedBy = (log: readonly Spoilt[]): number =>
  log.reduce((sum, { text }) => sum + text.split(NOBODY).length + text.split(INVENTED).length - 2, 0);

/** Prints how much of the gold standard, and of inventions, is left when many replies are bad. */
export async function printCorruption(): Promise<void> {
  const corpus = await costCorpus();
  const rows: string[][] = [];
  const counts: string[][] = [];
  for (const depth of ['compact', 'full'] as const) {
    const parameters = { 'model reading': { depth, budget: 100, claims: depth === 'full' } };
    const clean = await indexDisturbed(corpus, parameters, { bad: 0 });
    const wanted = goldReached(corpus.gold, clean.tables);
    for (const seed of SEEDS) {
      const run = await indexDisturbed(corpus, parameters, { seed });
      const reached = goldReached(corpus.gold, run.tables);
      const kept = (['entities', 'relationships'] as const).map(
        (kind) => `${(100 * shareOf(wanted[kind], reached[kind])).toFixed(1)} % of ${String(wanted[kind].size)}`,
      );
      const reports = run.tables.community_reports.filter(isInvented).length;
      const invented = [inventedBy(run.spoilt), inventedIn(run.tables), reports].map(String);
      const bad = `${String(run.spoilt.length)} of ${String(run.calls.length)}`;
      rows.push([`${depth}, seed ${String(seed)}`, bad, ...kept, ...invented, ...sums(run.found)]);
      counts.push([`${depth}, seed ${String(seed)}`, JSON.stringify(run.found)]);
    }
  }
  console.log(`\nEach reply spoilt with p = ${String(BAD)}, 3 attempts, whole runs against the undisturbed one`);
  const head = [
    'run',
    'spoilt replies',
    'gold entities',
    'gold pairs',
    'invented in replies',
    'in tables',
    'reports naming it',
  ];
  console.log(table([...head, 'repairs', 'rejected', 'failed replies', 'unread'], rows));
  console.log('\nCounts as the run keeps them for the screen');
  console.log(table(['run', 'counts'], counts));
}

function sums(found: Readonly<Record<string, number>>): readonly string[] {
  const sum = (start: string): string =>
    String(
      Object.entries(found)
        .filter(([name]) => name.startsWith(start))
        .reduce((total, [, count]) => total + count, 0),
    );
  return [sum('repaired'), sum('rejected'), sum('failed replies'), sum('unread')];
}
