import type { SearchIndex } from '../../../retrieval';
import { documentLeads } from '../../../retrieval/documents/document-leads';
import { mapQueryToEntities, relationshipRank, type EntityPick } from '../../../retrieval/entities';
import { edgesOf } from '../../../retrieval/graph-expansion';
import { hasMatches, rankTextUnits } from '../../../retrieval/text-units';
import type { RelationshipRow } from '../../../tables/tables';
import { terms } from '../../../text/terms';
import type { Hit } from '../../../vectors/top-k';
import type { BuiltContext, ContextTable, HiddenColumn } from '../../context/context';
import { assemble, fillTable, formOf } from '../../context/context-table';
import { entityEntries, relationshipEntries } from '../../context/graph-entries';
import type { Scope } from '../../context/scope';
import { sourceEntries } from '../../context/source-entries';
import { coverage } from '../../evidence/sentences';
import type { Question } from '../../request/question';
import type { Retrieval } from '../../writer/search-run';
import { bestConnectedEntities } from '../local/best-connected-entities';
import { lightragChoices } from './parameters';

/** Targets of the search in the graph; passages are ranked by the question itself. */
export interface Sought {
  /** Finds entities; missing where no low-level keyword was named. */
  readonly entities?: Question;
  /** Finds relationships in place of entities. */
  readonly relationships?: Question;
}

/** Entities and relationships as row numbers, best first. */
interface Picked {
  readonly entities: EntityPick;
  readonly relationships: readonly number[];
}

/** LightRAG's rows have names and descriptions alone (family-2 3.1). */
const HIDDEN: readonly HiddenColumn[] = ['occurrence weight', 'rank', 'number of relationships', 'weight', 'links'];

/**
 * Fills tables of entities, relationships and passages within so many tokens (LightRAG A1.2): the graph around what is sought, and of its
 * passages those nearest to the question.
 */
export function lightragContext(retrieval: Retrieval, sought: Sought, tokens: number): BuiltContext {
  const { index, scope, request } = retrieval;
  const choices = lightragChoices(request.parameters?.['lightrag-local']);
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
  const each = choices.passagesEach;
  const hits = passagesFor(retrieval, entityTable, relationshipTable, each).slice(0, choices.passages);
  const rest = tokens - entityTable.tokens - relationshipTable.tokens;
  const sources = fillTable(formOf('Sources'), sourceEntries(index, hits), rest, scope);
  return assemble([entityTable, relationshipTable, sources], tokens);
}

/**
 * Entities first and the relationships that touch them, those of the best connected ones where nothing matches; or relationships first, where only
 * themes are sought, and their ends.
 */
function pick({ index, scope, question }: Retrieval, sought: Sought, most: number): Picked {
  if (sought.relationships) {
    const relationships = relationshipsAbout(index, scope, sought.relationships, most);
    return { relationships, entities: endsOf(index, relationships, scope) };
  }
  const { entities: all } = index.tables;
  const allow = (row: number): boolean => scope.touches(all[row]?.text_unit_ids ?? []);
  const among = scope.everything ? {} : { allow };
  const found = mapQueryToEntities(index, sought.entities ?? question, most, among);
  const isUnmatched = found.rows.length === 0 && !hasMatches(index, question, scope.unit);
  const entities = isUnmatched ? bestConnectedEntities(index, most, scope, allow) : found;
  return { entities, relationships: relationshipsOf(index, scope, entities.rows) };
}

/** Relationships that touch some of the entities, by the degrees of their ends, then by weight. */
function relationshipsOf(index: SearchIndex, scope: Scope, entities: readonly number[]): readonly number[] {
  const edges = new Set(entities.flatMap((row) => [...edgesOf(index.adjacency, row)]));
  const { relationships } = index.tables;
  return Array.from(edges, (row) => ({
    row,
    degrees: relationshipRank(index, row, 'combined_degree'),
    weight: relationships[row]?.weight ?? 0,
  }))
    .filter(({ row }) => scope.touches(relationships[row]?.text_unit_ids ?? []))
    .sort((a, b) => b.degrees - a.degrees || b.weight - a.weight || a.row - b.row)
    .map(({ row }) => row);
}

/** Relationships whose keywords, names and description have most of the words sought; no vectors are kept of them. */
function relationshipsAbout(index: SearchIndex, scope: Scope, about: Question, most: number): readonly number[] {
  return index.tables.relationships
    .map((one, row) => ({ one, row, score: coverage(about.words, termsIn(one, about.language)) }))
    .filter(({ one, score }) => score > 0 && scope.touches(one.text_unit_ids))
    .sort((a, b) => b.score - a.score || b.one.weight - a.one.weight || a.row - b.row)
    .slice(0, most)
    .map(({ row }) => row);
}

const known = new WeakMap<RelationshipRow, { readonly language: string; readonly terms: ReadonlySet<string> }>();

/** Made once for each row and language. */
function termsIn(row: RelationshipRow, language: string): ReadonlySet<string> {
  const before = known.get(row);
  if (before?.language === language) return before.terms;
  const { source, target, description, keywords } = row;
  const made = new Set(terms([...keywords, source, target, description].join('\n'), language));
  known.set(row, { language, terms: made });
  return made;
}

/** Entities at the ends of relationships, in the order in which they are first met. */
function endsOf(index: SearchIndex, relationships: readonly number[], scope: Scope): EntityPick {
  const ids = relationships.flatMap((row) => {
    const one = index.tables.relationships[row];
    return one ? [one.source_id, one.target_id] : [];
  });
  const rows = [...new Set(ids)].flatMap((id) => index.entities.at.get(id) ?? []);
  const allowed = rows.filter((row) => scope.touches(index.tables.entities[row]?.text_unit_ids ?? []));
  return { rows: allowed, scores: new Map(allowed.map((row, at) => [row, 1 / (1 + at)])) };
}

/**
 * Passages of the shown entities and of the shown relationships in turn, each once. Where the graph has none, those that the question ranks, or
 * how documents begin.
 */
function passagesFor(
  { index, question, scope }: Retrieval,
  entities: ContextTable,
  relationships: ContextTable,
  each: number,
): readonly Hit[] {
  const { hits } = rankTextUnits(index, question, scope.unit);
  const scores = new Map(hits.map(({ id, score }) => [id, score]));
  // As LightRAG does, passages are compared with the question where vectors are there, or a reranker read them.
  const isComparable = question.dense !== undefined || question.reranked !== undefined;
  const taken = new Set<number>();
  const chosen = [
    { table: entities, unitsOf: (row: number) => index.tables.entities[row]?.text_unit_ids },
    { table: relationships, unitsOf: (row: number) => index.tables.relationships[row]?.text_unit_ids },
  ].map(({ table, unitsOf }) => {
    const lists = table.rows.filter(({ used }) => used).map(({ row }) => slotsOf(index, scope, unitsOf(row), taken));
    const owned = ownedPassages(lists).filter((own) => own.length > 0);
    const picked = isComparable ? nearest(owned, scores, each) : byQuota(owned, each);
    for (const slot of picked) taken.add(slot);
    return picked;
  });
  const merged = roundRobin(chosen).map((id) => ({ id, score: scores.get(id) ?? 0 }));
  if (merged.length > 0) return merged;
  return hits.length > 0 ? hits : documentLeads(index, scope.unit, LEADS);
}

/** Documents at most whose beginnings are shown where there is nothing else. */
const LEADS = 10;

const slotsOf = (
  index: SearchIndex,
  scope: Scope,
  ids: readonly string[] = [],
  taken: ReadonlySet<number>,
): readonly number[] =>
  ids.flatMap((id) => index.slotOf.get(id) ?? []).filter((slot) => scope.unit(slot) && !taken.has(slot));

/** Gives each passage to the first row that has it; within a row those first that most rows have. */
export function ownedPassages(lists: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const counts = new Map<number, number>();
  for (const slot of lists.flat()) counts.set(slot, (counts.get(slot) ?? 0) + 1);
  const given = new Set<number>();
  return lists.map((list) => {
    const own = list.filter((slot) => !given.has(slot));
    for (const slot of own) given.add(slot);
    return own.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  });
}

/** The passages nearest to the question, half of `each` for a row on average. */
function nearest(owned: readonly (readonly number[])[], scores: ReadonlyMap<number, number>, each: number) {
  const most = Math.floor((each * owned.length) / 2);
  return owned
    .flat()
    .sort((a, b) => (scores.get(b) ?? -1) - (scores.get(a) ?? -1))
    .slice(0, most);
}

/** From `each` passages of the first row down to one of the last; what a row leaves of its quota goes to the first rows with passages left. */
export function byQuota(owned: readonly (readonly number[])[], each: number): readonly number[] {
  const last = Math.max(1, owned.length - 1);
  const quotas = owned.map((_, at) => Math.round(each - ((each - 1) * at) / last));
  const picked = owned.map((own, at) => own.slice(0, quotas[at]));
  const left = quotas.reduce((sum, quota) => sum + quota, 0) - picked.flat().length;
  const more = owned.flatMap((own, at) => own.slice(quotas[at])).slice(0, left);
  return [...picked.flat(), ...more];
}

/** One of each list in turn. */
export function roundRobin(lists: readonly (readonly number[])[]): readonly number[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}
