import type { EntityRow } from '../../tables/tables';
import { passageLanguage } from '../../text/language';
import { terms } from '../../text/terms';
import { createBm25, rowAt, type Bm25, type FrozenBm25 } from '../lexical/bm25';
import { longestMatches, nameKeys } from '../lexical/concepts';
import { hashOf, type FrozenLists } from '../lexical/frozen-lists';
import { createKeyedLists, freezeKeyed, type KeyedLists } from '../lexical/keyed-lists';
import type { Keeping, NumberedRows } from './row-numbers';

/** Finds entities by their titles and aliases. */
export interface EntityNames {
  /** Row numbers of the entities of that name, best connected first. */
  withName(key: string): readonly number[];
  /** Names that a text spells out, longest first from the left, without overlap. */
  namesIn(text: string): readonly string[];
}

/** Words of entities by their numbers. */
export interface EntityWords {
  readonly bm25: Bm25;
  /** Numbers of the entities that have a name, those that are gone too. */
  readonly named: KeyedLists;
  /** By number, the language of most documents when the words were read. */
  readonly languages: string[];
}

/** The same as arrays. */
export interface FrozenEntities {
  readonly words: FrozenBm25;
  readonly named: FrozenLists;
}

/** Keeps the words and the names of entities, read in the language of their descriptions, else in that of most documents. */
export const entityKeeper = (language: string): Keeping<EntityRow, EntityWords, FrozenEntities> => ({
  create: (frozen) => ({ bm25: createBm25(frozen?.words), named: createKeyedLists(frozen?.named), languages: [] }),
  keeper: ({ bm25, named, languages }) => ({
    add(number, row) {
      const words = [row.title, row.title, ...row.aliases, row.description].join('\n');
      bm25.add(number, terms(words, passageLanguage(row.description, language)));
      languages[number] = language;
      for (const key of new Set([row.title, ...row.aliases].flatMap(nameKeys)))
        if (key.length > 1) named.append(named.open(key), number);
    },
    restore: (number) => (languages[number] = language),
    remove: bm25.remove,
    isCurrent: (number, row, then) => languages[number] === language && (row === then || hasSameWords(row, then)),
    print: ({ title, description, aliases }) =>
      aliases.reduce(
        (hash, alias) => hashOf(alias, hashOf('\n', hash)),
        hashOf(description, hashOf(title, hashOf(language))),
      ),
  }),
  *freeze({ bm25, named }, state) {
    const words = yield* bm25.freeze(state);
    return { words, named: yield* freezeKeyed(named, (number) => rowAt(state.positions, number)) };
  },
});

const hasSameWords = (one: EntityRow, other: EntityRow): boolean =>
  one.title === other.title &&
  one.description === other.description &&
  one.aliases.length === other.aliases.length &&
  one.aliases.every((alias, at) => alias === other.aliases[at]);

/** The names of entities in one state of their table; aliases count like titles. */
export function entityNames({ named }: EntityWords, { rows, positions }: NumberedRows<EntityRow>): EntityNames {
  const degree = (row: number): number => rows.at(row)?.degree ?? 0;
  return {
    withName: (key) =>
      Array.from(named.values(key))
        .flatMap((number) => rowAt(positions, number) ?? [])
        .sort((a, b) => degree(b) - degree(a) || a - b),
    namesIn: (text) =>
      longestMatches(text, (key) => named.values(key).some((number) => rowAt(positions, number) !== undefined)),
  };
}
