import { uniteKeywords } from '../../keywords';
import type { Occurrence } from '../passage/passage';
import type { Rejection } from '../reading';

/** An entity that a reply names and the passage holds. */
export interface FoundEntity {
  readonly key: string;
  readonly title: string;
  /** Lower case; empty when unknown. */
  readonly type: string;
  readonly description: string;
  /** In reading order, at least one. */
  readonly occurrences: readonly Occurrence[];
  /** The `attributes` column. */
  readonly attributes: string;
}

export interface FoundRelation {
  readonly source: FoundEntity;
  readonly target: FoundEntity;
  readonly predicate: string;
  readonly description: string;
  readonly weight: number;
  /** Themes, where these were asked for. */
  readonly keywords: readonly string[];
  /** Indexes in the passage, ascending, at least one. */
  readonly sentences: readonly number[];
}

export interface FoundClaim {
  readonly subject: FoundEntity;
  readonly object: FoundEntity | null;
  readonly type: string;
  readonly status: string;
  /** ISO 8601 dates. */
  readonly start: string | null;
  readonly end: string | null;
  readonly description: string;
  /** Indexes in the passage, ascending, at least one. */
  readonly sentences: readonly number[];
}

/** Valid records of the replies about one passage, with the reasons for rejecting others. */
export interface Findings {
  readonly entities: readonly FoundEntity[];
  readonly relations: readonly FoundRelation[];
  readonly claims: readonly FoundClaim[];
  readonly rejected: readonly Rejection[];
}

export const NOTHING: Findings = { entities: [], relations: [], claims: [], rejected: [] };

/** Adds the findings of a further reply to earlier ones. What both give is kept once, in its fullest form, and counted as repeated. */
export function joinFindings(earlier: Findings, later: Findings): Findings {
  const entities = joined(earlier.entities, later.entities, ({ key }) => key, fullerEntity);
  const relations = joined(earlier.relations, later.relations, relationIdentity, fullerRelation);
  const claims = joined(earlier.claims, later.claims, claimIdentity, (one) => one);
  const repeated = [entities, relations, claims].reduce((sum, { repeats }) => sum + repeats, 0);
  return {
    entities: entities.items,
    relations: relations.items,
    claims: claims.items,
    rejected: [...earlier.rejected, ...later.rejected, ...Array<Rejection>(repeated).fill('repeated')],
  };
}

function joined<T>(
  earlier: readonly T[],
  later: readonly T[],
  identity: (one: T) => string,
  merge: (one: T, other: T) => T,
): { readonly items: readonly T[]; readonly repeats: number } {
  const items = new Map(earlier.map((one) => [identity(one), one]));
  let repeats = 0;
  for (const one of later) {
    const known = items.get(identity(one));
    if (known) repeats++;
    items.set(identity(one), known ? merge(known, one) : one);
  }
  return { items: [...items.values()], repeats };
}

/** The ends of relationships that are not among the entities, each once. */
export function impliedEntities(
  relations: readonly FoundRelation[],
  entities: Iterable<FoundEntity>,
): readonly FoundEntity[] {
  const known = new Set(Array.from(entities, ({ key }) => key));
  const ends = new Map(relations.flatMap(({ source, target }) => [source, target]).map((end) => [end.key, end]));
  return [...ends.values()].filter(({ key }) => !known.has(key));
}

const longer = (one: string, other: string): string => (other.length > one.length ? other : one);

const fullerEntity = (one: FoundEntity, other: FoundEntity): FoundEntity => ({
  ...one,
  type: one.type || other.type,
  description: longer(one.description, other.description),
});

/** A pair has one relationship per predicate, or a single one without predicates. */
const relationIdentity = ({ source, target, predicate }: FoundRelation): string =>
  JSON.stringify([
    ...(predicate ? [source.key, target.key] : [source.key, target.key].sort()),
    predicate.toLowerCase(),
  ]);

const fullerRelation = (one: FoundRelation, other: FoundRelation): FoundRelation => ({
  ...one,
  description: longer(one.description, other.description),
  weight: Math.max(one.weight, other.weight),
  keywords: uniteKeywords([...one.keywords, ...other.keywords]),
  sentences: [...new Set([...one.sentences, ...other.sentences])].sort((a, b) => a - b),
});

const claimIdentity = ({ subject, object, type, description }: FoundClaim): string =>
  JSON.stringify([subject.key, object?.key, type.toLowerCase(), description]);
