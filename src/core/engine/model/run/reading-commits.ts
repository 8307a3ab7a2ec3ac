import { readingStep } from '../../../index/model-steps';
import { tablesFor } from '../../../index/step';
import type { ExtractionRow } from '../../../tables/tables';
import type { IndexState } from '../../../ports/index-state';
import type { TableChange } from '../../../ports/collections';
import { deriveAlone } from './derive-alone';
import { gathering } from './gathering';
import { bookSpending, uncountedOf, type ModelRun } from './model-run';

/** Gathers what was read and commits it now and then. */
export interface ReadingCommits {
  add(rows: readonly ExtractionRow[], found: Readonly<Record<string, number>>): void;
  flush(): Promise<void>;
  flushIfDue(): Promise<void>;
  /** Commits what there is and derives everything again, unless that stands for it already. */
  derive(): Promise<void>;
}

/** What came of a passage. */
interface Read {
  readonly rows: readonly ExtractionRow[];
  readonly found: Readonly<Record<string, number>>;
  /** Whether the tables are to be derived again with it: said in the same commit, so that no crash comes between. */
  readonly derive?: boolean;
}

const NOTHING: Read = { rows: [], found: {} };

/** The commits of what one run reads. */
export function createReadingCommits(run: ModelRun): ReadingCommits {
  const { open } = run;
  const read = gathering<Read>(run, readingStep, (items, state) => changeOf(run, items, state));
  return {
    add: (rows, found) => read.add({ rows, found }),
    flush: async () => {
      if (uncountedOf(run).calls > 0) read.add(NOTHING);
      await read.commit();
    },
    flushIfDue: read.commitIfDue,
    derive: async () => {
      if (read.isEmpty && !open.store.state.model?.behind) return;
      read.add({ ...NOTHING, derive: true });
      await deriveAlone(run, read.commit);
    },
  };
}

/** Records of documents that were deleted meanwhile are left out. */
function changeOf(run: ModelRun, items: readonly Read[], state: IndexState): TableChange {
  const { text_units } = tablesFor(readingStep, run.open.tables);
  const present = new Set(text_units.map(({ id }) => id));
  const extractions = items.flatMap(({ rows }) => rows.filter((row) => present.has(row.text_unit_id)));
  const model = bookSpending(run, state.model, ...items.map(({ found }) => found));
  const derive = items.some((item) => item.derive);
  const behind = !derive && (items.some(({ rows }) => rows.length > 0) || (model.behind ?? false));
  const unresolved = [...new Set([...(model.unresolved ?? []), ...extractions.map((row) => row.document_id)])];
  return {
    append: { extractions },
    state: { model: { ...model, unresolved, behind }, ...(derive && { derived: false }) },
  };
}
