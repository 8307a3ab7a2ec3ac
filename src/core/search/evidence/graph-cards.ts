import type { Retrieval } from '../writer/search-run';
import { writtenDescription, relationshipLabel } from '../../graph/derive/descriptions';
import { NO_MODEL } from '../../provenance';
import { edgesOf, neighboursOf } from '../../retrieval/graph-expansion';
import type { SearchIndex } from '../../retrieval/index';
import { resolveClaimEntities } from '../../graph/derive/derive-covariates';
import type { ClaimView, ClaimLine, Connection, ConnectionStep, EntityCard, RelationshipLine } from './evidence';
import { rowIn } from '../../tables/rows';
import type { CovariateRow, EntityRow, RelationshipRow } from '../../tables/tables';
import { scopeOf, type Scope } from '../context/scope';
import { spansOfRelationship } from './citation-targets';
import { passageOf, passagesOf } from './sentences';

const RELATIONSHIPS = 8;
const CLAIMS = 12;
/** Pairs of entities between which a path is looked for. */
const MOST_PAIRS = 3;
const LONGEST_PATH = 4;
/** Entities that a search for a path visits at most. */
const MOST_VISITED = 20_000;

/** The card of an entity; null where no passage in scope mentions it. */
export function entityCard(
  index: SearchIndex,
  row: number,
  { scope, claims, named, isSubject }: Pick<EntityCard, 'named' | 'isSubject'> & Pick<Retrieval, 'scope' | 'claims'>,
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
    method: writtenDescription(entity) === '' ? NO_MODEL : entity.method,
    passages: units.length,
    documents: scope.documentsOf(units).length,
    named,
    isSubject,
    relationships: strongest(index, row, scope),
    claims: claims.length > 0 ? claimLines(index, entity, claims, scope) : [],
  };
}

const strongest = (index: SearchIndex, row: number, scope: Scope): readonly RelationshipLine[] =>
  relationshipsOf(index, row)
    .filter(({ one }) => scope.touches(one.text_unit_ids))
    .slice(0, RELATIONSHIPS)
    .map(({ edge, one, other }) => {
      const { id, method, weight } = one;
      return { id, otherId: other.id, other: other.title, method, weight, ...wordsOf(index, edge, one, scope) };
    });

/** An entity's relationships with the entity at the other end, strongest first. */
export function relationshipsOf(index: SearchIndex, row: number) {
  const neighbours = neighboursOf(index.adjacency, row);
  return [...edgesOf(index.adjacency, row)]
    .flatMap((edge, at) => {
      const one = rowIn(index.tables.relationships, edge);
      const other = index.tables.entities[neighbours[at] ?? -1];
      return one && other ? [{ edge, one, other }] : [];
    })
    .sort((a, b) => b.one.weight - a.one.weight);
}

/** The entities of some ids, the best connected first, then in the order of the table. */
export function byDegree({ entities, tables }: SearchIndex, ids: Iterable<string>): EntityRow[] {
  const rows = Array.from(ids, (id) => entities.at.get(id) ?? -1).sort((a, b) => a - b);
  return rows.flatMap((row) => tables.entities[row] ?? []).sort((a, b) => b.degree - a.degree);
}

/** Returns the label of a relationship, if all of its text units are in scope, and its best sentence in scope. */
const wordsOf = (index: SearchIndex, edge: number, one: RelationshipRow, scope: Scope) => ({
  description: scope.covers(one.text_unit_ids) ? relationshipLabel(one) : '',
  sentence: passagesOf(index, scope.spans(spansOfRelationship(index, edge)))[0] ?? null,
});

/** Claims in scope of which an entity is the subject: dated ones in the order of their dates, then the others. */
function claimLines(
  index: SearchIndex,
  entity: EntityRow,
  claims: readonly CovariateRow[],
  scope: Scope,
): readonly ClaimLine[] {
  const own = claims.filter((row) => row.subject_id === entity.title && scope.document(row.document_id));
  const time = ({ start }: ClaimLine): string => start ?? '~';
  return claimsAbout(index, entity, own)
    .toSorted((a, b) => (time(a) < time(b) ? -1 : time(a) > time(b) ? 1 : 0))
    .slice(0, CLAIMS);
}

/** Claims about an entity, first those of which it is the subject. */
export function claimsAbout(
  index: SearchIndex,
  entity: EntityRow,
  claims: readonly CovariateRow[],
): readonly ClaimView[] {
  const { title } = entity;
  const titled = index.tables.entities.filter((one) => one.title === title);
  const about = claims.filter(
    (claim) =>
      (claim.subject_id === title || claim.object_id === title) &&
      resolveClaimEntities(titled, claim, (one) => one).includes(entity),
  );
  const isObject = (claim: CovariateRow): number => Number(claim.subject_id !== title);
  return about
    .sort((a, b) => isObject(a) - isObject(b))
    .map((row) => {
      const { id, type, description, status, method, document_id, evidence_start: start, evidence_end: end } = row;
      const passage = passageOf(index, { document_id, start, end });
      const [subject, object] = [row.subject_id, row.object_id];
      return {
        id,
        subject,
        object,
        type,
        description,
        status,
        method,
        start: row.start_date,
        end: row.end_date,
        passage,
      };
    });
}

/** Shortest paths between the first entities of a question, as far as the graph has any. */
export function connections(index: SearchIndex, rows: readonly number[], scope: Scope): readonly Connection[] {
  const pairs = rows.flatMap((from, at) => rows.slice(at + 1).map((to) => [from, to] as const)).slice(0, MOST_PAIRS);
  return pairs.flatMap(([from, to]) => {
    const path = shortestPath(index, from, to, scope);
    const [start, end] = [index.tables.entities[from], index.tables.entities[to]];
    if (!path || !start || !end) return [];
    return [{ from: start.title, to: end.title, steps: path.flatMap((edge) => stepOf(index, edge, scope) ?? []) }];
  });
}

/** The strongest relationship between two entities, by their rows, with the best sentence that states it. */
export function stepBetween(index: SearchIndex, one: number, other: number): ConnectionStep | undefined {
  const neighbours = neighboursOf(index.adjacency, one);
  const weight = (edge: number): number => rowIn(index.tables.relationships, edge)?.weight ?? 0;
  const [edge] = [...edgesOf(index.adjacency, one)]
    .filter((_, at) => neighbours[at] === other)
    .sort((a, b) => weight(b) - weight(a));
  return edge === undefined ? undefined : stepOf(index, edge, scopeOf(index));
}

function stepOf(index: SearchIndex, edge: number, scope: Scope): ConnectionStep | undefined {
  const one = rowIn(index.tables.relationships, edge);
  return one && { relationshipId: one.id, source: one.source, target: one.target, ...wordsOf(index, edge, one, scope) };
}

/** Relationships on a shortest path, breadth first; null where there is none of at most {@link LONGEST_PATH}. */
function shortestPath(index: SearchIndex, from: number, to: number, scope: Scope): readonly number[] | null {
  const { tables, adjacency } = index;
  /** By entity, the relationship over which it was reached first, and from where. */
  const [over, back] = [new Map([[from, -1]]), new Map<number, number>()];
  let border = [from];
  for (let length = 0; length < LONGEST_PATH && border.length > 0 && over.size < MOST_VISITED; length++) {
    const next: number[] = [];
    for (const row of border) {
      const edges = edgesOf(adjacency, row);
      const neighbours = neighboursOf(adjacency, row);
      for (let at = 0; at < edges.length; at++) {
        const neighbour = neighbours[at] ?? -1;
        if (over.has(neighbour)) continue;
        const edge = edges[at] ?? -1;
        if (!scope.everything && !scope.touches(rowIn(tables.relationships, edge)?.text_unit_ids ?? [])) continue;
        over.set(neighbour, edge);
        back.set(neighbour, row);
        if (neighbour === to) return pathTo(to, over, back);
        next.push(neighbour);
      }
    }
    border = next;
  }
  return null;
}

function pathTo(end: number, over: ReadonlyMap<number, number>, back: ReadonlyMap<number, number>): readonly number[] {
  const path: number[] = [];
  for (let at: number | undefined = end; at !== undefined; at = back.get(at)) path.push(over.get(at) ?? -1);
  return path.reverse().slice(1);
}
