import type { ExtractionRow } from '../../tables/tables';
import { createMutex } from '../mutex';
import { deriveAlone } from './derive-alone';
import { further, type ModelRun } from './model-run';
import { addCounts } from './spending';

/** Milliseconds between two commits of what was read. */
const CHECKPOINT_MS = 3_000;

/** Gathers what was read and commits it now and then. */
export interface Checkpoint {
  add(rows: readonly ExtractionRow[], found: Readonly<Record<string, number>>): void;
  flush(): Promise<void>;
  flushIfDue(): Promise<void>;
  /** Commits what there is and derives everything again, unless that stands for it already. */
  derive(): Promise<void>;
}

export function createCheckpoint(run: ModelRun): Checkpoint {
  const { open, env } = run;
  const commits = createMutex();
  let rows: ExtractionRow[] = [];
  let found: Readonly<Record<string, number>> = {};
  let last = env.clock.now();
  const commit = async (derive: boolean): Promise<void> => {
    const kept = rows;
    const counts = found;
    rows = [];
    found = {};
    last = env.clock.now();
    await open.commit((state) => {
      const present = new Set(open.tables.text_units.map(({ id }) => id));
      const extractions = kept.filter((row) => present.has(row.text_unit_id));
      const model = further(run, state.model, counts);
      const behind = !derive && (kept.length > 0 || (model.behind ?? false));
      const unresolved = [...new Set([...(model.unresolved ?? []), ...extractions.map((row) => row.document_id)])];
      return {
        append: { extractions },
        state: { model: { ...model, unresolved, behind }, ...(derive && { derived: false }) },
      };
    });
  };
  return {
    add: (more, counts) => {
      rows.push(...more);
      found = addCounts(found, counts);
    },
    flush: () => commits.run(async () => (rows.length > 0 || run.spending.isAny ? commit(false) : undefined)),
    flushIfDue: () =>
      commits.run(async () => {
        if (rows.length > 0 && env.clock.now() - last >= CHECKPOINT_MS) await commit(false);
      }),
    derive: () =>
      commits.run(async () => {
        if (rows.length === 0 && !open.store.state.model?.behind) return;
        await commit(true);
        await deriveAlone(run);
      }),
  };
}
