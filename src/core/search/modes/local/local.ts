import type { Retrieval } from '../../writer/search-run';
import { LOCAL_ANSWER } from '../../../prompts/answers';
import {
  type BuiltContext,
  type ContextShares,
  type ContextTable,
  type HiddenColumn,
  scaleShares,
} from '../../context/context';
import { DEFAULT_LEVEL } from '../../search-parameters';
import { answerTokens } from '../../model-call/token-budget';
import { neighbourhoodTokens, planCall } from '../estimate';
import { LOCAL_PARAMETERS, localChoices } from './parameters';
import { answerFrom } from '../../writer/write-answer';
import { bestConnectedEntities } from './best-connected-entities';
import type { Mode } from '../mode';
import type { SearchIndex } from '../../../retrieval';
import { conceptKey } from '../../../retrieval/lexical/concepts';
import { rowIn } from '../../../tables/rows';
import type { CovariateRow } from '../../../tables/tables';
import {
  mapQueryToEntities,
  rankRelationships,
  type EntityPick,
  type RelationshipRank,
} from '../../../retrieval/entities';
import { reportsOfEntities } from '../../../retrieval/reports';
import type { Question } from '../../request/question';
import { assemble, fillTable, formOf } from '../../context/context-table';
import { claimEntries, entityEntries, selectRelationships, relationshipEntries } from '../../context/graph-entries';
import { reportEntries, reportsWithin, type ReportLook } from '../../context/report-entries';
import type { Scope } from '../../context/scope';
import { sourceEntries } from '../../context/source-entries';
import type { Hit } from '../../../vectors/top-k';
import { documentLeads } from '../../../retrieval/documents/document-leads';
import { hasMatches, rankTextUnits } from '../../../retrieval/text-units';

/** Local search (GraphRAG B1): the neighbourhood of what the question names or means, and one call over it. */
export const LOCAL: Mode = {
  ...LOCAL_PARAMETERS,
  prompts: [LOCAL_ANSWER],
  needs: { reports: false },
  shows: ['entities', 'passages'],
  retrieve: (retrieval, tokens) => [neighbourhoodContext(retrieval, tokens)],
  write: (run) => answerFrom(run, LOCAL_ANSWER, (tokens) => neighbourhoodContext(run, tokens)),
  estimate: (costing) => [
    planCall(costing, {
      prompt: LOCAL_ANSWER,
      data: neighbourhoodTokens(costing),
      reply: answerTokens(costing),
      withHistory: true,
    }),
  ],
};

function neighbourhoodContext(
  { index, question, request, scope, level, claims }: Retrieval,
  tokens: number,
): BuiltContext {
  return localContext(index, question, { ...localChoices(request.parameters?.local), scope, tokens, level, claims });
}

/** Contents of a local context. */
export interface LocalContextChoice extends ReportLook {
  /** Estimated tokens at most. */
  readonly tokens: number;
  readonly scope: Scope;
  /** Deepest community level whose reports are shown; default 2. */
  readonly level?: number;
  /** Reports of a lower rank, from 0 to 10, are left out. */
  readonly leastRank?: number;
  /** Weight and rank of reports by default. */
  readonly hidden?: readonly HiddenColumn[];
  /** GraphRAG's by default, with more for passages in a small room. */
  readonly shares?: ContextShares;
  /** Entities at most, after all inclusions and exclusions (GraphRAG fetches twice as many and keeps them); default 10. */
  readonly entities?: number;
  /** Factor of candidates by words and by meaning; default 2. */
  readonly oversampling?: number;
  /** Relationships to entities that were not picked, at most for each that was; default 10. */
  readonly relationships?: number;
  /** Default `combined_degree`. */
  readonly rankBy?: RelationshipRank;
  /** Names of entities that come first. */
  readonly include?: readonly string[];
  /** Names of entities that are left out. */
  readonly exclude?: readonly string[];
  /** All claims of the index; none are shown without. */
  readonly claims?: readonly CovariateRow[];
}

/** GraphRAG's numbers and proportions (B1). */
const ENTITIES_PICKED = 10;
const RELATIONSHIPS_EACH = 10;
/** Documents at most whose beginnings are shown where there is nothing else. */
const LEADS = 10;
export const LOCAL_SHARES: ContextShares = { reports: 0.15, graph: 0.35, sources: 0.5 };

/** Largest share of entities in the tokens of the graph, and of claims in the rest. */
const ENTITIES = 0.5;
const CLAIMS = 0.25;

/**
 * Builds the context around a question's entities (GraphRAG B1): reports of their communities, the entities, their
 * relationships and claims, and passages. Never over the budget; empty where it is too small for anything.
 */
export function localContext(index: SearchIndex, question: Question, choice: LocalContextChoice): BuiltContext {
  const { scope } = choice;
  const picked = pickFor(index, question, choice, scope);
  const shares = withinOne(choice.shares ?? scaleShares(LOCAL_SHARES, choice.tokens));
  const part = (share: number): number => Math.floor(choice.tokens * share);
  const reports = reportTable(index, picked, part(shares.reports), choice, scope);
  const graph = graphTables(index, picked, part(shares.graph) + leftOf([reports], reports.budget), choice, scope);
  const rest = leftOf([reports, ...graph], part(shares.reports) + part(shares.graph));
  const shown = graph.flatMap((table) => (table.dataset === 'Relationships' ? table.rows.map(({ row }) => row) : []));
  const hits = localHits(index, question, scope, { entities: picked.rows, relationships: shown });
  const sources = fillTable(formOf('Sources'), sourceEntries(index, hits), part(shares.sources) + rest, scope);
  return assemble([reports, ...graph, sources], choice.tokens);
}

const leftOf = (tables: readonly ContextTable[], budget: number): number =>
  tables.reduce((left, { tokens }) => left - tokens, budget);

/** Shares that ask for more than there is are cut in proportion. */
function withinOne({ reports, graph, sources }: ContextShares): ContextShares {
  const sum = Math.max(1, reports + graph + sources);
  return { reports: reports / sum, graph: graph / sum, sources: sources / sum };
}

/** Entities of the scope, cut to their number after the inclusions and exclusions; the best connected ones where nothing matches the question. */
function pickFor(index: SearchIndex, question: Question, choice: LocalContextChoice, scope: Scope): EntityPick {
  const named = (name: string): readonly number[] => index.names.withName(conceptKey(name));
  const { entities: most = ENTITIES_PICKED, oversampling, include: first = [], exclude = [] } = choice;
  const excluded = new Set(exclude.flatMap(named));
  const include = first.flatMap((name) => named(name).slice(0, 1));
  const { entities } = index.tables;
  const allow = (row: number): boolean => !excluded.has(row) && scope.touches(entities[row]?.text_unit_ids ?? []);
  const isRestricted = excluded.size > 0 || !scope.everything;
  const among = { include, ...(oversampling && { oversampling }), ...(isRestricted && { allow }) };
  const picked = mapQueryToEntities(index, question, most, among);
  if (picked.rows.length > 0 || hasMatches(index, question, scope.unit)) return picked;
  return bestConnectedEntities(index, most, scope, allow);
}

function reportTable(
  index: SearchIndex,
  { rows }: EntityPick,
  budget: number,
  { level = DEFAULT_LEVEL, leastRank, hidden, ...look }: LocalContextChoice,
  scope: Scope,
): ContextTable {
  const ranked = reportsWithin(index, reportsOfEntities(index, rows, level), scope, leastRank);
  return fillTable(formOf('Reports', hidden), reportEntries(index, ranked, scope, look), budget, scope);
}

function graphTables(
  index: SearchIndex,
  picked: EntityPick,
  budget: number,
  choice: LocalContextChoice,
  scope: Scope,
): readonly ContextTable[] {
  const { claims = [] } = choice;
  const fill = (dataset: 'Entities' | 'Claims', entries: Parameters<typeof fillTable>[1], tokens: number) =>
    fillTable(formOf(dataset, choice.hidden), entries, Math.floor(tokens), scope);
  const entities = fill('Entities', entityEntries(index, picked, scope), budget * ENTITIES);
  const afterEntities = budget - entities.tokens;
  const about = fill('Claims', claimEntries(index, picked, claims, scope), afterEntities * CLAIMS);
  const between = relationshipTable(index, picked, afterEntities - about.tokens, choice, scope);
  return [entities, between, about];
}

function relationshipTable(
  index: SearchIndex,
  picked: EntityPick,
  budget: number,
  { rankBy = 'combined_degree', relationships = RELATIONSHIPS_EACH, hidden }: LocalContextChoice,
  scope: Scope,
): ContextTable {
  const { relationships: all } = index.tables;
  const touched = (row: number): boolean => scope.touches(rowIn(all, row)?.text_unit_ids ?? []);
  const allow = scope.everything ? undefined : touched;
  const whole = rankRelationships(index, picked.rows, rankBy, allow);
  const pick = (entities: readonly number[]): readonly number[] => {
    const isWhole = entities.length === picked.rows.length;
    const { inside, outside } = isWhole ? whole : rankRelationships(index, entities, rankBy, allow);
    return [...inside, ...outside.slice(0, relationships * entities.length)];
  };
  const fill = (rows: readonly number[]): ContextTable => {
    // GraphRAG has the column where the first row leads to an entity that was not picked; where that has one link, so have all others.
    const isLinked = whole.links(rows[0] ?? -1) > 1;
    const form = formOf('Relationships', isLinked ? hidden : [...(hidden ?? []), 'links']);
    return fillTable(form, relationshipEntries(index, rows, scope, rankBy, whole.links), budget, scope);
  };
  const fits = (rows: readonly number[]): boolean => fill(rows).rows.every(({ used }) => used);
  return fill(selectRelationships(picked.rows, pick, fits));
}

/**
 * Text units for a local context: those that the question ranks, then the others of each entity in turn (GraphRAG B1). Of an entity's units
 * those with most of its relationships come first. Where there are none at all, how the documents begin.
 */
function* localHits(
  index: SearchIndex,
  question: Question,
  scope: Scope,
  { entities, relationships }: { readonly entities: readonly number[]; readonly relationships: readonly number[] },
): Generator<Hit> {
  const given = new Set<number>();
  for (const hit of rankTextUnits(index, question, scope.unit, entities).hits) {
    given.add(hit.id);
    yield hit;
  }
  for (const row of entities) {
    const entity = index.tables.entities[row];
    if (!entity) continue;
    const counts = relationshipsIn(index, entity.id, relationships);
    const units = [...entity.text_unit_ids].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
    for (const id of units) {
      const slot = index.slotOf.get(id);
      if (slot === undefined || given.has(slot) || !scope.unit(slot)) continue;
      given.add(slot);
      yield { id: slot, score: 0 };
    }
  }
  if (given.size === 0) yield* documentLeads(index, scope.unit, LEADS);
}

/** Counts an entity's relationships in each text unit. */
function relationshipsIn(index: SearchIndex, id: string, rows: readonly number[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const one = rowIn(index.tables.relationships, row);
    if (one?.source_id !== id && one?.target_id !== id) continue;
    for (const unit of one.text_unit_ids) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  return counts;
}
