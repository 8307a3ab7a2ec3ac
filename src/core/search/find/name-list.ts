import { topK } from '../../retrieval/top-k';
import { folded } from './folded';

/** The names of a table's rows, folded, each with the row that it belongs to. */
export interface NameList {
  readonly names: readonly string[];
  readonly rows: Int32Array;
}

/** 0: the very name; 1: its beginning; 2: the beginning of a word in it; 3: anywhere in it. */
type Rank = 0 | 1 | 2 | 3;

/** Lists the names of rows; linear in their characters. */
export function nameList<R>(rows: readonly R[], namesOf: (row: R) => readonly string[]): NameList {
  const names: string[] = [];
  const at: number[] = [];
  rows.forEach((row, number) => {
    for (const name of namesOf(row)) {
      names.push(folded(name));
      at.push(number);
    }
  });
  return { names, rows: Int32Array.from(at) };
}

/** The rows whose names fit a folded text best, each once; among equals those of more weight, then of shorter names. */
export function rowsNamed(
  { names, rows }: NameList,
  sought: string,
  weight: (row: number) => number,
  limit: number,
): readonly number[] {
  const best = topK(limit);
  let row = -1;
  let rank: Rank | null = null;
  let length = 0;
  const push = (): void => {
    if (rank !== null) best.push(row, scoreOf(rank, weight(row), length));
  };
  for (let at = 0; at < names.length; at++) {
    const name = names[at] ?? '';
    const own = rankOf(name, sought);
    if (own === null) continue;
    const next = rows[at] ?? 0;
    if (next === row && rank !== null && (rank < own || (rank === own && length <= name.length))) continue;
    if (next !== row) push();
    [row, rank, length] = [next, own, name.length];
  }
  push();
  return best.take().map(({ id }) => id);
}

/** The rank decides, then the weight, then the length. */
const scoreOf = (rank: Rank, weight: number, length: number): number =>
  -rank * 1e9 + Math.min(weight, 1e5) * 1e3 - Math.min(length, 999);

function rankOf(name: string, sought: string): Rank | null {
  let at = name.indexOf(sought);
  if (at < 0) return null;
  if (at === 0) return name.length === sought.length ? 0 : 1;
  for (; at >= 0; at = name.indexOf(sought, at + 1)) if (isWordStart(name, at)) return 2;
  return 3;
}

/** Whether a word begins there; in a script without spaces none does but the first. */
function isWordStart(name: string, at: number): boolean {
  const code = name.charCodeAt(at - 1);
  return code < 128 ? !isLetterOrDigit(code) : !/[\p{L}\p{N}]/u.test(name.charAt(at - 1));
}

/** Of ASCII, folded. */
const isLetterOrDigit = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
