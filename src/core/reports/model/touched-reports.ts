import { statedId } from '../../graph/derive/derive-relationships';
import type { CommunityReportRow, CommunityRow, EntityRow } from '../../tables/tables';
import { inSteps, type Work } from '../../work';
import { outlasts } from './context-facts';
import { wantedReports, type DirtyReport, type WantedReports } from './dirty-reports';
import type { ModelContexts } from './model-contexts';
import type { PassagesOfNames } from './passages-of-names';

interface Reported {
  readonly entities: readonly EntityRow[];
  readonly communities: readonly CommunityRow[];
  readonly community_reports: readonly CommunityReportRow[];
}

/**
 * The wanted reports by a model that stand now and likely will not once these passages are read: since they name members, and two of them in
 * one sentence, so that other lines stand there, or since it cites one of these.
 */
export function* touchedReports(
  tables: Reported,
  contexts: Pick<ModelContexts, 'changedIn'>,
  wanted: WantedReports,
  unread: PassagesOfNames,
): Work<readonly DirtyReport[]> {
  const reports = new Map(tables.community_reports.map((row) => [row.community, row]));
  const entities = new Map(tables.entities.map((row) => [row.id, row]));
  const pairs = [...unread.pairs.keys()].map((pair) => pair.split('\u001f'));
  const touched: DirtyReport[] = [];
  const visit = (community: CommunityRow): void => {
    const standing = reports.get(community.community);
    const changed = standing && contexts.changedIn(standing);
    if (!standing || changed === undefined) return; // it is due already
    const members = community.entity_ids.flatMap((id) => entities.get(id) ?? []);
    const known = new Set(members.map(({ key }) => key));
    const named = members.filter(({ key }) => unread.names.has(key));
    const stated = pairs.filter((pair) => pair.every((key) => known.has(key)));
    const ids = [...named.map(({ id }) => id), ...stated.flatMap(idsOfPair)];
    if (!outlasts(standing, changed + named.length + stated.length, ids)) touched.push({ community, standing });
  };
  yield* inSteps(wantedReports(tables.communities, wanted), visit, 1);
  return touched;
}

/** Of what may be said of one of them to the other. */
function idsOfPair([a = '', b = '']: readonly string[]): readonly string[] {
  return [statedId({ key: a }, { key: b }), statedId({ key: b }, { key: a })];
}
