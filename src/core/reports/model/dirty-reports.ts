import type { CommunityReportRow, CommunityRow } from '../../tables/tables';
import type { ContextChoice } from './context-key';
import type { ModelContexts } from './model-contexts';
import { withoutNearlySame } from './nearly-whole';

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
  const large = withoutNearlySame(communities).filter(({ size }) => size >= Math.max(2, leastSize));
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
export interface DirtyReport {
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
export function dirtyReports(
  tables: Reported,
  contexts: ModelContexts,
  choice: ContextChoice,
  wanted: WantedReports = WANTED_REPORTS,
  layer?: string,
): readonly DirtyReport[] {
  return openReports(tables, contexts, wanted, layer).filter(({ community }) => {
    const page = contexts.outline(community.community, choice)?.page;
    return page !== undefined && (page.standIns > 0 || page.lines.Entities.length > 0);
  });
}

/** The same, with communities of which there is nothing to show: that takes long to see where there are thousands. */
export function openReports(
  tables: Reported,
  contexts: Pick<ModelContexts, 'changedIn'>,
  wanted: WantedReports,
  layer?: string,
): readonly DirtyReport[] {
  const reports = new Map(tables.community_reports.map((row) => [row.community, row]));
  return wantedReports(tables.communities, wanted).flatMap((community) => {
    const standing = reports.get(community.community);
    if (!standing) return [];
    const stands = contexts.changedIn(standing) !== undefined && (layer === undefined || standing.method === layer);
    return stands ? [] : [{ community, standing }];
  });
}
