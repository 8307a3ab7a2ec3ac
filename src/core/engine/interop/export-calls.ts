import { filledTables } from '../../index/filled-tables';
import type { CallOptions } from '../../platform';
import type { ExportChoice, ExportPart, GraphTables } from '../../ports/interop';
import type { CommunityReportRow } from '../../tables/tables';
import { runWork } from '../../work';
import type { OpenCollection } from '../collections/open-collection';
import type { EngineEnv } from '../env';
import type { Session } from '../session/session';

/** Taking the open collection to other programs. */
export interface ExportCalls {
  exportChoices(): Promise<readonly ExportChoice[]>;
  /** The file in parts, as it is made, with progress in between. What a reader leaves unread is not made. */
  exportAs(name: string, options?: CallOptions): AsyncIterable<ExportPart>;
}

export function exportCalls(session: Session): ExportCalls {
  const { env } = session;
  return {
    exportChoices: () => env.exports.choices(),
    exportAs: async function* (name, options = {}) {
      const open = await session.whole();
      const needed = await env.exports.tablesOf(name);
      let tables: GraphTables = open.tables;
      if (needed.has('community_reports')) {
        const community_reports = yield* allReports(open, env, options);
        tables = { ...tables, community_reports };
      }
      const filled = await runWork(filledTables(tables), { ...options, clock: env.clock });
      yield* env.exports.write(name, filled, options);
    },
  };
}

/** Milliseconds of composing between two turns of other work. */
const SLICE = 12;
/** Reports after which progress is told. */
const TOLD = 50;

/** The reports on all communities of two members or more: those in the table, and all others, composed now. */
async function* allReports(
  open: OpenCollection,
  { clock }: EngineEnv,
  { signal }: CallOptions,
): AsyncGenerator<ExportPart, readonly CommunityReportRow[]> {
  const { communities } = open.tables;
  const { reports } = open.index;
  const rows: CommunityReportRow[] = [];
  let sliceEnd = clock.now() + SLICE;
  for (const [done, { community }] of communities.entries()) {
    const report = reports.of(community);
    if (report) rows.push(report);
    if (done % TOLD === 0) yield { kind: 'progress', doing: 'reports', done, total: communities.length };
    if (clock.now() < sliceEnd) continue;
    await clock.yield();
    signal?.throwIfAborted();
    sliceEnd = clock.now() + SLICE;
  }
  return rows;
}
