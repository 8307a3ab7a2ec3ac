import { phraseOf } from '../extract/mention-records';
import { pairKey } from '../ids';
import type { EditedKeys } from '../graph/edits/fold-edits';
import type { ExtractionRow } from '../tables/tables';
import { inSteps, type Work } from '../work';

/** The number of passages that hold a name, by key, and that hold two names in one sentence, by pair of keys. */
export interface NameOccurrences {
  readonly names: ReadonlyMap<string, number>;
  readonly pairs: ReadonlyMap<string, number>;
}

/** Names of a sentence that are paired. The rest of a longer list is left out. */
const IN_A_SENTENCE = 12;

/** Counts the mentions found without a model. Only proper names count, since a model seldom describes other phrases. */
export function* countNameOccurrences(
  mentions: readonly ExtractionRow[],
  keys: Pick<EditedKeys, 'resolve'>,
): Work<NameOccurrences> {
  const byUnit = new Map<string, Map<number, Set<string>>>();
  yield* inSteps(
    mentions,
    (row) => {
      const key = phraseOf(row) === 'proper' ? keys.resolve(row.key, row.title) : null;
      if (key === null) return;
      const sentences = byUnit.get(row.text_unit_id) ?? new Map<number, Set<string>>();
      byUnit.set(row.text_unit_id, sentences);
      for (const number of row.sentences) sentences.set(number, (sentences.get(number) ?? new Set()).add(key));
    },
    2048,
  );
  const names = new Map<string, number>();
  const pairs = new Map<string, number>();
  yield* inSteps(
    [...byUnit.values()],
    (sentences) => {
      const lists = [...sentences.values()].map((list) => [...list]);
      for (const name of new Set(lists.flat())) names.set(name, (names.get(name) ?? 0) + 1);
      for (const pair of new Set(lists.flatMap(pairsOf))) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    },
    16,
  );
  return { names, pairs };
}

function pairsOf(names: readonly string[]): readonly string[] {
  const few = names.slice(0, IN_A_SENTENCE);
  return few.flatMap((name, at) => few.slice(at + 1).map((other) => pairKey(name, other)));
}
