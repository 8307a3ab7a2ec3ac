import type { ModelRunState } from '../core/ports';
import { counted } from './numbers';

type Found = ModelRunState['found'];

/** One kind of thing that went wrong, and how often. */
export interface Trouble {
  readonly reason: string;
  readonly times: number;
}

/** What was forgiven and what was not taken over, in words. */
export interface Troubles {
  readonly mended: readonly Trouble[];
  readonly refused: readonly Trouble[];
  /** Replies in which nothing could be read. */
  readonly failed: number;
  /** Passages that could not be read; they keep what was found without a model. */
  readonly unread: number;
}

const MENDED = 'repaired: ';
const REFUSED = 'rejected: ';
const FAILED = 'failed replies';
const UNREAD = 'unread';

const WORDS: Readonly<Record<string, string>> = {
  [`${MENDED}unwrapped`]: 'words around the answer were taken off',
  [`${MENDED}mended`]: 'a broken or cut answer was closed',
  [`${MENDED}filled`]: 'a missing field was left empty',
  [`${MENDED}dropped`]: 'a record without all its fields was left out',
  [`${MENDED}cut`]: 'something too long was shortened',
  [`${REFUSED}name not in the passage`]: 'the name does not occur in the passage',
  [`${REFUSED}unknown end`]: 'a relationship to something that was not named',
  [`${REFUSED}no such sentence`]: 'the sentence given as proof does not exist',
  [`${REFUSED}sentence names neither`]: 'the sentence given as proof names neither end',
  [`${REFUSED}relation to itself`]: 'a relationship of a thing to itself',
  [`${REFUSED}unknown type`]: 'a kind of entity that was not asked for',
  [`${REFUSED}repeated`]: 'said before',
  [`${REFUSED}unknown reference`]: 'a report’s reference to something that it was not shown',
};

export function troublesOf(found: Found): Troubles {
  return {
    mended: named(found, MENDED),
    refused: named(found, REFUSED),
    failed: found[FAILED] ?? 0,
    unread: found[UNREAD] ?? 0,
  };
}

function named(found: Found, prefix: string): readonly Trouble[] {
  return Object.entries(found)
    .filter(([name, times]) => name.startsWith(prefix) && times > 0)
    .map(([name, times]) => ({ reason: WORDS[name] ?? name.slice(prefix.length), times }))
    .sort((a, b) => b.times - a.times);
}

export const sumTimes = (troubles: readonly Trouble[]): number => troubles.reduce((sum, { times }) => sum + times, 0);

/** What came of a run, in the order of its steps; what is not named here follows by its own name. */
const RECORDS: readonly (readonly [name: string, one: string])[] = [
  ['entities', 'entity'],
  ['relationships', 'relationship'],
  ['claims', 'claim'],
  ['names joined', 'name joined'],
  ['descriptions', 'description'],
  ['reports', 'report'],
];

/** What counts as a record of a passage. */
const READ: ReadonlySet<string> = new Set(['entities', 'relationships', 'claims']);

/** Such as `312 entities`, `80 relationships`; without what is not there. */
export function findingsOf(found: Found): readonly string[] {
  const known = new Set(['passages', FAILED, UNREAD, ...RECORDS.map(([name]) => name)]);
  const others = Object.entries(found).filter(([name, times]) => times > 0 && !known.has(name) && !name.includes(': '));
  return [
    ...RECORDS.flatMap(([name, one]) => (found[name] ? [counted(found[name], one, name)] : [])),
    ...others.map(([name, times]) => counted(times, name, name)),
  ];
}

/** Records per 1,000 tokens read and written; null before anything was spent. */
export function yieldOf({ found, spent }: Pick<ModelRunState, 'found' | 'spent'>): number | null {
  const tokens = spent.promptTokens + spent.completionTokens;
  const records = [...READ].reduce((sum, name) => sum + (found[name] ?? 0), 0);
  return tokens > 0 ? (records / tokens) * 1000 : null;
}
