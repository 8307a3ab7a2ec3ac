import type { CommunityReportRow, CommunityRow, EntityRow } from '../../tables/tables';
import type { ContextChoice } from '../context/context-page';
import type { ModelContexts } from './valid-reports';
import { withoutRedundantSubcommunities } from '../context/outline';
import { statedId } from '../../graph/derive/derive-relationships';
import { inSteps, type Work } from '../../work';
import { isValidAfter } from '../context/report-line-hashes';
import type { NameOccurrences } from '../../descriptions/list-descriptions';

/** Communities that a model reports on. */
export interface WantedReports {
  /** `top`: level 0, and deeper levels as long as there are at most `most` communities in all. */
  readonly which: 'none' | 'top' | 'all';
  /** Limit for `top`. If level 0 alone has more, its largest communities are taken. */
  readonly most: number;
  /** Members that a community must have, at least 2. */
  readonly leastSize: number;
}

/**
 * About the number of broadest communities in a small collection. Pairs are left out, since their relationship has the
 * same content.
 */
export const WANTED_REPORTS: WantedReports = { which: 'top', most: 10, leastSize: 3 };

/** The communities that a model reports on: the deepest level first, within a level the largest first, without redundant sub-communities. */
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

/** A report that a model has yet to write. */
export interface OutdatedReport {
  readonly community: CommunityRow;
  /** The row in the table of reports; null where there is none, so that the report is composed of sentences. */
  readonly standing: CommunityReportRow | null;
}

interface Reported {
  readonly communities: readonly CommunityRow[];
  readonly community_reports: readonly CommunityReportRow[];
}

/**
 * Lists the wanted communities without a valid report by a model, deepest level first. With a `layer`, reports of other layers do not count.
 * Communities with nothing to show are left out.
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

/** As `listOutdatedReports`, but without a look at the contexts, which takes long for thousands of communities. */
export function listInvalidReports(
  tables: Reported,
  contexts: Pick<ModelContexts, 'changedLines'>,
  wanted: WantedReports,
  layer?: string,
): readonly OutdatedReport[] {
  const reports = new Map(tables.community_reports.map((row) => [row.community, row]));
  return wantedReports(tables.communities, wanted).flatMap((community) => {
    const standing = reports.get(community.community) ?? null;
    const isValid = standing !== null && contexts.changedLines(standing) !== undefined;
    const stands = isValid && (layer === undefined || standing.method === layer);
    return stands ? [] : [{ community, standing }];
  });
}

interface AffectedTables {
  readonly entities: readonly EntityRow[];
  readonly communities: readonly CommunityRow[];
  readonly community_reports: readonly CommunityReportRow[];
}

/**
 * Lists the wanted reports by a model that are valid now and will probably not be once these passages are read. Each name of a member, and each
 * pair of them in one sentence, counts as a line that changes.
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

/** Ids of relationships in both directions. */
function idsOfPair([a = '', b = '']: readonly string[]): readonly string[] {
  return [statedId({ key: a }, { key: b }), statedId({ key: b }, { key: a })];
}
