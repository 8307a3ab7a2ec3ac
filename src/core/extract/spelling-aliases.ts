import type { Work } from '../work';
import { candidatesFrom, entitiesBy, type AliasCandidate, type NamedEntity } from './alias-candidates';
import { withinEdits } from './edit-distance';
import { initials } from './name-parts';

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
      found.push({ into, from, score: 2, reason: `“${from.title}” and “${into.title}” are spelt almost alike.` });
    }
  }
  return found;
}

/** Names whose words start with other letters, or with an initial more or less, are of others. */
const sameInitials = (one: string, other: string): boolean => initials(one.split(' ')) === initials(other.split(' '));

const digits = (key: string): string => key.replace(/\D/g, '');
