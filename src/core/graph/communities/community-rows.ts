import { groupBy } from '../../arrays';
import { lazy } from '../../memo';
import { stableId } from '../../ids';
import { type Rows, rowsAt } from '../../tables/rows';
import type { CommunityRow, CovariateRow, EntityRow, RelationshipRow } from '../../tables/tables';
import type { Work } from '../../work';
import type { CsrGraph } from '../leiden/csr';
import { membersOf, membershipByLevel, type Hierarchy } from './hierarchy';
import { resolveClaimEntities } from '../derive/derive-covariates';
import { joinTitles } from '../../text/join-titles';

interface RowInput {
  /** Entities in node order. */
  readonly entities: readonly EntityRow[];
  readonly relationships: Rows<RelationshipRow>;
  readonly covariates?: readonly CovariateRow[];
  /** Nodes at both ends of each relationship. */
  readonly ends: { readonly source: Int32Array; readonly target: Int32Array };
  readonly graph: CsrGraph;
  readonly hierarchy: Hierarchy;
  /** Number of each community of the hierarchy. */
  readonly numbers: readonly number[];
  readonly previous?: readonly CommunityRow[];
  readonly today: string;
  /** Nodes that look otherwise than when `previous` was made, or have other relationships; undefined where that is not known. */
  readonly changed?: Uint8Array | undefined;
}

/** A row with its place in the hierarchy. */
interface PlacedRow {
  readonly row: CommunityRow;
  readonly index: number;
}

/** Rows of a hierarchy, by level and number; an unchanged row keeps its period. */
export function* communityRows(input: RowInput): Work<readonly PlacedRow[]> {
  const { hierarchy, numbers } = input;
  const membership = membershipByLevel(hierarchy, input.graph.nodes);
  const children = childrenOf(hierarchy, numbers);
  const earlier = new Map(input.previous?.map((row) => [row.community, row]));
  const kept = numbers.map((number, index) => keptRow(input, index, earlier.get(number), children[index] ?? []));
  const inside = yield* relationshipsInside(input, membership, kept);
  const claims = claimsInside(input.covariates ?? [], input.entities, membership, numbers.length);
  const rows: PlacedRow[] = [];
  for (let index = 0; index < numbers.length; index++) {
    const same = kept[index];
    if (same) {
      rows.push({ row: same, index });
      continue;
    }
    const before = earlier.get(numbers[index] ?? -1);
    const row = communityRow(input, index, membership, children[index] ?? []);
    const isSame = before !== undefined && isSameCommunity(row, before);
    const period = isSame ? before.period : input.today;
    const own = rowsAt(input.relationships, inside[index] ?? []);
    const made = withLists({ ...row, period }, () => own, claims[index] ?? []);
    // Where it is known what has changed, this one has; else both lists would be in memory until the new table is saved.
    rows.push({ row: !input.changed && isSame && hasSameLists(made, before) ? before : made, index });
    if (index % 64 === 0) yield { done: index, total: numbers.length };
  }
  return rows.sort(({ row: a }, { row: b }) => a.level - b.level || a.community - b.community);
}

/** The earlier row of a community with the same members and neighbours, none of which has changed. */
function keptRow(
  { hierarchy, numbers, entities, changed }: RowInput,
  index: number,
  earlier: CommunityRow | undefined,
  children: readonly number[],
): CommunityRow | undefined {
  if (!changed || !earlier || earlier.level !== hierarchy.level[index]) return undefined;
  const members = membersOf(hierarchy, index);
  if (members.length !== earlier.entity_ids.length) return undefined;
  if (earlier.parent !== (numbers[hierarchy.parent[index] ?? -1] ?? -1) || !alike(children, earlier.children)) {
    return undefined;
  }
  const isSame = members.every((node, at) => changed[node] === 0 && entities[node]?.id === earlier.entity_ids[at]);
  return isSame ? earlier : undefined;
}

function communityRow(
  input: RowInput,
  index: number,
  membership: readonly Int32Array[],
  children: readonly number[],
): Omit<CommunityRow, ListColumn | 'period'> {
  const { hierarchy, numbers } = input;
  const community = numbers[index] ?? 0;
  const level = hierarchy.level[index] ?? 0;
  const members = membersOf(hierarchy, index);
  return {
    id: stableId('community', community),
    human_readable_id: community,
    community,
    level,
    parent: numbers[hierarchy.parent[index] ?? -1] ?? -1,
    children,
    title: communityTitle(input.graph, input.entities, members, membership[level] ?? members),
    entity_ids: [...members].flatMap((node) => input.entities[node]?.id ?? []),
    size: members.length,
  };
}

type ListColumn = 'relationship_ids' | 'text_unit_ids' | 'covariate_ids';

/** A row with the lists of what is inside, which are made when they are first asked for: those of a broad community are long. */
export function withLists(
  { relationship_ids: _ids, text_unit_ids: _units, ...row }: Omit<CommunityRow, ListColumn> & Partial<CommunityRow>,
  relationships: () => Rows<Pick<RelationshipRow, 'id' | 'text_unit_ids'>>,
  covariate_ids: readonly string[],
): CommunityRow {
  const ids = lazy(() =>
    relationships()
      .map(({ id }) => id)
      .sort(),
  );
  const units = lazy(() => [...new Set(relationships().flatMap((one) => one.text_unit_ids))].sort());
  return {
    ...row,
    get relationship_ids() {
      return ids();
    },
    get text_unit_ids() {
      return units();
    },
    covariate_ids,
  };
}

/** The places of relationships with both ends inside, per community that is made again, at every level. */
function* relationshipsInside(
  input: RowInput,
  membership: readonly Int32Array[],
  kept: readonly (CommunityRow | undefined)[],
): Work<readonly (readonly number[])[]> {
  const inside: number[][] = input.numbers.map(() => []);
  const { relationships, ends, hierarchy } = input;
  const isMade = Uint8Array.from(kept, (row) => (row ? 0 : 1));
  // 1 for each community of the broadest level in which any is made again: most relationships are in others.
  const isOpen = isMade.slice();
  for (let index = isOpen.length - 1; index >= 0; index--) {
    const parent = hierarchy.parent[index] ?? -1;
    if (parent >= 0 && isOpen[index] === 1) isOpen[parent] = 1;
  }
  const broadest = membership[0] ?? new Int32Array(0);
  for (let index = 0; index < relationships.length; index++) {
    const [source, target] = [ends.source[index] ?? -1, ends.target[index] ?? -1];
    if (source < 0 || target < 0 || isOpen[broadest[source] ?? -1] !== 1) continue;
    for (const labels of membership) {
      const community = labels[source] ?? -1;
      if (community < 0 || community !== labels[target]) break;
      if (isMade[community] === 1) inside[community]?.push(index);
    }
    if (index % 4096 === 0) yield { done: index, total: input.relationships.length };
  }
  return inside;
}

function childrenOf(hierarchy: Hierarchy, numbers: readonly number[]): readonly (readonly number[])[] {
  const children: number[][] = numbers.map(() => []);
  for (const [index, parent] of hierarchy.parent.entries()) children[parent]?.push(numbers[index] ?? 0);
  return children.map((list) => list.sort((a, b) => a - b));
}

const LISTS: readonly ListColumn[] = ['relationship_ids', 'text_unit_ids', 'covariate_ids'];

const hasSameLists = (row: CommunityRow, earlier: CommunityRow): boolean =>
  LISTS.every((column) => alike(row[column], earlier[column]));

/** Checks for the same members, parts and name. */
function isSameCommunity(row: Omit<CommunityRow, ListColumn | 'period'>, earlier: CommunityRow): boolean {
  const columns = Object.keys(row) as (keyof typeof row)[];
  return columns.every((column) => alike(row[column], earlier[column]));
}

function alike(now: CommunityRow[keyof CommunityRow], before: CommunityRow[keyof CommunityRow]): boolean {
  if (!Array.isArray(now) || !Array.isArray(before)) return now === before;
  return now.length === before.length && now.every((value, at) => value === before[at]);
}

type Titled = Pick<EntityRow, 'title' | 'text_unit_ids'>;

/**
 * Ids of the claims about members of each community, sorted. A claim names its subject and object by title. `membership` has, per level and
 * node, the community or −1.
 */
export function claimsInside(
  claims: readonly CovariateRow[],
  entities: readonly Titled[],
  membership: readonly Int32Array[],
  communities: number,
): readonly (readonly string[])[] {
  const inside = Array.from({ length: communities }, () => new Set<string>());
  if (claims.length === 0) return inside.map(() => []);
  const nodesOf = groupBy(entities.keys(), (node) => entities[node]?.title);
  for (const claim of claims) {
    const { id, subject_id, object_id } = claim;
    for (const title of [subject_id, object_id ?? subject_id]) {
      for (const node of resolveClaimEntities(nodesOf.get(title) ?? [], claim, (at) => entities[at])) {
        for (const labels of membership) inside[labels[node] ?? -1]?.add(id);
      }
    }
  }
  return inside.map((ids) => [...ids].sort());
}

const NAMED = 3;
/** Members from which the names in a title are chosen. */
const CENTRAL = 8;
const UNCASED = /^[\p{Lo}\p{N}]/u;

/** A title from names of the members with most neighbours inside, such as "A, B and C"; `labels` are the community of each node. */
function communityTitle(
  graph: CsrGraph,
  entities: readonly EntityRow[],
  members: Int32Array,
  labels: Int32Array,
): string {
  const best: { readonly node: number; readonly inside: number; readonly degree: number }[] = [];
  for (const node of members) {
    const last = best[CENTRAL - 1];
    // No node has more neighbours inside than neighbours.
    if (last && (graph.starts[node + 1] ?? 0) - (graph.starts[node] ?? 0) < last.inside) continue;
    best.push({ node, inside: neighboursInside(graph, node, labels), degree: entities[node]?.degree ?? 0 });
    best.sort((a, b) => b.inside - a.inside || b.degree - a.degree || a.node - b.node);
    if (best.length > CENTRAL) best.pop();
  }
  const central = best.flatMap(({ node }) => entities[node] ?? []);
  return joinTitles(titleMembers(central).map(({ title }) => title));
}

/** Ranks the most central members: known types, then other names, then common nouns. A name within another one is left out. */
function titleMembers(central: readonly EntityRow[]): readonly EntityRow[] {
  const rank = ({ title, type }: EntityRow): number => {
    if (!/^\p{Lu}/u.test(title) && !UNCASED.test(title)) return 2;
    return type === 'concept' ? 1 : 0;
  };
  const chosen: EntityRow[] = [];
  for (const member of central.toSorted((a, b) => rank(a) - rank(b))) {
    const words = ` ${member.key} `;
    if (chosen.some(({ key }) => words.includes(` ${key} `) || ` ${key} `.includes(words))) continue;
    if (chosen.push(member) === NAMED) break;
  }
  return chosen;
}

function neighboursInside(graph: CsrGraph, node: number, labels: Int32Array): number {
  let count = 0;
  for (let i = graph.starts[node] ?? 0; i < (graph.starts[node + 1] ?? 0); i++) {
    if (labels[graph.neighbours[i] ?? 0] === labels[node]) count++;
  }
  return count;
}
