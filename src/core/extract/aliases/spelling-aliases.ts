import { message } from '../../message';
import type { Work } from '../../work';
import {
  candidatesFrom,
  entitiesBy,
  type AliasCandidate,
  type NamedEntity,
  type SharedNeighbours,
  initials,
  isInitial,
  wordsOf,
} from './alias-candidates';

const smallWords = new Set(['of', 'the', 'and', 'for', 'in', 'on', 'de', 'la', 'du', 'des', 'der', 'für', 'und']);

/** Capital letters and the one longer name of which they are the initials. */
export function* acronyms(entities: readonly NamedEntity[]): Work<readonly AliasCandidate[]> {
  const byInitials = yield* entitiesBy(entities, ({ title }) => {
    const words = wordsOf(title);
    if (words.length < 2 || words.length > 8) return [];
    const main = words.filter((word) => !smallWords.has(word.toLowerCase()));
    return [initials(words), initials(main)].filter((letters) => letters.length > 1);
  });
  return yield* candidatesFrom(entities, (from) => {
    const letters = from.title.replace(/\./g, '');
    if (!/^\p{Lu}{2,8}$/u.test(letters)) return [];
    const fitting = (byInitials.get(letters) ?? []).filter((into) => into.id !== from.id && fits(from, into));
    const [into] = fitting;
    return into && fitting.length === 1
      ? [{ into, from, score: 3.5, reason: message`“${from.title}” is made of the initials of “${into.title}”.` }]
      : [];
  });
}

/** People have points after their initials; two letters alone are too ambiguous. */
function fits(acronym: NamedEntity, into: NamedEntity): boolean {
  if (into.title.split(' ').some(isInitial) || !/^\p{Lu}/u.test(into.title)) return false;
  return acronym.title.includes('.') ? into.type === 'person' : into.type !== 'person' && acronym.title.length > 2;
}

const largestBlock = 60;
/** A full block takes about a millisecond. */
const blocksPerStep = 4;

/** Long names that differ in one or two letters; names that differ in a digit are different. */
export function* spellings(entities: readonly NamedEntity[]): Work<readonly AliasCandidate[]> {
  const blocks = yield* entitiesBy(entities, ({ key }) =>
    key.length < 8 || key.length > 60 ? [] : [`^${key.slice(0, 4)}`, `$${key.slice(-4)}`],
  );
  const small = [...blocks.values()].filter((block) => block.length <= largestBlock);
  return yield* candidatesFrom(small, similarIn, blocksPerStep);
}

function similarIn(block: readonly NamedEntity[]): readonly AliasCandidate[] {
  const found: AliasCandidate[] = [];
  for (const [n, one] of block.entries()) {
    for (const other of block.slice(n + 1)) {
      const edits = Math.min(one.key.length, other.key.length) >= 14 ? 2 : 1;
      if (digits(one.key) !== digits(other.key) || !withinEdits(one.key, other.key, edits)) continue;
      if (!sameInitials(one.key, other.key)) continue;
      const [into, from] = one.frequency >= other.frequency ? [one, other] : [other, one];
      found.push({
        into,
        from,
        score: 2,
        reason: message`“${from.title}” and “${into.title}” are spelt almost alike.`,
      });
    }
  }
  return found;
}

/** Names whose words have other initials, or more of them, are different. */
const sameInitials = (one: string, other: string): boolean => initials(one.split(' ')) === initials(other.split(' '));

const digits = (key: string): string => key.replace(/\D/g, '');

/** True when at most `most` letters must be changed, added, left out or swapped with their neighbour to make one text the other. */
function withinEdits(one: string, other: string, most: number): boolean {
  if (Math.abs(one.length - other.length) > most) return false;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const change = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      let best = Math.min(change, (last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      if (swapped) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    if (Math.min(...row) > most) return false;
    [beforeLast, last] = [last, row];
  }
  return (last[other.length] ?? 0) <= most;
}

const hanKana = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー・]{2,20}$/u;

/** A Han or kana name at the beginning or end of a longer one with which it shares neighbours. */
export function* containedHan(
  entities: readonly NamedEntity[],
  shared: SharedNeighbours,
): Work<readonly AliasCandidate[]> {
  const byTitle = new Map(entities.filter(({ title }) => hanKana.test(title)).map((entity) => [entity.title, entity]));
  return yield* candidatesFrom([...byTitle.values()], (into) =>
    [...endsOf(into.title)].flatMap((part) => {
      const from = byTitle.get(part);
      if (!from || from.id === into.id || shared(into, from) === 0) return [];
      const reason = message`“${from.title}” is part of “${into.title}”, and both appear with the same entities.`;
      return [{ into, from, score: 1, reason }];
    }),
  );
}

/** Lists the beginnings and endings of a name, from two signs on. */
function endsOf(title: string): ReadonlySet<string> {
  const lengths = Array.from({ length: Math.max(0, title.length - 2) }, (_, n) => n + 2);
  return new Set(lengths.flatMap((length) => [title.slice(0, length), title.slice(-length)]));
}
