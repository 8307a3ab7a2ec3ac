import { stableId } from '../../ids';
import { NO_MODEL } from '../../provenance';
import { isSameRow } from '../../tables/rows';
import type { EntityRow } from '../../tables/tables';
import { isAskedDescriptionCurrent } from './descriptions';
import type { EditedKeys } from '../edits/fold-edits';
import { mergeDescriptions, mergeTypes, type MergeOperations } from './merge-operations';
import { mostFrequentTitle, type KeyCounts } from './key-counts';

/** The type of an entity of which no type is known. */
export const UNKNOWN_TYPE = 'concept';

/** Numbers of new rows, each given once. */
export interface GivenNumbers {
  next: number;
}

/** Merge operations, numbers, and the earlier rows by id, whose numbers and summarised descriptions may be kept. */
export interface Derivation<R> {
  readonly operations: MergeOperations;
  readonly earlier: Pick<ReadonlyMap<string, R>, 'get'>;
  readonly numbers: GivenNumbers;
}

/** The number of a row: the one it had, else a new one. */
export function numberOf<R extends { readonly human_readable_id: number }>(
  id: string,
  of: Omit<Derivation<R>, 'operations'>,
): number {
  return of.earlier.get(id)?.human_readable_id ?? of.numbers.next++;
}

/** An entity from the counts of its key, with the degree that it had; the earlier row itself where nothing is different. */
export function entityRow(counts: KeyCounts, keys: EditedKeys, derivation: Derivation<EntityRow>): EntityRow {
  const { key } = counts;
  const id = counts.id ?? entityId(key);
  const earlier = derivation.earlier.get(id);
  const types = counts.types.size > 0 ? counts.types : counts.guessedTypes;
  const described = descriptionOf(counts, derivation.operations, earlier);
  const title = keys.title(key) ?? titleOf(counts);
  const names = new Set([...counts.titles.keys(), ...counts.mergedTitles.keys(), ...counts.aliases]);
  names.delete(title);
  const textUnitIds = [...new Set(counts.textUnitIds)];
  const row: EntityRow = {
    id,
    human_readable_id: numberOf(id, derivation),
    title,
    type: keys.type(key) ?? mergeTypes(types, derivation.operations.type) ?? UNKNOWN_TYPE,
    description: described.description,
    text_unit_ids: textUnitIds,
    frequency: textUnitIds.length,
    degree: earlier?.degree ?? 0,
    key,
    aliases: [...names].sort(),
    method: methodOf(counts.layers),
    description_hash: described.description_hash,
    x: earlier?.x ?? null,
    y: earlier?.y ?? null,
  };
  return earlier && isSameRow(earlier, row) ? earlier : row;
}

/** The most frequent name in its own records, else in those that a person merged into it. */
export function titleOf({ key, titles, mergedTitles }: KeyCounts): string {
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

/** An entity's id follows from its key alone, so that it is the same after any rebuild, unless another program gave it one. */
export function entityId(key: string): string {
  return stableId('entity', key);
}

/** The `method` of what these layers named; `no-model` where only mentions named it. */
export function methodOf(layers: ReadonlySet<string>): string {
  return [...layers].sort().join(', ') || NO_MODEL;
}
