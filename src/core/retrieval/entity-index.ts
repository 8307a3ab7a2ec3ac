import { addTo } from '../arrays';
import type { EntityRow } from '../tables/tables';
import { terms } from '../text/terms';
import { createBm25, rowAt, type Bm25 } from './bm25';
import { longestMatches, nameKeys } from './concepts';
import type { NumberedRows, RowKeeper } from './row-numbers';

/** Finds entities by their titles and aliases. */
export interface EntityNames {
  /** Row numbers of the entities of that name, best connected first. */
  withName(key: string): readonly number[];
  /** Names that a text spells out, longest first from the left, without overlap. */
  namesIn(text: string): readonly string[];
}

/** What is kept of entities by their numbers. */
export interface EntityWords {
  readonly bm25: Bm25;
  /** Numbers of the entities that have a name, those that are gone too. */
  readonly named: Map<string, number[]>;
}

/** Keeps the words and the names of entities. */
export const ENTITY_KEEPER = {
  create: (): EntityWords => ({ bm25: createBm25(), named: new Map() }),
  keeper: ({ bm25, named }: EntityWords): RowKeeper<EntityRow> => ({
    add(number, row) {
      bm25.add(number, terms([row.title, row.title, ...row.aliases, row.description].join('\n')));
      for (const key of new Set([row.title, ...row.aliases].flatMap(nameKeys)))
        if (key.length > 1) addTo(named, key, number);
    },
    remove: bm25.remove,
    isCurrent: (_, row, then) => row === then || hasSameWords(row, then),
  }),
};

const hasSameWords = (one: EntityRow, other: EntityRow): boolean =>
  one.title === other.title &&
  one.description === other.description &&
  one.aliases.length === other.aliases.length &&
  one.aliases.every((alias, at) => alias === other.aliases[at]);

/** The names of entities in one state of their table; aliases count like titles. */
export function entityNames({ named }: EntityWords, { rows, positions }: NumberedRows<EntityRow>): EntityNames {
  const degree = (row: number): number => rows[row]?.degree ?? 0;
  return {
    withName: (key) =>
      (named.get(key) ?? [])
        .flatMap((number) => rowAt(positions, number) ?? [])
        .sort((a, b) => degree(b) - degree(a) || a - b),
    namesIn: (text) =>
      longestMatches(text, (key) => named.get(key)?.some((number) => rowAt(positions, number) !== undefined) ?? false),
  };
}
