import type { IndexTables } from '../../tables/tables';
import { createMutex } from '../../async';
import type { DocumentRows } from '../../index/step';
import type { FailedSource, IndexState, PendingSource } from '../../ports/index-state';
import type { TableChange } from '../../ports/collections';
import { isLong } from '../../text/text-units';
import type { Emit, SourceChange } from '../session/index-events';
import { isWaiting, taskOf } from './pending-queue';
import type { ReadingRun } from './reading-progress';
import { viewOf } from '../collections/collection-view';

/** A checkpoint is written after this many characters of text or this many milliseconds of reading. */
const CHECKPOINT_CHARACTERS = 2_000_000;
const CHECKPOINT_MILLISECONDS = 3_000;

/** Result of reading one source. */
export interface SourceOutcome {
  readonly source: PendingSource;
  readonly rows: readonly DocumentRows[];
  /** Reason for the failure, or what the source needs. */
  readonly failure?: Omit<FailedSource, 'path' | 'byte_hash'>;
  /** Members of an archive that were not taken out of it. */
  readonly refused?: IndexState['failed'];
}

interface Checkpoints {
  add(outcome: SourceOutcome): Promise<void>;
  /** Commits what has been gathered. */
  flush(): Promise<void>;
}

/** Gathers outcomes and commits them now and then, one commit at a time. */
export function createCheckpoints({ open, env, emit, signal, reading }: ReadingRun): Checkpoints {
  const commits = createMutex();
  let waiting: SourceOutcome[] = [];
  let characters = 0;
  let last = env.clock.now();
  /** Until something has been read there is nothing to ask: the first document waits for no company. */
  let isEmpty = open.tables.documents.length === 0;
  const flush = (): Promise<void> =>
    commits.run(async () => {
      const outcomes = waiting;
      waiting = [];
      characters = 0;
      last = env.clock.now();
      if (outcomes.length === 0) return;
      let wanted = outcomes;
      let rows = 0;
      let written = 0;
      const build = (state: IndexState): TableChange => {
        const waits = isWaiting(state.pending);
        wanted = outcomes.filter(({ source }) => waits(source));
        const change = changeFor(open.tables, state, wanted);
        rows = Object.values(change.append ?? {}).reduce((sum, table) => sum + table.length, 0);
        return change;
      };
      const sources = outcomes.filter(({ rows }) => !rows.some(isTextAlone)).map(({ source }) => source);
      const onWritten = (count: number): void => reading.keep(sources, Math.min(1, (written += count) / rows));
      await open.store.commit(build, { onWritten });
      for (const one of outcomes) reading.settle(one.source, wanted.includes(one) ? charactersToMake(one) : 0);
      // What is listed can be asked.
      const onProgress = (done: number, total: number): void => reading.search(done / total);
      await open.search.refresh({ signal, onProgress }).finally(() => announce(wanted, emit));
      reading.search(1);
      emit({ kind: 'committed', view: viewOf(open) });
    });
  const add = async (outcome: SourceOutcome): Promise<void> => {
    waiting.push(outcome);
    characters += outcome.rows.reduce((sum, rows) => sum + rows.document.text.length, 0);
    const isFirst = isEmpty && outcome.rows.length > 0;
    if (isFirst) isEmpty = false;
    const isLate = env.clock.now() - last >= CHECKPOINT_MILLISECONDS;
    const due = isFirst || isLate || characters >= CHECKPOINT_CHARACTERS;
    // A failure is on the screen already and can be dismissed, so it must be in the state.
    if (due || failuresOf(outcome).length > 0) await flush();
  };
  return { add, flush };
}

function changeFor({ documents }: IndexTables, state: IndexState, outcomes: readonly SourceOutcome[]): TableChange {
  const done = new Set(outcomes.map(({ source }) => taskOf(source)));
  const read = outcomes.flatMap(({ rows }) => rows.map((one) => [one.document.id, one] as const));
  const rows = [...new Map(read).values()];
  const replaced = outcomes.flatMap(({ source, rows }) => (rows.length > 0 ? (source.replaces ?? []) : []));
  const present = new Set(documents.map((row) => row.id));
  const counters = { ...state.counters };
  const long = rows.filter(isTextAlone).map(({ document }) => document.id);
  return {
    removeDocuments: [...replaced, ...rows.map(({ document }) => document.id)].filter((id) => present.has(id)),
    append: numbered(rows, counters),
    state: {
      pending: state.pending.filter((source) => !done.has(taskOf(source))),
      failed: onePerPath([...state.failed, ...outcomes.flatMap(failuresOf)]),
      counters,
      derived: false,
      ...(long.length > 0
        ? {
            reindex: [...new Set([...(state.reindex ?? []), ...long])],
            made: { ...state.made, ...Object.fromEntries(long.map((id) => [id, 0])) },
          }
        : {}),
    },
  };
}

/** Checks for a long document of which only the text is there; the rest is made from it in parts. */
const isTextAlone = ({ document, text_units }: DocumentRows): boolean => isLong(document) && text_units.length === 0;

/** Characters of the texts that are kept alone. */
const charactersToMake = ({ rows }: SourceOutcome): number =>
  rows.filter(isTextAlone).reduce((sum, { document }) => sum + document.text.length, 0);

/** The rows with their numbers, which raise the counters. */
function numbered(rows: readonly DocumentRows[], counters: Record<string, number>): NonNullable<TableChange['append']> {
  const number = (table: string): number => (counters[table] = (counters[table] ?? -1) + 1);
  return {
    documents: rows.map(({ document }) => ({ ...document, human_readable_id: number('documents') })),
    text_units: rows
      .flatMap(({ text_units }) => text_units)
      .map((unit) => ({ ...unit, human_readable_id: number('text_units') })),
    extractions: rows.flatMap(({ extractions }) => extractions),
  };
}

function failuresOf({ source, failure, refused = [] }: SourceOutcome): IndexState['failed'] {
  const own = failure === undefined ? [] : [{ path: source.path, byte_hash: source.byte_hash, ...failure }];
  return [...own, ...refused];
}

/** The last failure of each path. */
function onePerPath(failed: IndexState['failed']): IndexState['failed'] {
  return [...new Map(failed.map((source) => [source.path, source])).values()];
}

function announce(outcomes: readonly SourceOutcome[], emit: Emit): void {
  // What is still to be made says so when it is done.
  const read = outcomes.filter(({ rows, failure }) => failure === undefined && !rows.some(isTextAlone));
  const changeOf = ({ source, rows }: SourceOutcome): SourceChange => ({
    path: source.path,
    state: 'read',
    documentIds: rows.map(({ document }) => document.id),
  });
  if (read.length > 0) emit({ kind: 'sources', sources: read.map(changeOf) });
}
