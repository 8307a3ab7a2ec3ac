import { reasonOf } from '../../errors';
import { isMarker } from '../../extract/extraction-status';
import { type DocumentPart, indexDocument, indexInParts } from '../../index/pipeline';
import { isLong, PART_CHARACTERS } from '../../text/text-units';
import type { DocumentRows } from '../../index/step';
import type { IndexState } from '../../ports/index-state';
import type { TableChange } from '../../ports/collections';
import { documentUnits } from '../../tables/document-units';
import type { DocumentRow, ExtractionRow, TextUnitRow } from '../../tables/tables';
import type { CollectionStore } from '../collections/collection-store';
import { viewOf } from '../collections/collection-view';
import type { ReadingRun } from './reading-progress';

/**
 * Makes text units and records of documents from their kept text, as queued in the state. Short ones are committed in
 * batches, long ones part by part: each part can be asked once it is kept, and after an interruption the next one
 * follows. Ends early when sources come, which are read first.
 */
export async function makeDocuments(run: ReadingRun): Promise<void> {
  const { open, signal } = run;
  for (;;) {
    signal.throwIfAborted();
    const { reindex = [], pending } = open.store.state;
    if (reindex.length === 0 || pending.length > 0) return;
    const waiting = new Set(reindex);
    const documents = open.tables.documents.filter(({ id }) => waiting.has(id));
    const short = batchOf(documents.filter((document) => !isLong(document)));
    const [long] = documents.filter(isLong).toSorted((a, b) => keptOf(open.store, b) - keptOf(open.store, a));
    if (short.length === 0 && long) await makeInParts(run, long);
    else await makeBatch(run, short);
  }
}

/** Text units that are kept of a long document; -1 where it is made from scratch. */
function keptOf({ tables, state }: CollectionStore, { id }: DocumentRow): number {
  const made = state.made?.[id] ?? -1;
  return made === (documentUnits(tables.text_units).get(id)?.length ?? 0) ? made : -1;
}

/** The first documents, up to about as much text as is committed together. */
function batchOf(documents: readonly DocumentRow[]): readonly DocumentRow[] {
  let characters = 0;
  return documents.filter(({ text }) => {
    const isIn = characters <= PART_CHARACTERS;
    characters += text.length;
    return isIn;
  });
}

/** Makes a document part by part, until sources come. While one part is committed, the next is made. */
async function makeInParts(run: ReadingRun, document: DocumentRow): Promise<void> {
  const { open, env, signal, reading } = run;
  const units = keptOf(open.store, document);
  const last = documentUnits(open.tables.text_units).get(document.id)?.at(-1);
  const done = { made: 0, kept: 0 };
  const tell = (more: Partial<typeof done>): void => {
    Object.assign(done, more);
    reading.make(document, Math.min(0.99, (1 - KEEPING) * done.made + KEEPING * done.kept));
  };
  const parts = indexInParts(document, open.store.state.parameters, {
    ...{ mentions: env.mentions, clock: env.clock, signal, onFraction: (made: number) => tell({ made }) },
    ...(units > 0 && last && { kept: { units, last: last.id } }),
  });
  let keeping: Promise<boolean> = Promise.resolve(true);
  try {
    for await (const part of parts) {
      if (!(await keeping)) return;
      const isReplaced = part.start === 0 && units !== 0;
      keeping = keepPart(run, document, part, isReplaced, (kept) => tell({ kept }));
      keeping.catch(() => undefined); // told where it is awaited
      if (open.store.state.pending.length > 0) break;
    }
  } finally {
    await keeping.catch(() => undefined);
  }
  await keeping;
}

/** The part of a long document's time in which what is made is written and indexed for search. */
const KEEPING = 0.3;

/**
 * Commits a part and brings search up to it. The first part of a document that is made again replaces its rows. False
 * where the document is gone. `onKept` hears how much of the document is kept, 0 to 1.
 */
async function keepPart(
  { open, emit, signal, reading }: ReadingRun,
  document: DocumentRow,
  { text_units, extractions, start, end, all, failure }: DocumentPart,
  isReplaced: boolean,
  onKept: (share: number) => void,
): Promise<boolean> {
  const { id, source_path: path, byte_hash } = document;
  const isLast = end === all.length;
  const read = isReplaced ? await readByModels(open.store, all) : [];
  let isKept = false;
  const build = (state: IndexState): TableChange => {
    isKept = state.reindex?.includes(id) === true && open.tables.documents.some((row) => row.id === id);
    if (!isKept) return {};
    const counters = { ...state.counters };
    const { [id]: _, ...others } = state.made ?? {};
    // A source of which a part is read asks about the others on the same line.
    const asked = state.failed.find((one) => one.path === path && one.byte_hash === byte_hash && one.need);
    const failed = failure && { ...asked, path, byte_hash, reason: reasonOf(failure), again: true };
    return {
      ...(isReplaced && { removeDocuments: [id] }),
      append: {
        ...(isReplaced && { documents: [document] }),
        text_units: numberedUnits(text_units, counters),
        extractions: [...extractions, ...read],
      },
      state: {
        reindex: isLast ? without(state, new Set([id])) : (state.reindex ?? []),
        made: isLast ? others : { ...others, [id]: end },
        ...(failed && { failed: [...state.failed.filter((one) => one.path !== path), failed] }),
        counters,
        derived: false,
      },
    };
  };
  const share = (part: number): void => onKept((start + part * (end - start)) / Math.max(1, all.length));
  const rows = Math.max(1, text_units.length + extractions.length);
  let written = 0;
  await open.store.commit(build, { onWritten: (count) => share((0.5 * Math.min(rows, (written += count))) / rows) });
  if (!isKept) return false;
  if (isLast) reading.make(document, 1);
  const onProgress = (known: number, total: number): void => (isLast ? undefined : share(0.5 + (0.5 * known) / total));
  await open.search.refresh({ signal, onProgress }).finally(() => {
    const { failed } = open.store.state;
    const earlier = failed.find((one) => one.path === path && one.byte_hash === byte_hash);
    if (earlier) emit({ kind: 'sources', sources: [{ state: earlier.need ? 'asks' : 'failed', ...earlier }] });
    else if (isLast) emit({ kind: 'sources', sources: [{ path, state: 'read', documentIds: [id] }] });
    emit({ kind: 'committed', view: viewOf(open) });
  });
  return true;
}

async function makeBatch(run: ReadingRun, documents: readonly DocumentRow[]): Promise<void> {
  const { open, env, signal, reading } = run;
  const batch: DocumentRows[] = [];
  for (const document of documents) {
    signal.throwIfAborted();
    const onFraction = (part: number): void => reading.make(document, Math.min(0.99, part));
    const ports = { mentions: env.mentions, clock: env.clock, signal, onFraction };
    batch.push(await indexDocument(document, open.store.state.parameters, ports));
  }
  await commitBatch(open.store, batch);
  for (const document of documents) reading.make(document, 1);
}

/**
 * Replaces the rows of these documents, and keeps what models read in unchanged passages. An empty batch means that the others were
 * deleted meanwhile.
 */
async function commitBatch(store: CollectionStore, batch: readonly DocumentRows[]): Promise<void> {
  const ids = new Set(batch.map(({ document }) => document.id));
  const read = await readByModels(
    store,
    batch.flatMap(({ text_units }) => text_units),
  );
  return store.commit((state) => {
    const counters = { ...state.counters };
    return {
      removeDocuments: [...ids],
      append: {
        documents: batch.map(({ document }) => document),
        text_units: numberedUnits(
          batch.flatMap(({ text_units }) => text_units),
          counters,
        ),
        extractions: [...batch.flatMap(({ extractions }) => extractions), ...read],
      },
      state: {
        reindex: ids.size === 0 ? [] : without(state, ids),
        ...(ids.size === 0 ? { made: undefined } : {}),
        counters,
      },
    };
  });
}

const without = ({ reindex = [] }: IndexState, ids: ReadonlySet<string>): readonly string[] =>
  reindex.filter((id) => !ids.has(id));

/** Text units with their numbers, which raise the counter. */
function numberedUnits(units: readonly TextUnitRow[], counters: Record<string, number>): readonly TextUnitRow[] {
  let next = counters['text_units'] ?? -1;
  const numbered = units.map((unit) => ({ ...unit, human_readable_id: ++next }));
  if (next >= 0) counters['text_units'] = next;
  return numbered;
}

/** Records by models of new text units: their ids name the document and the place in its unchanged text. */
async function readByModels(store: CollectionStore, units: readonly TextUnitRow[]): Promise<readonly ExtractionRow[]> {
  if (!store.state.model) return [];
  const ids = new Set(units.map(({ id }) => id));
  const extractions = await store.read('extractions');
  const layers = new Set(extractions.filter(isMarker).map(({ layer }) => layer));
  return extractions.filter((row) => layers.has(row.layer) && ids.has(row.text_unit_id));
}
