import { filledTables } from '../../index/filled-tables';
import type { CallOptions } from '../../platform';
import { positionsIn, unpackPictures } from '../../map/stored-positions';
import { mapGraph } from '../../map/map-graph';
import type { ExportChoice, ExportPart, ExportScope, GraphTables } from '../../ports/interop';
import { LAYOUTS } from '../../ports/layout';
import { summaryRows } from '../../search/modes/raptor/summary-rows';
import type { CommunityReportRow, EntityRow } from '../../tables/tables';
import { runWork } from '../../work';
import type { Reports } from '../../reports/reports';
import type { CollectionStore } from '../collections/collection-store';
import type { EngineEnv } from '../env';
import type { Session } from '../session/session';
import { exportSnapshots } from './export-snapshots';
import { scopedTables } from './scoped-tables';

/** Taking the open collection to other programs. */
export interface ExportCalls {
  exportChoices(): Promise<readonly ExportChoice[]>;
  /**
   * The file in parts, as it is made, with progress in between, of the whole collection or a part of it. Entities have their places on the map
   * where it was drawn. What a reader leaves unread is not made.
   */
  exportAs(name: string, options?: ExportOptions): AsyncIterable<ExportPart>;
}

interface ExportOptions extends CallOptions {
  readonly scope?: ExportScope;
  /** Adds what each step gave, to a format that has it. */
  readonly snapshots?: boolean;
}

export function exportCalls(session: Session): ExportCalls {
  const { env } = session;
  return {
    exportChoices: () => env.exports.choices(),
    exportAs: async function* (name, { scope = {}, snapshots = false, ...options } = {}) {
      const open = await session.whole();
      const needed = await env.exports.tablesOf(name);
      const working = { ...options, clock: env.clock };
      const { summaries } = needed.has('summaries')
        ? { summaries: await runWork(summaryRows(open.index), working) }
        : open.tables;
      const relationships = [...open.tables.relationships];
      const placed = { ...open.tables, relationships, summaries, entities: await placedEntities(open.store) };
      let tables: GraphTables = await runWork(scopedTables(placed, scope), working);
      if (needed.has('community_reports')) {
        // One that is composed now would quote documents beyond the part.
        const isWhole = Object.values(scope).every((part) => part === undefined);
        const composed = isWhole ? open.index.reports : null;
        const community_reports = yield* allReports(composed, tables, { ...env, ...options });
        tables = { ...tables, community_reports };
      }
      const filled = await runWork(filledTables(tables), working);
      const added = snapshots && { snapshots: yield* exportSnapshots(open, { tables: filled, scope }, working) };
      yield* env.exports.write(name, filled, { ...options, ...added });
    },
  };
}

/** Milliseconds of composing between two turns of other work. */
const SLICE = 12;
/** Reports after which progress is emitted. */
const TOLD = 50;

/** The entities with their places on the map, of the first layout that was drawn; as they are where it never was. */
async function placedEntities({ files, tables }: CollectionStore): Promise<readonly EntityRow[]> {
  const bytes = await files.positions.read();
  const pictures = bytes ? unpackPictures(bytes) : [];
  const [picture] = LAYOUTS.flatMap((name) => pictures.filter(({ layout }) => layout === name));
  if (!picture) return tables.entities;
  const { x, y } = positionsIn(picture, mapGraph(tables), tables.entities);
  const isPlaced = (row: number): boolean => Number.isFinite(x[row]) && Number.isFinite(y[row]);
  return tables.entities.map((one, row) => (isPlaced(row) ? { ...one, x: x[row] ?? null, y: y[row] ?? null } : one));
}

/** The reports on the communities in these tables, of two members or more: those there are, and all others, composed now where they may be. */
async function* allReports(
  reports: Reports | null,
  { communities, community_reports }: GraphTables,
  { clock, signal }: Pick<EngineEnv, 'clock'> & CallOptions,
): AsyncGenerator<ExportPart, readonly CommunityReportRow[]> {
  const written = new Map(community_reports.map((row) => [row.community, row]));
  const rows: CommunityReportRow[] = [];
  let sliceEnd = clock.now() + SLICE;
  for (const [done, { community, parent, children }] of communities.entries()) {
    const report = written.get(community) ?? reports?.of(community);
    if (report) rows.push({ ...report, parent, children });
    if (done % TOLD === 0) yield { kind: 'progress', doing: 'reports', done, total: communities.length };
    if (clock.now() < sliceEnd) continue;
    await clock.yield();
    signal?.throwIfAborted();
    sliceEnd = clock.now() + SLICE;
  }
  return rows;
}
