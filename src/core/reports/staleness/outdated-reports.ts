import type { CommunityReportRow, CommunityRow, EntityRow } from '../../tables/tables';
import type { ContextChoice } from '../context/context-page';
import type { ModelContexts } from './model-contexts';
import { withoutRedundantSubcommunities } from '../context/redundant-subcommunities';
import { statedId } from '../../graph/derive/derive-relationships';
import { inSteps, type Work } from '../../work';
import { isValidAfter } from '../context/report-line-hashes';
import type { NameOccurrences } from '../../descriptions/name-occurrences';

/** Which communities a model is to report on. */
export interface WantedReports {
  /** `top`: level 0, and further levels while there are no more than `most` in all. */
  readonly which: 'none' | 'top' | 'all';
  /** Of the top levels; where level 0 alone has more, its largest. */
  readonly most: number;
  /** Members that a community must have, at least 2. */
  readonly leastSize: number;
}

/** As many reports as a small collection has broadest communities; pairs say no more than their relationship. */
export const WANTED_REPORTS: WantedReports = { which: 'top', most: 10, leastSize: 3 };

/**
 * The communities that a model is to report on, deepest level first, the largest first within one. What holds nearly all of a community above it
 * is told with that one.
 */
export function wantedReports(
  communities: readonly CommunityRow[],
  { which, most, leastSize }: WantedReports,
): readonly CommunityRow[] {
  const large = withoutRedundantSubcommunities(communities).filter(({ size }) => size >= Math.max(2, leastSize));
  if (which === 'none') return [];
  return (which === 'all' ? [...large] : topLevels(large, most)).sort((a, b) => b.level - a.level || bySize(a, b));
}

function topLevels(communities: readonly CommunityRow[], most: number): CommunityRow[] {
  const top: CommunityRow[] = [];
  for (let level = 0; top.length < most; level++) {
    const next = communities.filter((row) => row.level === level);
    if (next.length === 0 || (level > 0 && top.length + next.length > most)) break;
    top.push(...next.sort(bySize).slice(0, most));
  }
  return top;
}

const firstMember = ({ entity_ids }: CommunityRow): string => [...entity_ids].sort()[0] ?? '';

const bySize = (a: CommunityRow, b: CommunityRow): number =>
  b.size - a.size || (firstMember(a) < firstMember(b) ? -1 : 1);

/** A report that a model has still to write. */
export interface OutdatedReport {
  readonly community: CommunityRow;
  /** The report that stands so far. */
  readonly standing: CommunityReportRow;
}

interface Reported {
  readonly communities: readonly CommunityRow[];
  readonly community_reports: readonly CommunityReportRow[];
}

/**
 * The wanted communities without a report of a model that stands for what the tables say now, deepest level first. Where `layer` is given, reports
 * of other layers do not count.
 */
export function listOutdatedReports(
  tables: Reported,
  contexts: ModelContexts,
  choice: ContextChoice,
  wanted: WantedReports = WANTED_REPORTS,
  layer?: string,
): readonly OutdatedReport[] {
  return listInvalidReports(tables, contexts, wanted, layer).filter(({ community }) => {
    const page = contexts.outline(community.community, choice)?.page;
    return page !== undefined && (page.standIns > 0 || page.lines.Entities.length > 0);
  });
}

/** The same, with communities of which there is nothing to show: that takes long to see where there are thousands. */
export function listInvalidReports(
  tables: Reported,
  contexts: Pick<ModelContexts, 'changedLines'>,
  wanted: WantedReports,
  layer?: string,
): readonly OutdatedReport[] {
  const reports = new Map(tables.community_reports.map((row) => [row.community, row]));
  return wantedReports(tables.communities, wanted).flatMap((community) => {
    const standing = reports.get(community.community);
    if (!standing) return [];
    const stands = contexts.changedLines(standing) !== undefined && (layer === undefined || standing.method === layer);
    return stands ? [] : [{ community, standing }];
  });
}

interface AffectedTables {
  readonly entities: readonly EntityRow[];
  readonly communities: readonly CommunityRow[];
  readonly community_reports: readonly CommunityReportRow[];
}

/**
 * The wanted reports by a model that stand now and likely will not once these passages are read: since they name members, and two of them in
 * one sentence, so that other lines stand there, or since it cites one of these.
 */
export function* listAffectedReports(
  tables: AffectedTables,
  contexts: Pick<ModelContexts, 'changedLines'>,
  wanted: WantedReports,
  unread: NameOccurrences,
): Work<readonly OutdatedReport[]> {
  const reports = new Map(tables.community_reports.map((row) => [row.community, row]));
  const entities = new Map(tables.entities.map((row) => [row.id, row]));
  const pairs = [...unread.pairs.keys()].map((pair) => pair.split('\u001f'));
  const touched: OutdatedReport[] = [];
  const visit = (community: CommunityRow): void => {
    const standing = reports.get(community.community);
    const changed = standing && contexts.changedLines(standing);
    if (!standing || changed === undefined) return; // it is due already
    const members = community.entity_ids.flatMap((id) => entities.get(id) ?? []);
    const known = new Set(members.map(({ key }) => key));
    const named = members.filter(({ key }) => unread.names.has(key));
    const stated = pairs.filter((pair) => pair.every((key) => known.has(key)));
    const ids = [...named.map(({ id }) => id), ...stated.flatMap(idsOfPair)];
    if (!isValidAfter(standing, changed + named.length + stated.length, ids)) touched.push({ community, standing });
  };
  yield* inSteps(wantedReports(tables.communities, wanted), visit, 1);
  return touched;
}

/** Of what may be said of one of them to the other. */
function idsOfPair([a = '', b = '']: readonly string[]): readonly string[] {
  return [statedId({ key: a }, { key: b }), statedId({ key: b }, { key: a })];
}
