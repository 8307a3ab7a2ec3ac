import type { Work } from '../work';
import { candidatesFrom, type AliasCandidate, type NamedEntity, type SharedNeighbours } from './alias-candidates';

const hanKana = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・]{2,20}$/u;

/** A Han or kana name that begins or ends a longer one with which it shares company. */
export function* containedHan(
  entities: readonly NamedEntity[],
  shared: SharedNeighbours,
): Work<readonly AliasCandidate[]> {
  const byTitle = new Map(entities.filter(({ title }) => hanKana.test(title)).map((entity) => [entity.title, entity]));
  return yield* candidatesFrom([...byTitle.values()], (into) =>
    [...endsOf(into.title)].flatMap((part) => {
      const from = byTitle.get(part);
      if (!from || from.id === into.id || shared(into, from) === 0) return [];
      const reason = `“${from.title}” is part of “${into.title}”, and both appear with the same entities.`;
      return [{ into, from, score: 1, reason }];
    }),
  );
}

/** What a name of at least three signs begins or ends with, from two signs on. */
function endsOf(title: string): ReadonlySet<string> {
  const lengths = Array.from({ length: Math.max(0, title.length - 2) }, (_, n) => n + 2);
  return new Set(lengths.flatMap((length) => [title.slice(0, length), title.slice(-length)]));
}
