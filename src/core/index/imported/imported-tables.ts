import { entityKey } from '../../extract/entity-key';
import { EVIDENCE_KEPT } from '../../graph/derive/co-occurrence';
import { entityId } from '../../graph/derive/derive-entities';
import { GRAPH_VERSION } from '../../graph/derive/derive-graph';
import { relationshipId } from '../../graph/derive/derive-relationships';
import { NO_THEMES } from '../../graph/derive/theme-keywords';
import { isStableId, stableId } from '../../ids';
import { joinMessages, message, type Message } from '../../message';
import type { ForeignGraph } from '../../ports/interop';
import type { IndexState } from '../../ports/index-state';
import { importedLayer } from '../../provenance';
import type {
  CommunityReportRow,
  CommunityRow,
  CovariateRow,
  EntityRow,
  ExtractionRow,
  RelationshipRow,
  TextUnitRow,
  AllTables,
} from '../../tables/tables';
import type { Work } from '../../work';
import { reportSources } from './report-sources';
import {
  claimRecord,
  entityRecords,
  evidenceFinder,
  relationshipRecords,
  type Evidence,
  type EvidenceFinder,
} from './imported-records';
import { type PlacedTexts, placeTexts } from './placed-texts';
import { withStatedDocument } from './stated-document';

/** A graph of another program as a collection. */
interface ImportedTables {
  readonly tables: Omit<AllTables, 'edits'>;
  readonly state: Pick<IndexState, 'derived' | 'graphVersion' | 'counters' | 'keptCommunities'>;
  /** Differences from the imported files; empty where there are none. */
  readonly notes: Message;
}

/**
 * Imports another program's graph as Burrow's tables: its own rows, and records from which the same rows follow again
 * at every later change. Degrees and all other derived columns are counted. Communities are found where there are none.
 */
export function* importedTables(given: ForeignGraph, today: string): Work<ImportedTables> {
  const graph = withStatedDocument(given, today);
  const layer = importedLayer(graph.program);
  const texts = yield* placeTexts(graph, today);
  const units = new Map(texts.text_units.map((row) => [row.id, row]));
  const unitOf = (id: string): TextUnitRow | undefined => units.get(id);
  const finder = evidenceFinder();
  const entities = entityRows(graph, layer, unitOf);
  const byTitle = new Map(entities.toReversed().map((row) => [row.title, row]));
  const { rows: relationships, evidence } = yield* relationshipRows(graph, { layer, unitOf, finder, byTitle });
  const keys = new Map(entities.map((row) => [row.id, row.key]));
  const keyOf = (id: string): string => keys.get(id) ?? '';
  const claims = claimRows(graph, { layer, unitOf, finder, byTitle });
  const extractions: ExtractionRow[] = [];
  const add = (rows: readonly ExtractionRow[]): void => {
    for (const row of rows) extractions.push(row);
  };
  add(yield* entityRecords(entities, { layer, unitOf, finder }));
  add(yield* relationshipRecords(relationships, keyOf, evidence, layer));
  add(claims.records);
  const idOf = new Map(graph.entities.map(({ id }, at) => [id, entities[at]?.id ?? id]));
  const communities = communityRows(graph, idOf);
  const tables = {
    documents: texts.documents,
    text_units: texts.text_units,
    entities,
    relationships,
    covariates: claims.rows,
    communities,
    community_reports: reportRows(graph, layer, { communities, entities, relationships, claims: claims.rows, units }),
    summaries: [],
    extractions,
  };
  const derived = communities.length > 0 || entities.length === 0;
  const keptCommunities = communities.reduce((most, { community }) => Math.max(most, community), -1);
  return {
    tables,
    state: {
      ...{ derived, counters: countersOf(tables) },
      ...(derived && { graphVersion: GRAPH_VERSION }),
      ...(keptCommunities >= 0 && { keptCommunities }),
    },
    notes: notesOn(given, tables, texts),
  };
}

interface Rows {
  readonly layer: string;
  readonly unitOf: (id: string) => TextUnitRow | undefined;
  readonly finder: EvidenceFinder;
  /** The first entity of a title. */
  readonly byTitle: ReadonlyMap<string, EntityRow>;
}

/**
 * Entities whose titles have the same key are still different ones: only the first has the key alone. An id of Burrow's
 * own follows from the key again: that of a renamed entity is still the id of its first name, which documents may bring
 * back as another entity.
 */
function entityRows(graph: ForeignGraph, layer: string, unitOf: Rows['unitOf']): readonly EntityRow[] {
  const taken = new Set<string>();
  return graph.entities.map((row) => {
    const plain = entityKey(row.title);
    const key = taken.has(plain) ? `${plain} (${row.id})` : plain;
    taken.add(key);
    const text_unit_ids = [...new Set(row.text_unit_ids)].filter((id) => unitOf(id));
    return {
      ...row,
      id: isStableId(row.id) ? entityId(key) : row.id,
      text_unit_ids,
      frequency: text_unit_ids.length,
      degree: 0,
      key,
      aliases: [],
      method: layer,
      description_hash: null,
    };
  });
}

function* relationshipRows(
  graph: ForeignGraph,
  { layer, unitOf, finder, byTitle }: Rows,
): Work<{ readonly rows: readonly RelationshipRow[]; readonly evidence: ReadonlyMap<string, readonly Evidence[]> }> {
  const rows: RelationshipRow[] = [];
  const evidence = new Map<string, readonly Evidence[]>();
  const taken = new Set<string>();
  for (const [done, row] of graph.relationships.entries()) {
    if (done % 64 === 0) yield { done, total: graph.relationships.length };
    const [source, target] = [byTitle.get(row.source), byTitle.get(row.target)];
    if (!source || !target) continue;
    const units = [...new Set(row.text_unit_ids)].flatMap((id) => unitOf(id) ?? []);
    const places = units.map((unit) => finder.sentence(unit, [row.source, row.target]));
    const kept = distinct(places).slice(0, EVIDENCE_KEPT);
    const own = relationshipId(row.id, source, target);
    const id = taken.has(own) ? stableId(own, row.id) : own;
    taken.add(id);
    evidence.set(id, places);
    rows.push({
      ...row,
      id,
      combined_degree: 0,
      text_unit_ids: units.map(({ id }) => id),
      keywords: [],
      ...NO_THEMES,
      method: layer,
      description_hash: null,
      source_id: source.id,
      target_id: target.id,
      count: distinct(places).length,
      evidence_document_ids: kept.map(({ unit }) => unit.document_id),
      evidence_starts: kept.map(({ start }) => start),
      evidence_ends: kept.map(({ end }) => end),
    });
  }
  return { rows, evidence };
}

const distinct = (places: readonly Evidence[]): readonly Evidence[] => [
  ...new Map(places.map((place) => [`${place.unit.document_id} ${place.start} ${place.end}`, place])).values(),
];

function claimRows(
  graph: ForeignGraph,
  { layer, unitOf, finder, byTitle }: Rows,
): { readonly rows: readonly CovariateRow[]; readonly records: readonly ExtractionRow[] } {
  const rows: CovariateRow[] = [];
  const records: ExtractionRow[] = [];
  const keyOf = (title: string): string => byTitle.get(title)?.key ?? entityKey(title);
  for (const given of graph.covariates) {
    const unit = unitOf(given.text_unit_id);
    if (!unit) continue;
    const place =
      finder.mention(unit, given.source_text) ?? finder.sentence(unit, [given.subject_id, given.object_id ?? '']);
    const evidence = { evidence_start: place.start, evidence_end: place.end };
    const row: CovariateRow = { ...given, method: layer, document_id: unit.document_id, ...evidence };
    rows.push(row);
    records.push(claimRecord(row, keyOf, { unit, place, layer }));
  }
  return { rows, records };
}

function communityRows(graph: ForeignGraph, idOf: ReadonlyMap<string, string>): readonly CommunityRow[] {
  return graph.communities.map((row) => {
    const entity_ids = [...new Set(row.entity_ids)].flatMap((id) => idOf.get(id) ?? []);
    return { ...row, entity_ids, size: entity_ids.length, relationship_ids: [], text_unit_ids: [], covariate_ids: [] };
  });
}

function reportRows(
  { community_reports }: ForeignGraph,
  layer: string,
  tables: Parameters<typeof reportSources>[0],
): readonly CommunityReportRow[] {
  const sourcesOf = reportSources(tables);
  const known = new Set(tables.communities.map(({ community }) => community));
  return community_reports
    .filter(({ community }) => known.has(community))
    .map((row) => ({
      ...row,
      method: layer,
      context_hash: '',
      finding_sources: JSON.stringify(row.findings.map(({ explanation }) => sourcesOf(explanation))),
      summary_sources: '[]',
      context_lines: [],
      context_beyond: [],
      context_documents: [],
      lines_changed: null,
      set_aside: null,
    }));
}

/** The highest numbers given so far. */
function countersOf(tables: Omit<AllTables, 'edits'>): IndexState['counters'] {
  const highest = (rows: Iterable<{ readonly human_readable_id: number }>): number => {
    let most = -1;
    for (const { human_readable_id } of rows) most = Math.max(most, human_readable_id);
    return most;
  };
  const { documents, text_units, entities, relationships, covariates, communities } = tables;
  const counted = Object.entries({ documents, text_units, entities, relationships, covariates });
  const numbers = communities.reduce((most, { community }) => Math.max(most, community), highest(communities));
  return Object.fromEntries(
    [...counted.map(([name, rows]) => [name, highest(rows)] as const), ['communities', numbers] as const].filter(
      ([, most]) => most >= 0,
    ),
  );
}

/** Lists the differences from the imported files. */
function notesOn(
  given: ForeignGraph,
  tables: Omit<AllTables, 'edits'>,
  { appended, headed }: Pick<PlacedTexts, 'appended' | 'headed'>,
): Message {
  const lost = (name: 'relationships' | 'covariates' | 'community_reports'): number =>
    given[name].length - tables[name].length;
  const { unlistedEntities = 0 } = given;
  const [relationships, claims, reports] = [lost('relationships'), lost('covariates'), lost('community_reports')];
  return joinMessages(
    unlistedEntities > 0
      ? message`Only relationships, not the list of nodes, name ${unlistedEntities} of the entities.`
      : '',
    relationships > 0
      ? message`${relationships} relationships were left out: they name entities that are not in the table.`
      : '',
    claims > 0 ? message`${claims} claims were left out: their text units are not in the table.` : '',
    reports > 0 ? message`${reports} reports were left out: their communities are not in the table.` : '',
    headed > 0
      ? message`${headed} text units began with lines about their document, which were left out: they are no part of its text.`
      : '',
    appended > 0
      ? message`${appended} text units are not in their documents word for word; they stand at the end of them.`
      : '',
  );
}
