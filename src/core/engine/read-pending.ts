import { ParseError } from '../errors';
import { indexDocument } from '../index/index-document';
import type { DocumentRows } from '../index/step';
import type { IndexState, PendingSource, ReadResult } from '../ports';
import { documentRow } from './document-row';
import type { EngineEnv } from './env';
import type { Emit } from './event-stream';
import { takeIn } from './intake';
import { createMutex } from './mutex';
import type { OpenCollection } from './open-collection';
import { READING, type StageProgress } from './progress';
import { viewOf } from './view';

/** A checkpoint is written after this many characters of text or this many milliseconds of reading. */
const CHECKPOINT_CHARACTERS = 2_000_000;
const CHECKPOINT_MILLISECONDS = 3_000;

export interface ReadingRun {
  readonly open: OpenCollection;
  readonly env: EngineEnv;
  readonly emit: Emit;
  readonly progress: StageProgress;
  readonly signal: AbortSignal;
}

interface Outcome {
  readonly source: PendingSource;
  readonly rows: readonly DocumentRows[];
  /** Why it could not be read. */
  readonly failure?: string;
  /** Members of an archive that were not taken out of it. */
  readonly refused?: IndexState['failed'];
}

/**
 * Reads every pending source, several at a time, and commits their records in checkpoints. A source that cannot be read is set
 * aside with its reason. When aborted, what has been read is committed and the rest stays pending.
 */
export async function readPending(run: ReadingRun): Promise<void> {
  const { open, env, signal } = run;
  const taken = new Set<string>();
  const checkpoints = createCheckpoints(run);
  const next = (): PendingSource | undefined => open.store.state.pending.find((source) => !taken.has(taskOf(source)));
  const worker = async (): Promise<void> => {
    for (let source = next(); source && !signal.aborted; source = next()) {
      taken.add(taskOf(source));
      const outcome = await readOne(run, source, checkpoints.report);
      if (outcome) await checkpoints.add(outcome);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: env.parallelReads }, worker));
  await checkpoints.flush();
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function taskOf(source: PendingSource): string {
  return `${source.byte_hash}\u001f${source.path}`;
}

/** Reads one source to records, or queues the members of an archive in its place; null when it was stopped. */
async function readOne(
  run: ReadingRun,
  source: PendingSource,
  report: (source: PendingSource, fraction: number) => void,
): Promise<Outcome | null> {
  const { open, env, emit, signal } = run;
  emit({ kind: 'source', path: source.path, state: 'reading' });
  try {
    const bytes = await open.blobs.get(source.byte_hash);
    if (!bytes) throw new ParseError('The kept bytes of this file are gone. Add it again.');
    const { path, choice } = source;
    const result = await env.reader.read({ path, bytes, ...(choice ? { choice } : {}) }, { signal });
    if (result.kind === 'archive') return await unpack(run, source, result);
    report(source, 0.2);
    const created = new Date(env.clock.now()).toISOString();
    const rows: DocumentRows[] = [];
    for (const [index, read] of result.documents.entries()) {
      const document = documentRow(read, source, created);
      rows.push(
        await indexDocument(document, open.store.state.parameters, {
          mentions: env.mentions,
          signal,
          onFraction: (part) => report(source, 0.2 + (0.8 * (index + part)) / result.documents.length),
        }),
      );
    }
    report(source, 1);
    return { source, rows };
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof ParseError)) throw error;
    const { message: reason } = error;
    emit({ kind: 'source', path: source.path, state: 'failed', reason });
    return { source, rows: [], failure: reason };
  }
}

/** Queues the members of an archive in its place. */
async function unpack(
  run: ReadingRun,
  source: PendingSource,
  result: Extract<ReadResult, { kind: 'archive' }>,
): Promise<Outcome> {
  const { open, env, emit, signal } = run;
  const members = result.members.map((member) => ({
    path: `${source.path}!/${member.path}`,
    bytes: new Blob([member.bytes as Uint8Array<ArrayBuffer>]),
  }));
  await takeIn(open, members, env, emit, { signal });
  const refused = result.refused.map(({ path, reason }) => ({
    path: `${source.path}!/${path}`,
    byte_hash: NO_BYTES,
    reason,
  }));
  for (const { path, reason } of refused) emit({ kind: 'source', path, state: 'failed', reason });
  if (members.length + refused.length === 0) throw new ParseError('The archive holds no files that can be read.');
  return { source, rows: [], refused };
}

/** Gathers outcomes and commits them now and then, one commit at a time. */
function createCheckpoints(run: ReadingRun) {
  const { open, env, emit } = run;
  const commits = createMutex();
  const partly = new Map<string, number>();
  let waiting: Outcome[] = [];
  let characters = 0;
  let last = env.clock.now();
  let read = 0;
  let sources = 0;

  const report = (source: PendingSource, fraction: number): void => {
    partly.set(taskOf(source), source.byte_size * fraction);
    const { pending } = open.store.state;
    const total = read + pending.reduce((sum, one) => sum + one.byte_size, 0);
    const done = read + [...partly.values()].reduce((sum, bytes) => sum + bytes, 0);
    run.progress(READING, sources, sources + pending.length, done / Math.max(1, total));
  };
  const flush = (): Promise<void> =>
    commits.run(async () => {
      const outcomes = waiting;
      waiting = [];
      characters = 0;
      last = env.clock.now();
      if (outcomes.length === 0) return;
      await commitOutcomes(open, outcomes);
      for (const { source } of outcomes) {
        partly.delete(taskOf(source));
        read += source.byte_size;
        sources++;
      }
      announce(outcomes, emit);
      emit({ kind: 'committed', view: viewOf(open) });
    });
  const add = async (outcome: Outcome): Promise<void> => {
    waiting.push(outcome);
    characters += outcome.rows.reduce((sum, rows) => sum + rows.document.text.length, 0);
    const due = characters >= CHECKPOINT_CHARACTERS || env.clock.now() - last >= CHECKPOINT_MILLISECONDS;
    // A failure is on the screen already and can be dismissed, so it must be in the state.
    if (due || failuresOf(outcome).length > 0) await flush();
  };
  return { add, flush, report };
}

function commitOutcomes(open: OpenCollection, outcomes: readonly Outcome[]): Promise<void> {
  const done = new Set(outcomes.map(({ source }) => taskOf(source)));
  const read = outcomes.flatMap(({ rows }) => rows.map((one) => [one.document.id, one] as const));
  const rows = [...new Map(read).values()];
  const replaced = outcomes.flatMap(({ source, rows }) => (rows.length > 0 ? (source.replaces ?? []) : []));
  return open.commit((state) => {
    const counters: Record<string, number> = { ...state.counters };
    const number = (table: string): number => (counters[table] = (counters[table] ?? -1) + 1);
    const present = new Set(open.tables.documents.map((row) => row.id));
    return {
      removeDocuments: [...replaced, ...rows.map(({ document }) => document.id)].filter((id) => present.has(id)),
      append: {
        documents: rows.map(({ document }) => ({ ...document, human_readable_id: number('documents') })),
        text_units: rows
          .flatMap(({ text_units }) => text_units)
          .map((unit) => ({ ...unit, human_readable_id: number('text_units') })),
        extractions: rows.flatMap(({ extractions }) => extractions),
      },
      state: {
        pending: state.pending.filter((source) => !done.has(taskOf(source))),
        failed: onePerPath([...state.failed, ...outcomes.flatMap(failuresOf)]),
        counters,
        derived: false,
      },
    };
  });
}

/** A refused member of an archive has no bytes of its own to be tried again. */
const NO_BYTES = '';

function failuresOf({ source, failure, refused = [] }: Outcome): IndexState['failed'] {
  const own = failure === undefined ? [] : [{ path: source.path, byte_hash: source.byte_hash, reason: failure }];
  return [...own, ...refused];
}

/** The last failure of each path. */
function onePerPath(failed: IndexState['failed']): IndexState['failed'] {
  return [...new Map(failed.map((source) => [source.path, source])).values()];
}

function announce(outcomes: readonly Outcome[], emit: Emit): void {
  for (const { source, rows, failure } of outcomes) {
    const { path } = source;
    const documentIds = rows.map(({ document }) => document.id);
    if (failure === undefined) emit({ kind: 'source', path, state: 'read', documentIds });
  }
}
