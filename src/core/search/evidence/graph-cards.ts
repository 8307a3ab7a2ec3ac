import { relationWords } from '../../graph/relation-words';
import { edgesOf, neighboursOf } from '../../retrieval/adjacency';
import type { SearchIndex } from '../../retrieval/index';
import type { CovariateRow, RelationshipRow } from '../../tables/tables';
import type { Scope } from '../context/scope';
import type { Passage } from '../events';
import { spansOfRelationship } from './cite';
import type { ClaimLine, Connection, ConnectionStep, EntityCard, RelationshipLine } from './evidence';
import { passagesOf } from './passage';
import { claimsAbout } from './target-view';

const RELATIONSHIPS = 8;
const CLAIMS = 12;
/** Pairs of entities between which a path is looked for. */
const MOST_PAIRS = 3;
const LONGEST_PATH = 4;
/** Entities that a search for a path visits at most. */
const MOST_VISITED = 20_000;

/** How a card is made. */
interface CardChoice extends Pick<EntityCard, 'named' | 'isSubject'> {
  readonly scope: Scope;
  readonly claims: readonly CovariateRow[];
}

/** The card of an entity; null where no passage in scope mentions it. */
export function entityCard(
  index: SearchIndex,
  row: number,
  { scope, claims, named, isSubject }: CardChoice,
): EntityCard | null {
  const entity = index.tables.entities[row];
  if (!entity || !scope.touches(entity.text_unit_ids)) return null;
  const units = entity.text_unit_ids.filter((id) => scope.touches([id]));
  return {
    id: entity.id,
    title: entity.title,
    type: entity.type,
    aliases: entity.aliases,
    // A description that was made from other documents, too, is theirs as well.
    description: scope.covers(entity.text_unit_ids) ? entity.description : '',
    method: entity.method,
    passages: units.length,
    documents: scope.documentsOf(units).length,
    named,
    isSubject,
    relationships: strongest(index, row, scope),
    claims: claimLines(index, row, claims, scope),
  };
}

function strongest(index: SearchIndex, row: number, scope: Scope): readonly RelationshipLine[] {
  const neighbours = neighboursOf(index.adjacency, row);
  return [...edgesOf(index.adjacency, row)]
    .map((edge, at) => ({ edge, one: index.tables.relationships[edge], neighbour: neighbours[at] ?? -1 }))
    .sort((a, b) => (b.one?.weight ?? 0) - (a.one?.weight ?? 0))
    .filter(({ one }) => one && scope.touches(one.text_unit_ids))
    .slice(0, RELATIONSHIPS)
    .flatMap(({ edge, one, neighbour }) => {
      const other = index.tables.entities[neighbour];
      if (!one || !other) return [];
      return [{ ...relationshipParts(index, edge, one, scope), otherId: other.id, other: other.title }];
    });
}

const relationshipParts = (index: SearchIndex, edge: number, one: RelationshipRow, scope: Scope) => ({
  id: one.id,
  description: scope.covers(one.text_unit_ids) ? relationWords(one) : '',
  method: one.method,
  weight: one.weight,
  sentence: sentenceOf(index, edge, scope),
});

/** The best sentence in scope that states a relationship. */
const sentenceOf = (index: SearchIndex, edge: number, scope: Scope): Passage | null =>
  passagesOf(index, scope.spans(spansOfRelationship(index, edge)))[0] ?? null;

/** Claims in scope of which an entity is the subject: dated ones in the order of their dates, then the others. */
function claimLines(
  index: SearchIndex,
  row: number,
  claims: readonly CovariateRow[],
  scope: Scope,
): readonly ClaimLine[] {
  const entity = index.tables.entities[row];
  if (!entity || claims.length === 0) return [];
  const own = claimsAbout(index, entity, claims).filter(
    ({ subject, documentId }) => subject === entity.title && scope.document(documentId),
  );
  const time = ({ start }: ClaimLine): string => start ?? '~';
  return own.sort((a, b) => (time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0)).slice(0, CLAIMS);
}

/** Shortest paths between the first entities of a question, as far as the graph has any. */
export function connections(index: SearchIndex, rows: readonly number[], scope: Scope): readonly Connection[] {
  const pairs = rows.flatMap((from, at) => rows.slice(at + 1).map((to) => [from, to] as const)).slice(0, MOST_PAIRS);
  return pairs.flatMap(([from, to]) => {
    const path = shortestPath(index, from, to, scope);
    const [start, end] = [index.tables.entities[from], index.tables.entities[to]];
    if (!path || !start || !end) return [];
    return [{ from: start.title, to: end.title, steps: path.map((edge) => stepOf(index, edge, scope)) }];
  });
}

function stepOf(index: SearchIndex, edge: number, scope: Scope): ConnectionStep {
  const one = index.tables.relationships[edge];
  return {
    relationshipId: one?.id ?? '',
    source: one?.source ?? '',
    target: one?.target ?? '',
    description: one && scope.covers(one.text_unit_ids) ? relationWords(one) : '',
    sentence: sentenceOf(index, edge, scope),
  };
}

/** Relationships on a shortest path, breadth first; null where there is none of at most {@link LONGEST_PATH}. */
function shortestPath(index: SearchIndex, from: number, to: number, scope: Scope): readonly number[] | null {
  const reached = new Map<number, { readonly before: number; readonly edge: number }>([
    [from, { before: -1, edge: -1 }],
  ]);
  let border = [from];
  for (let length = 0; length < LONGEST_PATH && border.length > 0 && reached.size < MOST_VISITED; length++) {
    const next: number[] = [];
    for (const row of border) {
      const edges = edgesOf(index.adjacency, row);
      for (const [at, neighbour] of neighboursOf(index.adjacency, row).entries()) {
        const edge = edges[at] ?? -1;
        const units = index.tables.relationships[edge]?.text_unit_ids ?? [];
        if (reached.has(neighbour) || !scope.touches(units)) continue;
        reached.set(neighbour, { before: row, edge });
        if (neighbour === to) return pathTo(reached, to);
        next.push(neighbour);
      }
    }
    border = next;
  }
  return null;
}

function pathTo(
  reached: ReadonlyMap<number, { readonly before: number; readonly edge: number }>,
  to: number,
): readonly number[] {
  const path: number[] = [];
  for (let at = reached.get(to); at && at.edge >= 0; at = reached.get(at.before)) path.unshift(at.edge);
  return path;
}
