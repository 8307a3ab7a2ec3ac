import { rowIn } from '../../../tables/rows';
import type { SearchIndex } from '../../../retrieval';
import { documentLeads } from '../../../retrieval/documents/document-leads';
import { mapQueryToEntities, relationshipRank, type EntityPick } from '../../../retrieval/entities';
import { edgesOf } from '../../../retrieval/graph-expansion';
import { rankRelationshipsAbout } from '../../../retrieval/relationships';
import { hasMatches, rankTextUnits } from '../../../retrieval/text-units';
import { fuseRanks, type Hit } from '../../../vectors/top-k';
import type { BuiltContext, ContextTable, HiddenColumn } from '../../context/context';
import { assemble, fillTable, formOf } from '../../context/context-table';
import { entityEntries, relationshipEntries } from '../../context/graph-entries';
import type { Scope } from '../../context/scope';
import { sourceEntries } from '../../context/source-entries';
import type { Question } from '../../request/question';
import type { Retrieval } from '../../writer/search-run';
import { bestConnectedEntities } from '../local/best-connected-entities';
import { lightragChoices, type LightragChoices, type LightragMode } from './parameters';
import { byQuota, nearest, ownedPassages, roundRobin, UNSCORED } from './passages';
import type { GraphMode, Sought } from './sought';

/** Entities and relationships as row numbers, best first. */
interface Picked {
  readonly entities: EntityPick;
  readonly relationships: readonly number[];
}

/** LightRAG's rows have names and descriptions alone (family-2 3.1). */
const HIDDEN: readonly HiddenColumn[] = ['occurrence weight', 'rank', 'number of relationships', 'weight', 'links'];

/** Added to ranks that are fused: small, so that the first places count most. */
const RANK_CONSTANT = 10;

/** Tables of the graph, and the passages around their rows, best first. */
interface Selection {
  readonly tables: readonly [entities: ContextTable, relationships: ContextTable];
  readonly passages: readonly Hit[];
}

/**
 * Fills tables of entities, relationships and passages within so many tokens (LightRAG A1.2): the graph around what is sought, and of its
 * passages those nearest to the question.
 */
export function graphContext(mode: GraphMode, retrieval: Retrieval, sought: Sought, tokens: number): BuiltContext {
  const { tables, passages } = select(mode, retrieval, sought, tokens);
  const { passages: most, minRerank } = lightragChoices(retrieval.request, mode);
  const best = withoutIrrelevant(retrieval, rerankedFirst(retrieval, passages), minRerank).slice(0, most);
  const rest = tables.reduce((left, table) => left - table.tokens, tokens);
  const sources = fillTable(formOf('Sources'), sourceEntries(retrieval.index, best), rest, retrieval.scope);
  return assemble([...tables, sources], tokens);
}

/** Passages around what is sought, as a reranker should read them: those first that would be shown first without it. */
export const passagesToRerank = (mode: GraphMode, retrieval: Retrieval, sought: Sought): readonly number[] =>
  select(mode, retrieval, sought, ROOM).passages.map(({ id }) => id);

/** Tokens of the tables whose passages a reranker reads. */
const ROOM = 12_000;

/** The passages nearest to the question, within so many tokens. */
export function naiveContext(mode: LightragMode, retrieval: Retrieval, tokens: number): BuiltContext {
  const { index, scope } = retrieval;
  const { passages: most, minRerank } = lightragChoices(retrieval.request, mode);
  const best = withoutIrrelevant(retrieval, nearestPassages(retrieval, most), minRerank);
  return assemble([fillTable(formOf('Sources'), sourceEntries(index, best), tokens, scope)], tokens);
}

function select(mode: GraphMode, retrieval: Retrieval, sought: Sought, tokens: number): Selection {
  const { index, scope, request } = retrieval;
  const choices = lightragChoices(request, mode);
  const { entities, relationships } = pick(retrieval, sought, choices.entities);
  const share = (perCent: number): number => Math.floor((tokens * perCent) / Math.max(100, perCent));
  const entityRoom = share(choices.entitiesShare);
  const entityTable = fillTable(formOf('Entities', HIDDEN), entityEntries(index, entities, scope), entityRoom, scope);
  const relationshipTable = fillTable(
    formOf('Relationships', HIDDEN),
    relationshipEntries(index, relationships, scope, 'combined_degree', () => 0),
    Math.min(share(choices.relationshipsShare), tokens - entityTable.tokens),
    scope,
  );
  const tables = [entityTable, relationshipTable] as const;
  const first = mode === 'lightrag-mix' ? nearestPassages(retrieval, choices.passages) : [];
  const passages = passagesOf(retrieval, { first, tables, sought }, choices);
  return { tables, passages: passages.length > 0 ? passages : nearestPassages(retrieval, choices.passages) };
}

/** Rows that each target finds, in turn. Where there are none, those that the question finds by itself. */
function pick(retrieval: Retrieval, { entities, relationships }: Sought, most: number): Picked {
  const found = [
    ...(entities ? [aroundEntities(retrieval, entities, most)] : []),
    ...(relationships ? [aroundRelationships(retrieval, relationships, most)] : []),
  ];
  if (!found.some((one) => one.entities.rows.length > 0))
    found.push(aroundEntities(retrieval, retrieval.question, most));
  const rows = [...new Set(roundRobin(found.map((one) => one.entities.rows)))];
  const scores = new Map(found.toReversed().flatMap((one) => [...one.entities.scores]));
  return {
    entities: { rows, scores },
    relationships: [...new Set(roundRobin(found.map((one) => one.relationships)))],
  };
}

/** Entities and the relationships that touch them. Those of the best connected ones, where nothing matches the question. */
function aroundEntities({ index, scope, question }: Retrieval, sought: Question, most: number): Picked {
  const { entities: all } = index.tables;
  const allow = (row: number): boolean => scope.touches(rowIn(all, row)?.text_unit_ids ?? []);
  const found = mapQueryToEntities(index, sought, most, scope.everything ? {} : { allow });
  const isUnmatched = found.rows.length === 0 && !hasMatches(index, question, scope.unit);
  const entities = isUnmatched ? bestConnectedEntities(index, most, scope, allow) : found;
  return { entities, relationships: relationshipsOf(index, scope, entities.rows) };
}

/** Relationships and their ends, in the order in which these are first met. */
function aroundRelationships({ index, scope }: Retrieval, sought: Question, most: number): Picked {
  const { relationships: all, entities } = index.tables;
  const allow = (row: number): boolean => scope.touches(rowIn(all, row)?.text_unit_ids ?? []);
  const relationships = rankRelationshipsAbout(index, sought, most, scope.everything ? undefined : allow);
  const ids = relationships.flatMap((row) => {
    const one = rowIn(all, row);
    return one ? [one.source_id, one.target_id] : [];
  });
  const ends = [...new Set(ids)].flatMap((id) => index.entities.at.get(id) ?? []);
  const rows = ends.filter((row) => scope.touches(entities[row]?.text_unit_ids ?? []));
  return { relationships, entities: { rows, scores: new Map(rows.map((row, at) => [row, 1 / (1 + at)])) } };
}

/** Relationships that touch some of the entities, by the degrees of their ends, then by weight. */
function relationshipsOf(index: SearchIndex, scope: Scope, entities: readonly number[]): readonly number[] {
  const edges = new Set(entities.flatMap((row) => [...edgesOf(index.adjacency, row)]));
  const { relationships } = index.tables;
  return Array.from(edges, (row) => ({
    row,
    degrees: relationshipRank(index, row, 'combined_degree'),
    weight: rowIn(relationships, row)?.weight ?? 0,
  }))
    .filter(({ row }) => scope.touches(rowIn(relationships, row)?.text_unit_ids ?? []))
    .sort((a, b) => b.degrees - a.degrees || b.weight - a.weight || a.row - b.row)
    .map(({ row }) => row);
}

/** Passages to choose among, and what they were found by. */
interface Found {
  readonly first: readonly Hit[];
  readonly tables: readonly ContextTable[];
  readonly sought: Sought;
}

/**
 * The first passages, those of the shown entities, and those of the shown relationships that these have not: by their scores, where a person
 * wants the nearest, else in turn. Of those without a score the first rows' come first.
 */
function passagesOf(
  retrieval: Retrieval,
  { first, tables, sought }: Found,
  { passagesEach, pick }: LightragChoices,
): readonly Hit[] {
  const { index, scope } = retrieval;
  const scores = scoresOf(retrieval, sought);
  const taken = new Set<number>();
  const around = tables.map((table) => {
    const shown = table.rows.filter(({ used }) => used);
    const lists = shown.map(({ row }) => slotsOf(index, scope, unitsOf(index, table, row), taken));
    const owned = ownedPassages(lists).filter((own) => own.length > 0);
    const picked = pick === 'nearest' ? nearest(owned, scores, passagesEach) : byQuota(owned, passagesEach);
    for (const slot of picked) taken.add(slot);
    return picked.map((id) => ({ id, score: scores.get(id) ?? UNSCORED }));
  });
  const merged = eachOnce(roundRobin([first.map(({ id }) => ({ id, score: scores.get(id) ?? UNSCORED })), ...around]));
  return pick === 'nearest' ? merged.toSorted((a, b) => b.score - a.score) : merged;
}

/** Scores passages by their rank in Basic for the question, and for keywords, where there are any (ranks fused). */
function scoresOf(
  { index, question, scope }: Retrieval,
  { entities, relationships }: Sought,
): ReadonlyMap<number, number> {
  const asked = new Set([question, entities, relationships].flatMap((one) => one ?? []));
  const lists = Array.from(asked, (one) => ({ hits: rankTextUnits(index, one, scope.unit).hits, weight: 1 }));
  const hits = lists.length === 1 ? (lists[0]?.hits ?? []) : fuseRanks(lists, RANK_CONSTANT);
  return new Map(hits.map(({ id }, at) => [id, 1 / (1 + at)]));
}

function unitsOf({ tables }: SearchIndex, { dataset }: ContextTable, row: number): readonly string[] {
  const rows = dataset === 'Entities' ? tables.entities : tables.relationships;
  return rowIn<{ readonly text_unit_ids: readonly string[] }>(rows, row)?.text_unit_ids ?? [];
}

const slotsOf = (
  index: SearchIndex,
  scope: Scope,
  ids: readonly string[],
  taken: ReadonlySet<number>,
): readonly number[] =>
  ids.flatMap((id) => index.slotOf.get(id) ?? []).filter((slot) => scope.unit(slot) && !taken.has(slot));

/** Documents at most whose beginnings are shown where there is nothing else. */
const LEADS = 10;

/** The passages that the question ranks first, or how documents begin. */
function nearestPassages({ index, question, scope }: Retrieval, most: number): readonly Hit[] {
  const hits = rankTextUnits(index, question, scope.unit).hits.slice(0, most);
  return hits.length > 0 ? hits : documentLeads(index, scope.unit, Math.min(LEADS, most));
}

function eachOnce(hits: readonly Hit[]): readonly Hit[] {
  const seen = new Set<number>();
  return hits.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The most relevant first, where a reranker read them. Those that it did not read come last. */
function rerankedFirst({ question }: Retrieval, hits: readonly Hit[]): readonly Hit[] {
  const { reranked } = question;
  return reranked ? hits.toSorted((a, b) => (reranked.get(b.id) ?? 0) - (reranked.get(a.id) ?? 0)) : hits;
}

/** Leaves out passages below a relevance. Without a reranker all stay. */
const withoutIrrelevant = ({ question }: Retrieval, hits: readonly Hit[], least: number): readonly Hit[] =>
  hits.filter(({ id }) => !question.reranked || (question.reranked.get(id) ?? 0) >= least);
