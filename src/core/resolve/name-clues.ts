import { acronyms } from '../extract/acronym-aliases';
import { sharedNeighbours, type AliasCandidate, type Ends, type NamedEntity } from '../extract/alias-candidates';
import { containedHan } from '../extract/han-aliases';
import { initialedNames, partialNames } from '../extract/person-aliases';
import { spellings } from '../extract/spelling-aliases';
import type { Work } from '../work';
import type { Clue } from './clue';

/** The highest score that a rule about names gives. */
const SUREST = 4;

/** What the rules find by which aliases are suggested to a person, too. */
export function* nameClues(entities: readonly NamedEntity[], relationships: readonly Ends[]): Work<readonly Clue[]> {
  const shared = yield* sharedNeighbours(relationships);
  const found: readonly AliasCandidate[] = [
    ...(yield* partialNames(entities, shared)),
    ...(yield* initialedNames(entities)),
    ...(yield* acronyms(entities)),
    ...(yield* spellings(entities)),
    ...(yield* containedHan(entities, shared)),
  ];
  return found.map(({ into, from, score }) => ({
    a: into,
    b: from,
    kind: 'name',
    strength: Math.min(1, score / SUREST),
  }));
}
