import type { CitationTarget } from '../../search/evidence/evidence';
import type { CallOptions } from '../../platform';
import type { TablePage, TableQuery } from '../../ports/collections';
import { type CollectionOverview, overviewOf } from '../../overview/overview';
import type { FoundThings } from '../../search/find/find';
import type { TextFindOptions, TextFind } from '../../search/find/text-find';
import type { CommunityReportRow, CommunityRow } from '../../tables/tables';
import type { EvidenceView } from '../../search/evidence/evidence-view';
import type { SearchIndex } from '../../retrieval';
import { runWork } from '../../work';
import type { EngineApi } from '../api';
import type { OpenCollection } from '../session/open-collection';
import type { Session } from '../session/session';

/** Looking around in what was found. */
export interface LookingCalls {
  /** Documents, entities and reports by name, the best first, at most `limit` of each; what is not indexed yet is not found. */
  find(text: string, limit: number, options?: CallOptions): Promise<FoundThings>;
  /** Places of words and phrases in the texts; quick enough to be asked while a person types. */
  findText(query: string, options: TextFindOptions & CallOptions): Promise<TextFind>;
  /** What the collection holds, at one glance. */
  overview(): Promise<CollectionOverview>;
  /** Everything known about a cited thing, with passages to follow. */
  evidence(target: CitationTarget): Promise<EvidenceView | null>;
  /** Communities of two members or more. */
  communities(): Promise<readonly CommunityNode[]>;
  table(query: TableQuery): Promise<TablePage>;
  /** Makes ready what shows tables, so that the first one does not wait for it. */
  startTables(): Promise<void>;
}

/** A community with its report and the best known of its members. */
export interface CommunityNode {
  readonly row: CommunityRow;
  readonly report: CommunityReportRow | null;
  /** Titles of its most connected members. */
  readonly members: readonly { readonly id: string; readonly title: string; readonly type: string }[];
}

const MEMBERS_SHOWN = 8;

/** Made once for each state of the index. */
export function rememberedOverview({ env }: Session): (index: SearchIndex) => Promise<CollectionOverview> {
  const known = new WeakMap<SearchIndex, Promise<CollectionOverview>>();
  return (index) => {
    const made = known.get(index) ?? runWork(overviewOf(index), { clock: env.clock });
    known.set(index, made);
    return made;
  };
}

/** Pages of tables; the queried copy of the tables is made anew only when they have changed. */
export function tableCall({ env, current }: Session): EngineApi['table'] {
  let loaded: { readonly open: OpenCollection; readonly version: number } | undefined;
  return async (query) => {
    const open = current();
    const { version } = open;
    if (loaded?.open !== open || loaded.version !== version) {
      await env.queries.load(open.tables);
      loaded = { open, version };
    }
    return env.queries.page(query);
  };
}

export function communityNodes({ tables }: OpenCollection): readonly CommunityNode[] {
  const entityOf = new Map(tables.entities.map((row) => [row.id, row]));
  const reportOf = new Map(tables.community_reports.map((row) => [row.community, row]));
  const communities = tables.communities.filter((row) => row.size > 1);
  return communities.map((row) => ({
    row,
    report: reportOf.get(row.community) ?? null,
    members: row.entity_ids
      .flatMap((id) => entityOf.get(id) ?? [])
      .sort((a, b) => b.degree - a.degree || (a.key < b.key ? -1 : 1))
      .slice(0, MEMBERS_SHOWN)
      .map(({ id, title, type }) => ({ id, title, type })),
  }));
}
