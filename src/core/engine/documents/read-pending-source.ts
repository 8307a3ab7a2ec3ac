import { hasTrait, ParseError, reasonOf } from '../../errors';
import { message } from '../../message';
import { textUnitsStep } from '../../index/document-steps';
import { indexDocument } from '../../index/pipeline';
import type { DocumentRows } from '../../index/step';
import type { Members, ReadResult, ReadDocument, SourceNeed } from '../../ports/documents';
import { valuesOf } from '../../parameters';
import type { IndexState, PendingSource } from '../../ports/index-state';
import { isLong, TEXT_UNIT_PARAMETERS } from '../../text/text-units';
import { type SourceOutcome, createCheckpoints } from './checkpoints';
import { ingestSources } from './ingest';
import { stableId } from '../../ids';
import type { DocumentRow } from '../../tables/tables';
import { isWaiting, pendingQueue } from './pending-queue';
import { TEXT_SHARE, type ReadingRun } from './reading-progress';
import { keepRecognitionTime } from './recognition-time';

type Report = (source: PendingSource, fraction: number) => void;
type Documents = Extract<ReadResult, { kind: 'documents' }>;

/** Reads one source to records, or queues the members of an archive in its place. Null when it was aborted. */
async function readPendingSource(
  run: ReadingRun,
  source: PendingSource,
  report: Report,
): Promise<SourceOutcome | null> {
  const { open, env, emit, signal } = run;
  const { path, choice, byte_hash } = source;
  const withdrawn = { source, rows: [] };
  const waits = (): boolean => isWaiting(open.store.state.pending)(source);
  emit({ kind: 'sources', sources: [{ path, state: 'reading' }] });
  try {
    const bytes = await open.blobs.get(byte_hash);
    if (!bytes) throw new ParseError(message`The saved copy of this file is gone. Add it again.`);
    const onProgress = (part: number): void => report(source, TEXT_SHARE * part);
    const password = open.passwords.get(byte_hash);
    const kept = open.store.state.answers?.[byte_hash];
    const pictures = kept?.kind === 'pictures' ? { pictures: kept } : {};
    const answer = password === undefined ? kept : ({ kind: 'password', password, ...pictures } as const);
    const file = { path, bytes, ...(choice && { choice }), ...(answer && { answer }) };
    // No setting changes while sources are read.
    const { parameters } = open.store.state;
    const cutting = valuesOf({ parameters: TEXT_UNIT_PARAMETERS }, parameters[textUnitsStep.name]);
    const result = await env.reader.read(file, { signal, onProgress, cutting });
    if (!waits()) return withdrawn;
    if (result.kind === 'archive') return await unpack(run, source, result);
    if (result.recognised) void keepRecognitionTime(env.settings, result.recognised).catch(ignore); // only an estimate rests on it
    if (result.need && result.documents.length === 0) return asking(run, source, result.need);
    const inside = hasMembers(result) ? await unpack(run, source, result) : undefined;
    const rows = await indexDocuments(run, source, result, { parameters, report });
    return { ...(result.need ? asking(run, source, result.need, idsOf(rows)) : { source }), ...inside, rows };
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof ParseError)) throw error;
    if (!waits()) return withdrawn;
    const failure = { reason: reasonOf(error), ...(hasTrait(error, 'worth another try') ? { again: true } : {}) };
    emit({ kind: 'sources', sources: [{ path, state: 'failed', ...failure }] });
    return { source, rows: [], failure: { ...failure, ...(source.replaces && { replaces: source.replaces }) } };
  }
}

const idsOf = (rows: readonly DocumentRows[]): readonly string[] => rows.map(({ document }) => document.id);

/** Leaves a source on its line until a person has answered. What is then read of it takes the place of these documents. */
function asking(
  { emit }: ReadingRun,
  source: PendingSource,
  need: SourceNeed,
  read?: readonly string[],
): SourceOutcome {
  const { path } = source;
  const replaces = read ?? source.replaces;
  emit({ kind: 'sources', sources: [{ path, state: 'asks', need }] });
  return { source, rows: [], failure: { reason: '', need, ...(replaces && { replaces }) } };
}

async function indexDocuments(
  { env, signal }: ReadingRun,
  source: PendingSource,
  { documents, need }: Documents,
  { parameters, report }: { readonly parameters: IndexState['parameters']; readonly report: Report },
): Promise<readonly DocumentRows[]> {
  report(source, TEXT_SHARE);
  const created = new Date(env.clock.now()).toISOString();
  const rows: DocumentRows[] = [];
  for (const [index, read] of documents.entries()) {
    const onFraction = (part: number): void =>
      report(source, TEXT_SHARE + ((1 - TEXT_SHARE) * (index + part)) / documents.length);
    const ports = { mentions: env.mentions, clock: env.clock, cuts: read.cuts, signal, onFraction };
    const row = documentRow(read, source, created);
    const document = need ? { ...row, id: stableId('document', row.id, ...partialReading(need)) } : row;
    if (isLong(document)) rows.push({ document, text_units: [], extractions: [] });
    else rows.push(await indexDocument(document, parameters, ports));
  }
  if (!rows.some(({ document }) => isLong(document))) report(source, 1);
  return rows;
}

/** Tells one document from another where a part waits for an answer, or all of it may be read in another language. */
const partialReading = (need: SourceNeed): readonly string[] =>
  need.kind === 'pictures' && need.doubt ? [need.kind, need.doubt.language] : [need.kind];

const hasMembers = (result: Partial<Members>): result is Members =>
  (result.members?.length ?? 0) + (result.refused?.length ?? 0) > 0;

/** A refused member of an archive has no bytes of its own to be tried again. */
const NO_BYTES = '';

/** Queues the members of an archive in its place, or those of a mail beside it. */
async function unpack(run: ReadingRun, source: PendingSource, { members, refused }: Members): Promise<SourceOutcome> {
  const { open, env, emit, signal } = run;
  const inside = (path: string): string => `${source.path}!/${path}`;
  const files = members.map(({ path, bytes }) => ({
    path: inside(path),
    bytes: new Blob([bytes as Uint8Array<ArrayBuffer>]),
  }));
  await ingestSources(open, files, env, emit, { signal });
  const failed = refused.map(({ path, reason }) => ({ path: inside(path), byte_hash: NO_BYTES, reason }));
  if (failed.length > 0) {
    emit({ kind: 'sources', sources: failed.map(({ path, reason }) => ({ path, state: 'failed', reason })) });
  }
  if (files.length + failed.length === 0) throw new ParseError(message`The archive holds no files that can be read.`);
  return { source, rows: [], refused: failed };
}

/**
 * The row of a document. Its id follows from its bytes, its row and the way it was read, never from the time or the path: the same bytes
 * give the same document.
 */
export function documentRow(read: ReadDocument, source: PendingSource, created: string): DocumentRow {
  return {
    id: stableId('document', source.byte_hash, read.source_row ?? '', JSON.stringify(source.choice ?? null)),
    human_readable_id: 0,
    title: read.title,
    text: read.text,
    text_unit_ids: [],
    creation_date: created,
    raw_data: read.raw_data ?? null,
    source_path: source.path,
    media_type: read.media_type,
    byte_hash: source.byte_hash,
    byte_size: source.byte_size,
    source_row: read.source_row ?? null,
    language: read.language,
    attributes: JSON.stringify(read.attributes),
    page_starts: read.page_starts,
    part_kind: read.part_kind ?? '',
    part_names: read.part_names ?? [],
    row_starts: read.row_starts ?? [],
    row_numbers: read.row_numbers ?? [],
    table_starts: read.table_starts ?? [],
    table_heads: read.table_heads ?? [],
    heading_starts: read.headings.map((heading) => heading.start),
    heading_levels: read.headings.map((heading) => heading.level),
    heading_texts: read.headings.map((heading) => heading.text),
  };
}

/** Bytes up to which a source is small: it is read soon even while large ones are. */
const SMALL = 1_000_000;

const isSmall = (source: PendingSource): boolean => source.byte_size <= SMALL;

/**
 * Reads every pending source, several at a time, with those that come meanwhile, and commits them in checkpoints. Of a long document only the
 * text is kept here. A source that cannot be read is kept as failed. On an abort, what is read is committed and the rest stays pending.
 */
export async function readPending(run: ReadingRun): Promise<void> {
  const { open, env, signal } = run;
  const checkpoints = createCheckpoints(run);
  const queue = pendingQueue(() => open.store.state.pending);
  const reading = new Map<PendingSource, Promise<void>>();
  const failures: unknown[] = [];
  const start = (source: PendingSource): void => {
    const done = readPendingSource(run, source, run.reading.report)
      .then((outcome) => (outcome ? checkpoints.add(outcome) : undefined))
      .catch((error: unknown) => void failures.push(error))
      .finally(() => reading.delete(source));
    reading.set(source, done);
  };
  let isComing = run.coming !== undefined;
  const arrived = run.coming?.then(ignore, ignore).then(() => void (isComing = false));
  while (failures.length === 0) {
    // Taken before anything is waited for, so that nothing that happens meanwhile is missed.
    const change = Promise.race([
      ...reading.values(),
      open.store.nextCommit,
      ...(isComing && arrived ? [arrived] : []),
    ]);
    const source = signal.aborted ? undefined : queue.peek();
    if (source && hasPlace(source, [...reading.keys()], env.parallelReads)) {
      queue.take();
      start(source);
    } else if (reading.size === 0 && !isComing) break;
    else {
      // Nothing small is under way, so what was read would wait long for company.
      if (!isComing && ![...reading.keys()].some(isSmall)) await checkpoints.flush();
      await change;
    }
  }
  await Promise.all(reading.values());
  await checkpoints.flush();
  if (failures.length > 0) throw failures[0];
}

function ignore(): void {}

/** Bytes up to which reading a source takes less time than waiting for its bytes and its workers. */
const TINY = 100_000;
/** Number of tiny sources that share each place but the first. */
const TINY_PER_PLACE = 6;

/** Checks if one more source may be read. Large ones leave one place for a small one, and tiny ones share places. */
function hasPlace(source: PendingSource, reading: readonly PendingSource[], places: number): boolean {
  if (reading.length < places) return true;
  if (source.byte_size <= TINY && reading.length <= (places - 1) * TINY_PER_PLACE) return true;
  return reading.length === places && isSmall(source) && !reading.some(isSmall);
}
