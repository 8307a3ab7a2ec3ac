import { stableId } from '../../ids';
import { NO_MODEL } from '../../provenance';
import type { EntityRow } from '../../tables/tables';
import { isAskedDescriptionCurrent } from './descriptions';
import type { EditedKeys } from '../edits/fold-edits';
import { MERGE_DEFAULTS, mergeDescriptions, mergeTypes, type MergeOperations } from './merge-operations';
import { mostFrequentTitle, type KeyCounts } from './key-counts';

/** Numbers that are given once: those given before by row id, and the next free one. */
export interface GivenNumbers {
  readonly given: ReadonlyMap<string, number>;
  next: number;
}

/** The number of a row: the one it had, else a new one. */
export function numberOf(id: string, numbers: GivenNumbers): number {
  return numbers.given.get(id) ?? numbers.next++;
}

/** How attributes are merged, and the rows as they were before, by id, whose summarised descriptions may still hold. */
export interface Merging<R> {
  readonly operations: MergeOperations;
  readonly earlier: ReadonlyMap<string, R>;
}

const MERGING: Merging<EntityRow> = { operations: MERGE_DEFAULTS, earlier: new Map() };

/** Entities from tallies of selected keys, in key order. Degrees are 0 until the relationships are known. */
export function deriveEntities(
  tallies: readonly KeyCounts[],
  keys: EditedKeys,
  numbers: GivenNumbers,
  { operations, earlier }: Merging<EntityRow> = MERGING,
): readonly EntityRow[] {
  return tallies.map((tally) => {
    const id = entityId(tally.key);
    const types = tally.types.size > 0 ? tally.types : tally.guessedTypes;
    const described = descriptionOf(tally, operations, earlier.get(id));
    const title = keys.title(tally.key) ?? titleOf(tally);
    const others = [...tally.titles.keys(), ...tally.mergedTitles.keys(), ...tally.aliases].filter(
      (other) => other !== title,
    );
    return {
      id,
      human_readable_id: numberOf(id, numbers),
      title,
      type: keys.type(tally.key) ?? mergeTypes(types, operations.type) ?? 'concept',
      description: described.description,
      text_unit_ids: [...new Set(tally.textUnitIds)],
      frequency: new Set(tally.textUnitIds).size,
      degree: 0,
      key: tally.key,
      aliases: [...new Set(others)].sort(),
      method: methodOf(tally.layers),
      description_hash: described.description_hash,
      x: null,
      y: null,
    };
  });
}

/** What it is called most often, by its own records where it has any; then by those that a person merged into it. */
function titleOf({ key, titles, mergedTitles }: KeyCounts): string {
  return mostFrequentTitle(titles) ?? mostFrequentTitle(mergedTitles) ?? key;
}

/** What its records say of it; where they say nothing, what a model was asked to, as long as its passages stand. */
function descriptionOf(
  tally: KeyCounts,
  operations: MergeOperations,
  earlier: EntityRow | undefined,
): Pick<EntityRow, 'description' | 'description_hash'> {
  const merged = mergeDescriptions(tally.descriptions, operations.description, earlier);
  if (merged.description !== '' || !earlier || !isAskedDescriptionCurrent(earlier.description_hash, tally.textUnitIds))
    return merged;
  return { description: earlier.description, description_hash: earlier.description_hash };
}

/** An entity's id follows from its key alone, so that it is the same after any rebuild. */
export function entityId(key: string): string {
  return stableId('entity', key);
}

/** Who wrote something that these layers named; `no-model` when only mentions did. */
export function methodOf(layers: ReadonlySet<string>): string {
  return [...layers].sort().join(', ') || NO_MODEL;
}
