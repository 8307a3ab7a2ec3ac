import { APPEARS_WITH, appearsWithId } from '../../graph/derive/derive-relationships';
import { shortId } from '../../ids';
import { NO_MODEL } from '../../provenance';
import type { CommunityReportRow, CommunityRow, RelationshipRow } from '../../tables/tables';
import type { Source } from '../model/report-references';
import { claimOwnCells, entityOwnCells, relationshipOwnCells } from './context-lines';
import { DATASETS, type ContextChoice, type ContextLine } from './context-page';
import { maxDescriptionTokens, type Outline } from './outline';
import type { ModelTables } from './report-tables';

/** Hashes of a report's context, short enough to be kept with it. */
export interface ContextHashes {
  /** A hash per line, also for the lines behind a stand-in: the hash of the thing, then the hash of its words. */
  readonly lines: readonly string[];
  /** Documents whose words are shown, each with a hash of its text. */
  readonly documents: readonly string[];
}

/** The hashes kept with a report. */
export interface ReportHashes extends ContextHashes {
  /** Lines of the community that had no room. When one is shown later, it is no new line. */
  readonly beyond: readonly string[];
}

/**
 * Substitute for a sub-community: a model's report with its whole context, or lines of the sub-community's own page.
 */
export interface StandIn {
  readonly by: 'report' | 'lines';
  readonly community: number;
  readonly hashes: ContextHashes;
}

type TextHashes = Pick<ModelTables, 'textHash'>;

/** Digits of the hash of a thing, which each hash of a line begins with. */
const THING_DIGITS = 8;
/** Share of the lines that may change before a report is written again. Up to here it is still true and nearly complete. */
const MOST_CHANGED = 0.1;
/**
 * Share of the lines that may give way to others. Beyond it a report misses the main points, though all of it is true.
 */
const MOST_REPLACED = 1 / 3;

const thingHash = (id: string): string => shortId(id);

/** Hashes the lines of a page and those behind its stand-ins. */
export function hashContext(
  tables: TextHashes,
  { page }: Pick<Outline, 'page'>,
  standIns: readonly StandIn[],
): ContextHashes {
  const lines = DATASETS.flatMap((dataset) => page.lines[dataset]);
  const all = [hashLines(tables, lines), ...standIns.map(({ hashes }) => hashes)];
  return {
    lines: distinct([...all.flatMap((hashes) => hashes.lines), ...standIns.map(standInHash)]),
    documents: distinct(all.flatMap(({ documents }) => documents)),
  };
}

/** Hashes some lines. */
export function hashLines(tables: TextHashes, lines: readonly ContextLine[]): ContextHashes {
  return {
    lines: distinct(lines.map(lineHash)),
    documents: distinct(lines.flatMap(({ documentIds }) => documentIds).map((id) => documentHash(tables, id))),
  };
}

type HashedLine = Pick<ContextLine, 'dataset' | 'id' | 'ownCells'>;

const lineHash = ({ dataset, id, ownCells }: HashedLine): string => `${thingHash(id)}${shortId(dataset, ...ownCells)}`;

const standInHash = ({ community, by }: Omit<StandIn, 'hashes'>): string =>
  `${thingHash(String(community))}${by === 'report' ? shortId() : shortId(by)}`;

const STAND_IN_HASHES = new Set([shortId(), shortId('lines')]);

const isStandIn = (line: string): boolean => STAND_IN_HASHES.has(line.slice(THING_DIGITS));

/**
 * Returns the kind of substitute for each sub-community when a report was written: lines, unless the report names
 * another.
 */
export function standInKinds({ context_lines: lines }: CommunityReportRow): (community: number) => StandIn['by'] {
  const all = new Set(lines);
  return (community) => (all.has(standInHash({ community, by: 'report' })) ? 'report' : 'lines');
}

const distinct = (list: readonly string[]): readonly string[] => [...new Set(list)].sort();

const documentHash = ({ textHash }: TextHashes, id: string): string => `${id}:${textHash(id).slice(0, 16)}`;

/** The ids of hashed documents. */
export const documentIdsOf = (documents: readonly string[]): readonly string[] =>
  documents.map((hash) => hash.slice(0, hash.lastIndexOf(':')));

/** Checks that every source document of a report still exists with the same text. */
export const hasCurrentDocuments = (
  tables: TextHashes,
  { context_documents: documents }: CommunityReportRow,
): boolean => {
  const ids = documentIdsOf(documents);
  return documents.every((hash, at) => hash === documentHash(tables, ids[at] ?? ''));
};

/**
 * Counts the lines of a report's context that are gone, or the new ones if they are more. `present` holds all lines of the community. Undefined
 * where too many have changed, where too many gave way to others, or where a line that the report cites is gone.
 */
export function countChangedLines(
  report: CommunityReportRow,
  now: ContextHashes,
  present: ReadonlySet<string>,
): number | undefined {
  const before = new Set(report.context_lines);
  const after = new Set(now.lines);
  const beyond = new Set(report.context_beyond);
  const removed = [...before].filter((line) => !after.has(line));
  const added = [...after].filter((line) => !before.has(line));
  const gone = removed.filter((line) => !present.has(line));
  const unknown = added.filter((line) => !beyond.has(line));
  const count = (lines: readonly string[]): number => lines.filter((line) => !isStandIn(line)).length;
  const changed = Math.max(count(gone), count(unknown));
  const all = Math.max(before.size, after.size);
  if (changed > MOST_CHANGED * all || Math.max(removed.length, added.length) > MOST_REPLACED * all) return undefined;
  const cited = citedThings(report);
  return gone.some((line) => cited.has(line.slice(0, THING_DIGITS))) ? undefined : changed;
}

/** Checks if a report stays valid when so many of its lines change, among them those about these things. */
export function isValidAfter(report: CommunityReportRow, changed: number, ids: readonly string[]): boolean {
  const cited = citedThings(report);
  return changed <= MOST_CHANGED * report.context_lines.length && !ids.some((id) => cited.has(thingHash(id)));
}

function citedThings({ finding_sources, summary_sources }: CommunityReportRow): ReadonlySet<string> {
  const sources = [finding_sources, summary_sources].flatMap((json) => (JSON.parse(json) as Source[][]).flat());
  return new Set(sources.map(({ id }) => thingHash(id)));
}

/** Hashes of all lines that a community has, whether there is room for them or not. */
export type CommunityHashes = (row: CommunityRow, choice: ContextChoice) => ReadonlySet<string>;

/** Hashes the lines of communities on one state of the tables, each line once. */
export function communityHashes(tables: ModelTables): CommunityHashes {
  const known = new Map<string, string>();
  return (row, { tokens }) => {
    const maxTokens = maxDescriptionTokens(tokens);
    const hashOf = (dataset: HashedLine['dataset'], id: string, cells: () => readonly string[]): string => {
      const key = `${String(maxTokens)} ${id}`;
      const hash = known.get(key) ?? lineHash({ dataset, id, ownCells: cells() });
      known.set(key, hash);
      return hash;
    };
    const entities = row.entity_ids.flatMap((id) => tables.entity(id) ?? []);
    const relationships = tables.relationships(row).flatMap((one) => [one, ...coOccurrenceOf(tables, one)]);
    return new Set([
      ...entities.map((one) => hashOf('Entities', one.id, () => entityOwnCells(one, maxTokens))),
      ...entities.flatMap(tables.claims).map((one) => hashOf('Claims', one.id, () => claimOwnCells(one, maxTokens))),
      ...relationships.map((one) => hashOf('Relationships', one.id, () => relationshipOwnCells(one, maxTokens))),
    ]);
  };
}

/** The co-occurrence behind a stated relationship. It has no row of its own then, and is as true as before. */
function coOccurrenceOf(tables: ModelTables, row: RelationshipRow): readonly RelationshipRow[] {
  const [a, b] = [tables.entity(row.source_id), tables.entity(row.target_id)];
  if (row.method === NO_MODEL || !a || !b) return [];
  const [source, target] = a.key < b.key ? [a.title, b.title] : [b.title, a.title];
  return [{ ...row, id: appearsWithId(a, b), source, target, description: APPEARS_WITH, keywords: [] }];
}
