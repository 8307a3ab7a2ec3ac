import { stableId } from '../../ids';
import { NO_MODEL } from '../../provenance';
import type { EntityRow } from '../../tables/tables';
import { isAskedDescriptionCurrent } from './descriptions';
import type { EditedKeys } from '../edits/fold-edits';
import { mergeDescriptions, mergeTypes, type MergeOperations } from './merge-operations';
import { mostFrequentTitle, type KeyCounts } from './key-counts';

/** Numbers of rows, each given once: those given before, by row id, and the next free one. */
export interface GivenNumbers {
  readonly given: ReadonlyMap<string, number>;
  next: number;
}

/** The number of a row: the one it had, else a new one. */
export function numberOf(id: string, numbers: GivenNumbers): number {
  return numbers.given.get(id) ?? numbers.next++;
}

/** Merge operations, numbers, and the earlier rows by id, whose summarised descriptions may be kept. */
export interface Derivation<R> {
  readonly operations: MergeOperations;
  readonly earlier: ReadonlyMap<string, R>;
  readonly numbers: GivenNumbers;
}

/** Entities from the counts of selected keys, in their order. Degrees are 0 until the relationships are known. */
export function deriveEntities(
  selected: readonly KeyCounts[],
  keys: EditedKeys,
  { operations, earlier, numbers }: Derivation<EntityRow>,
): readonly EntityRow[] {
  return selected.map((counts) => {
    const { key } = counts;
    const id = entityId(key);
    const types = counts.types.size > 0 ? counts.types : counts.guessedTypes;
    const described = descriptionOf(counts, operations, earlier.get(id));
    const title = keys.title(key) ?? titleOf(counts);
    const names = new Set([...counts.titles.keys(), ...counts.mergedTitles.keys(), ...counts.aliases]);
    names.delete(title);
    const textUnitIds = [...new Set(counts.textUnitIds)];
    return {
      id,
      human_readable_id: numberOf(id, numbers),
      title,
      type: keys.type(key) ?? mergeTypes(types, operations.type) ?? 'concept',
      description: described.description,
      text_unit_ids: textUnitIds,
      frequency: textUnitIds.length,
      degree: 0,
      key,
      aliases: [...names].sort(),
      method: methodOf(counts.layers),
      description_hash: described.description_hash,
      x: null,
      y: null,
    };
  });
}

/** The most frequent name in its own records, else in those that a person merged into it. */
function titleOf({ key, titles, mergedTitles }: KeyCounts): string {
  return mostFrequentTitle(titles) ?? mostFrequentTitle(mergedTitles) ?? key;
}

/** The descriptions of its records. Without any, the one that a person asked a model for, as long as its text units exist. */
function descriptionOf(
  { descriptions, textUnitIds }: KeyCounts,
  operations: MergeOperations,
  earlier: EntityRow | undefined,
): Pick<EntityRow, 'description' | 'description_hash'> {
  const merged = mergeDescriptions(descriptions, operations.description, earlier);
  const keepsAsked =
    merged.description === '' && earlier && isAskedDescriptionCurrent(earlier.description_hash, textUnitIds);
  return keepsAsked ? { description: earlier.description, description_hash: earlier.description_hash } : merged;
}

/** An entity's id follows from its key alone, so that it is the same after any rebuild. */
export function entityId(key: string): string {
  return stableId('entity', key);
}

/** The `method` of what these layers named; `no-model` where only mentions named it. */
export function methodOf(layers: ReadonlySet<string>): string {
  return [...layers].sort().join(', ') || NO_MODEL;
}
