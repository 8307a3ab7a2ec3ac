import type { Rows } from '../../tables/rows';
import type { Message } from '../../message';
import { pairKey } from '../../ids';
import type { Work } from '../../work';
import {
  countShared,
  neighboursOf,
  type AliasCandidate,
  type Ends,
  type NamedEntity,
  type SharedNeighbours,
} from './alias-candidates';
import { initialedNames, partialNames } from './person-aliases';
import { acronyms, containedHan, spellings } from './spelling-aliases';

/** Two entities that may be the same, and why. */
export interface AliasSuggestion {
  readonly into: { readonly id: string; readonly title: string };
  readonly from: { readonly id: string; readonly title: string };
  readonly reason: Message;
}

const mostSuggestions = 200;

/** Pairs of entities that may be the same, most certain first, at most 200, each with a reason in words. Nothing is merged. */
export function* suggestAliases(
  entities: readonly NamedEntity[],
  relationships: Rows<Ends>,
): Work<readonly AliasSuggestion[]> {
  const found = yield* findAliasCandidates(entities, relationships);
  return onePerPair(found.toSorted((a, b) => b.score - a.score || (a.from.key < b.from.key ? -1 : 1)))
    .slice(0, mostSuggestions)
    .map(({ into, from, reason }) => ({
      into: { id: into.id, title: into.title },
      from: { id: from.id, title: from.title },
      reason,
    }));
}

/**
 * Applies every rule: a surname and a full name, an initial and a given name, an acronym and its expansion. Also
 * spellings that differ in a letter or two, and a Han or kana name inside a longer one.
 */
export function* findAliasCandidates(
  entities: readonly NamedEntity[],
  relationships: Rows<Ends>,
): Work<readonly AliasCandidate[]> {
  const neighbours = yield* neighboursOf(relationships);
  const shared: SharedNeighbours = (one, other) => {
    const [own, others] = [neighbours.get(one.id), neighbours.get(other.id)];
    return own && others ? countShared(own, others) : 0;
  };
  return [
    ...(yield* partialNames(entities, shared)),
    ...(yield* initialedNames(entities)),
    ...(yield* acronyms(entities)),
    ...(yield* spellings(entities)),
    ...(yield* containedHan(entities, shared)),
  ];
}

function onePerPair(found: readonly AliasCandidate[]): readonly AliasCandidate[] {
  const pairs = new Map<string, AliasCandidate>();
  for (const candidate of found) {
    const pair = pairKey(candidate.into.id, candidate.from.id);
    if (!pairs.has(pair)) pairs.set(pair, candidate);
  }
  return [...pairs.values()];
}
