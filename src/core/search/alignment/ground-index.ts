import type { Ground } from '../context/context';
import { languagesOf } from './languages';
import { readStatement, type Word } from './statement';

/** The grounds of one answer, read once and ready to be searched. */
export interface GroundIndex {
  readonly grounds: readonly Ground[];
  readonly words: readonly (readonly Word[])[];
  /** Terms of each ground with how often they stand there. */
  readonly keys: readonly ReadonlySet<string>[];
  /** Terms of what a ground is about, such as its document's title. */
  readonly about: readonly ReadonlySet<string>[];
  /** The same as lower-case words, small ones, too. */
  readonly titles: readonly ReadonlySet<string>[];
  readonly postings: ReadonlyMap<string, readonly number[]>;
  /** Terms by their first letters, for words that differ by endings. */
  readonly byStem: ReadonlyMap<string, readonly string[]>;
  /** Of a term: how often it stood with a capital where that says something, and how often without. */
  readonly capitals: ReadonlyMap<string, { readonly capital: number; readonly small: number }>;
  /** Number of the row that a ground belongs to, and its place there. */
  readonly rowOf: readonly number[];
  readonly rows: readonly (readonly number[])[];
  /** Terms of each row. */
  readonly rowKeys: readonly ReadonlySet<string>[];
  /** The commonest first. */
  readonly languages: readonly string[];
}

const STEM = 4;

/** What `byStem` knows a term by. */
export const stemOf = (key: string): string => key.slice(0, STEM);

/** Reads grounds for aligning; `about` gives words on what a ground is about, such as its document's title. Pure; linear. */
export function groundIndex(grounds: readonly Ground[], about?: (ground: Ground) => string): GroundIndex {
  const words = grounds.map(({ text }) => readStatement(text));
  const keys = words.map((one) => new Set(one.flatMap((word) => word.keys)));
  const postings = new Map<string, number[]>();
  keys.forEach((own, ground) => {
    for (const key of own) {
      const list = postings.get(key);
      if (list) list.push(ground);
      else postings.set(key, [ground]);
    }
  });
  const rows = rowsOf(grounds, keys);
  return {
    ...{ grounds, words, keys, postings },
    ...titlesOf(grounds, about),
    byStem: stemsOf(postings),
    capitals: capitalsOf(words),
    ...rows,
    languages: languagesOf(rows.rows, grounds),
  };
}

function titlesOf(
  grounds: readonly Ground[],
  about?: (ground: Ground) => string,
): Pick<GroundIndex, 'about' | 'titles'> {
  const known = new Map<string, { readonly keys: ReadonlySet<string>; readonly words: ReadonlySet<string> }>();
  const read = grounds.map((ground) => {
    const text = about?.(ground) ?? '';
    const words = known.has(text) ? [] : readStatement(text);
    const one = known.get(text) ?? {
      keys: new Set(words.flatMap(({ keys }) => keys)),
      words: new Set(words.map(({ lower }) => lower)),
    };
    known.set(text, one);
    return one;
  });
  return { about: read.map(({ keys }) => keys), titles: read.map(({ words }) => words) };
}

function stemsOf(postings: ReadonlyMap<string, unknown>): ReadonlyMap<string, readonly string[]> {
  const stems = new Map<string, string[]>();
  for (const key of postings.keys()) {
    if (key.length < STEM || key.startsWith('#')) continue;
    const stem = stemOf(key);
    const list = stems.get(stem);
    if (list) list.push(key);
    else stems.set(stem, [key]);
  }
  return stems;
}

function capitalsOf(words: readonly (readonly Word[])[]): GroundIndex['capitals'] {
  const capitals = new Map<string, { capital: number; small: number }>();
  for (const statement of words) {
    for (const { keys, kind, isCapital, isFirst } of statement) {
      const [key] = keys;
      if (key === undefined || kind === 'number' || (isCapital && isFirst)) continue;
      const count = capitals.get(key) ?? { capital: 0, small: 0 };
      if (isCapital) count.capital += 1;
      else count.small += 1;
      capitals.set(key, count);
    }
  }
  return capitals;
}

function rowsOf(
  grounds: readonly Ground[],
  keys: readonly ReadonlySet<string>[],
): Pick<GroundIndex, 'rowOf' | 'rows' | 'rowKeys'> {
  const numbers = new Map<string, number>();
  const rows: number[][] = [];
  const rowKeys: Set<string>[] = [];
  const rowOf = grounds.map(({ dataset, number }, ground) => {
    const name = `${dataset} ${String(number)}`;
    const row = numbers.get(name) ?? rows.length;
    numbers.set(name, row);
    (rows[row] ??= []).push(ground);
    const all = (rowKeys[row] ??= new Set<string>());
    for (const key of keys[ground] ?? []) all.add(key);
    return row;
  });
  return { rowOf, rows, rowKeys };
}
