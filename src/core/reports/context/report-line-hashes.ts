import { shortId } from '../../ids';
import { NO_MODEL } from '../../provenance';
import type { CommunityReportRow, CommunityRow, RelationshipRow } from '../../tables/tables';
import { type ContextLine, DATASETS, type ContextChoice } from './context-page';
import type { ModelTables } from './report-tables';
import { type Outline, maxDescriptionTokens } from './outline';
import type { Source } from '../model/citations';
import { APPEARS_WITH, appearsWithId } from '../../graph/derive/derive-relationships';
import { claimOwnCells, entityOwnCells, relationshipOwnCells } from './context-lines';

/** What a report is written from, short enough to be kept with it. */
export interface ContextHashes {
  /** Of each line, and each of those behind what tells of a sub-community: digits of the thing that it tells of, then digits of its words. */
  readonly lines: readonly string[];
  /** Documents whose words are shown, each with a hash of its text. */
  readonly documents: readonly string[];
}

/** The same, with what found no room. */
export interface ReportHashes extends ContextHashes {
  /** Of each line of the community that was not shown: one that is shown later and was here is no news. */
  readonly beyond: readonly string[];
}

/** What tells of a sub-community: a model's report, behind which stands all that the model was shown, or lines of its own page. */
export interface StandIn {
  readonly by: 'report' | 'lines';
  readonly community: number;
  readonly facts: ContextHashes;
}

/** Digits that name a thing. */
const THING = 8;
/** Part of the lines that may change before a report is written again: what it says is then still true, and tells nearly all there is. */
const MOST_CHANGED = 0.1;
/** Part of the lines that may make room for others, all as true as before, until what it tells is no longer what matters most. */
const MOST_REPLACED = 1 / 3;

const thingHash = (id: string): string => shortId(id);

/** The facts of a page, with those behind what stands in for sub-communities. */
export function hashContext(
  tables: Pick<ModelTables, 'textHash'>,
  { page }: Pick<Outline, 'page'>,
  standIns: readonly StandIn[],
): ContextHashes {
  const own = hashLines(
    tables,
    DATASETS.flatMap((dataset) => page.lines[dataset]),
  );
  return {
    lines: distinct([...own.lines, ...standIns.map(standInHash), ...standIns.flatMap(({ facts }) => facts.lines)]),
    documents: distinct([...own.documents, ...standIns.flatMap(({ facts }) => facts.documents)]),
  };
}

/** The facts of some lines. */
export function hashLines(tables: Pick<ModelTables, 'textHash'>, lines: readonly ContextLine[]): ContextHashes {
  return {
    lines: distinct(lines.map(lineHash)),
    documents: distinct(lines.flatMap(({ documentIds }) => documentIds).map((id) => documentHash(tables, id))),
  };
}

/** What is marked of a line. */
type HashedLine = Pick<ContextLine, 'dataset' | 'id' | 'said'>;

/** Digits of the thing that a line tells of, then digits of its words. */
const lineHash = ({ dataset, id, said }: HashedLine): string => `${thingHash(id)}${shortId(dataset, ...said)}`;

const standInHash = ({ community, by }: Omit<StandIn, 'facts'>): string =>
  `${thingHash(String(community))}${by === 'report' ? shortId() : shortId(by)}`;

const STANDS_IN = new Set([shortId(), shortId('lines')]);

/** Whether a line says no more than that something stands in for a sub-community. */
const standsIn = (line: string): boolean => STANDS_IN.has(line.slice(THING));

/** By what a report was told of a sub-community; by lines where it does not say. */
export function standInKinds({ context_lines: lines }: CommunityReportRow): (community: number) => StandIn['by'] {
  const all = new Set(lines);
  return (community) => (all.has(standInHash({ community, by: 'report' })) ? 'report' : 'lines');
}

const distinct = (list: readonly string[]): readonly string[] => [...new Set(list)].sort();

const documentHash = ({ textHash }: Pick<ModelTables, 'textHash'>, id: string): string =>
  `${id}:${textHash(id).slice(0, 16)}`;

/** The documents of facts, by id. */
export const documentIdsOf = (documents: readonly string[]): readonly string[] =>
  documents.map((mark) => mark.slice(0, mark.lastIndexOf(':')));

/** Whether every document whose words a report was written from is still there as it was. */
export const hasCurrentDocuments = (
  tables: Pick<ModelTables, 'textHash'>,
  { context_documents: documents }: CommunityReportRow,
): boolean => {
  const ids = documentIdsOf(documents);
  return documents.every((mark, at) => mark === documentHash(tables, ids[at] ?? ''));
};

/**
 * How many lines that a report was written from are no longer said, or how many are new, whichever is more; `said` is all that the community says
 * now. Undefined where those are too many, where too many have made room for others, or where something that it cites is no longer said in these
 * words.
 */
export function countChangedLines(
  report: CommunityReportRow,
  now: ContextHashes,
  said: ReadonlySet<string>,
): number | undefined {
  const before = new Set(report.context_lines);
  const after = new Set(now.lines);
  const beyond = new Set(report.context_beyond);
  const gone = [...before].filter((line) => !after.has(line));
  const come = [...after].filter((line) => !before.has(line));
  const unsaid = gone.filter((line) => !said.has(line));
  const news = come.filter((line) => !beyond.has(line));
  const counted = (lines: readonly string[]): number => lines.filter((line) => !standsIn(line)).length;
  const changed = Math.max(counted(unsaid), counted(news));
  const all = Math.max(before.size, after.size);
  if (changed > MOST_CHANGED * all || Math.max(gone.length, come.length) > MOST_REPLACED * all) return undefined;
  const cited = citedThings(report);
  return unsaid.some((line) => cited.has(line.slice(0, THING))) ? undefined : changed;
}

/** Whether a report stands though so many of its lines, and those about these things, are others. */
export function isValidAfter(report: CommunityReportRow, changed: number, ids: readonly string[]): boolean {
  const cited = citedThings(report);
  return changed <= MOST_CHANGED * report.context_lines.length && !ids.some((id) => cited.has(thingHash(id)));
}

function citedThings({ finding_sources, summary_sources }: CommunityReportRow): ReadonlySet<string> {
  const sources = [finding_sources, summary_sources].flatMap((json) => (JSON.parse(json) as Source[][]).flat());
  return new Set(sources.map(({ id }) => thingHash(id)));
}

/** The marks of all lines that a community has, whether there is room for them or not. */
export type CommunityHashes = (row: CommunityRow, choice: ContextChoice) => ReadonlySet<string>;

/** Marks on one state of the tables; each line's is made once. */
export function communityHashes(tables: ModelTables): CommunityHashes {
  const marks = new Map<string, string>();
  return (row, { tokens }) => {
    const longest = maxDescriptionTokens(tokens);
    const markOf = (dataset: HashedLine['dataset'], id: string, said: () => readonly string[]): string => {
      const key = `${String(longest)} ${id}`;
      const mark = marks.get(key) ?? lineHash({ dataset, id, said: said() });
      marks.set(key, mark);
      return mark;
    };
    const entities = row.entity_ids.flatMap((id) => tables.entity(id) ?? []);
    return new Set([
      ...entities.flatMap((entity) => [
        markOf('Entities', entity.id, () => entityOwnCells(entity, { longest })),
        ...tables.claims(entity).map((claim) => markOf('Claims', claim.id, () => claimOwnCells(claim, { longest }))),
      ]),
      ...tables
        .relationships(row)
        .flatMap((one) => [one, ...coOccurrenceOf(tables, one)])
        .map((one) => markOf('Relationships', one.id, () => relationshipOwnCells(one, { longest }))),
    ]);
  };
}

/** What co-occurrence would say of a stated pair: it is as true as before, though it has no row beside what is stated. */
function coOccurrenceOf(tables: ModelTables, row: RelationshipRow): readonly RelationshipRow[] {
  const [a, b] = [tables.entity(row.source_id), tables.entity(row.target_id)];
  if (row.method === NO_MODEL || !a || !b) return [];
  const [source, target] = a.key < b.key ? [a.title, b.title] : [b.title, a.title];
  return [{ ...row, id: appearsWithId(a, b), source, target, description: APPEARS_WITH, keywords: [] }];
}
