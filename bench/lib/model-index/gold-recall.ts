import type { Gold } from '../../../scripts/lib/gold';
import type { AllTables } from '../../../src/core/tables/tables';
import { goldPairs, ratesOf, tallyEntities, tallyPairs, type Pair, type Rates } from '../extraction-score';
import { matchEntities, type Matching } from '../name-matches';

/** Measures the share of the gold standard in an index, as the bench of the sample counts. */
export function goldRecall(
  gold: Gold,
  { entities, relationships }: Pick<AllTables, 'entities' | 'relationships'>,
  matching: Matching,
): { readonly entities: Rates; readonly relationships: Rates } {
  const numberOf = new Map(gold.entities.map(({ id }, at) => [id, at]));
  const at = new Map(entities.map(({ id }, number) => [id, number]));
  const matches = matchEntities(entities, gold.entities, matching);
  const linked = gold.relationships.map(({ source, target }): Pair => [
    numberOf.get(source) ?? -1,
    numberOf.get(target) ?? -1,
  ]);
  const found = relationships.map((row): Pair => [at.get(row.source_id) ?? -1, at.get(row.target_id) ?? -1]);
  return {
    entities: ratesOf(tallyEntities(matches)),
    relationships: ratesOf(tallyPairs(goldPairs(found, matches), linked)),
  };
}
