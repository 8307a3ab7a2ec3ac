import type { AliasSuggestion } from '../aliases';
import type { Work } from '../../work';
import { acronyms, containedHan, spellings } from './spelling-aliases';
import { sharedNeighbours, type AliasCandidate, type Ends, type NamedEntity } from './alias-candidates';
import { initialedNames, partialNames } from './person-aliases';

const mostSuggestions = 200;

/**
 * Pairs of entities that may be the same, surest first, at most 200, each with a reason in words: a surname and a full name, an
 * initial and a given name, an acronym and its expansion, spellings that differ in a letter or two, a Han or kana name inside a longer one. Nothing is merged.
 */
export function* suggestAliases(
  entities: readonly NamedEntity[],
  relationships: readonly Ends[],
): Work<readonly AliasSuggestion[]> {
  const shared = yield* sharedNeighbours(relationships);
  const found = [
    ...(yield* partialNames(entities, shared)),
    ...(yield* initialedNames(entities)),
    ...(yield* acronyms(entities)),
    ...(yield* spellings(entities)),
    ...(yield* containedHan(entities, shared)),
  ];
  return onePerPair(found.sort((a, b) => b.score - a.score || (a.from.key < b.from.key ? -1 : 1)))
    .slice(0, mostSuggestions)
    .map(({ into, from, reason }) => ({
      into: { id: into.id, title: into.title },
      from: { id: from.id, title: from.title },
      reason,
    }));
}

function onePerPair(found: readonly AliasCandidate[]): readonly AliasCandidate[] {
  const seen = new Set<string>();
  return found.filter(({ into, from }) => {
    const pair = into.id < from.id ? `${into.id} ${from.id}` : `${from.id} ${into.id}`;
    return !seen.has(pair) && seen.add(pair);
  });
}
